import type { Report } from '../document/model.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';
import type { Layout } from './layouts.ts';

/** What the readers of a slide share. */
export interface SlideContext {
  readonly parts: Package;
  readonly report: Report;
  readonly number: number;
  /** Of the part that is read. */
  readonly relationships: Relationships;
  readonly layout: Layout;
}
