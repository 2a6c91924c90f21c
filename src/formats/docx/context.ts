import type { Block, Note, Report } from '../document/model.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';
import type { Xml } from '../xml/index.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

/** What the readers of the parts of a text document share. */
export interface TextContext {
  readonly parts: Package;
  readonly report: Report;
  readonly styles: Styles;
  readonly numbering: Numbering;
  /** Of the part that is read. */
  readonly relationships: Relationships;
  /** Absent while the notes themselves are read. */
  readonly notes?: Notes;
  /** Parts with headers and footers, in the order of their sections. */
  readonly margins: Set<string>;
  /** What another document says that is a part of this one. */
  readonly embedded: (bytes: Buffer, part: string) => Generator<Block, void>;
  /** The blocks in the element that was just opened, up to its end; `properties` gets those of a table cell. */
  readonly blocks: (xml: Xml, context: TextContext, properties?: (xml: Xml) => void) => Generator<Block, void>;
}

/** Footnotes, endnotes and comments: numbered as they are cited. */
export interface Notes {
  /** The mark of a note in the text. */
  cite(kind: 'footnote' | 'endnote', id: string): string;
  /** Undefined when comments are not wanted. */
  comment(id: string): Note | undefined;
  /** The notes that were cited, in their order. */
  cited(): Generator<Note, void>;
}
