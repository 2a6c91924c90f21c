import type { Block, Note, Report, Table } from '../document/model.ts';
import type { Package } from '../package/index.ts';
import type { Xml } from '../xml/index.ts';
import type { OdfStyles } from './styles.ts';

/** What the readers of an OpenDocument share. */
export interface OdfContext {
  readonly parts: Package;
  readonly report: Report;
  readonly styles: OdfStyles;
  readonly wantsComments: boolean;
  /** Notes as they are cited. */
  readonly notes: Note[];
  /** Of headings, by level. */
  readonly headings: (number | undefined)[];
  /** The counters of lists that others may continue, by style and by id. */
  readonly lists: Map<string, (number | undefined)[]>;
  /** On slides, lists of one style that follow each other are one, whatever they say. */
  readonly isSlides: boolean;
  /** How many documents within documents this one is. */
  readonly nesting: number;
  /** The blocks in the element that was just opened, up to its end. */
  readonly blocks: (xml: Xml, context: OdfContext) => Generator<Block, void>;
  /** The same of a table. */
  readonly tables: (xml: Xml, context: OdfContext) => Generator<Table, void>;
}
