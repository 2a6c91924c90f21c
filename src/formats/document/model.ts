/**
 * What a document says, in reading order. A reader is a synchronous generator of blocks; the writers take them one by one and stop when
 * their budget is spent, so that no reader holds a whole document and none does work that nobody wants.
 */
export type Block = Part | Heading | Paragraph | Item | Table | Code | Note | Picture;

/** A run of characters that look and link alike. */
export interface Span {
  readonly text: string;
  readonly href?: string;
  readonly style?: 'strong' | 'emphasis' | 'code' | 'math' | 'struck';
}

/** Where it stands: the page (from 1) and, where the format has places, the box in points from the upper left corner. */
export interface Place {
  readonly page: number;
  readonly box?: readonly [left: number, top: number, right: number, bottom: number];
}

/** What may be quoted. */
interface Quotable {
  /** In how many quotations it stands, one within the other; none when absent. */
  readonly quotes?: number;
}

/** A page, slide, sheet, chapter or message begins. */
export interface Part {
  readonly kind: 'part';
  readonly part: 'page' | 'slide' | 'sheet' | 'chapter' | 'message';
  readonly number: number;
  readonly title?: string;
  readonly isHidden?: boolean;
}

export interface Heading extends Quotable {
  readonly kind: 'heading';
  readonly level: number;
  readonly spans: readonly Span[];
  readonly at?: Place;
}

export interface Paragraph extends Quotable {
  readonly kind: 'paragraph';
  readonly spans: readonly Span[];
  /** Its text is Markdown, and stays as it is where that is wanted. */
  readonly isMarkdown?: true;
  readonly at?: Place;
}

/** One item of a list; `marker` as a person sees it: `•`, `3.`, `第一条`. */
export interface Item extends Quotable {
  readonly kind: 'item';
  readonly depth: number;
  readonly marker: string;
  readonly spans: readonly Span[];
  readonly at?: Place;
}

export interface Table {
  readonly kind: 'table';
  /** Taken once, in order; a sheet may have a million. */
  readonly rows: Iterable<readonly Cell[]>;
  readonly caption?: string;
  readonly at?: Place;
}

export interface Cell {
  readonly spans: readonly Span[];
  /** How many columns and rows it covers; 1 when absent. The covered places have no cells. */
  readonly columns?: number;
  readonly rows?: number;
  /** As in `B3`, where the format has such names. */
  readonly ref?: string;
  /** What is behind the text shown, where the format has types. */
  readonly value?: string | number | boolean | null;
  /** Tables within the cell. */
  readonly blocks?: readonly Block[];
}

export interface Code extends Quotable {
  readonly kind: 'code';
  readonly language?: string;
  readonly text: string;
}

/**
 * What stands beside the text: a footnote, a comment, the notes of a speaker, a header. The label of a footnote is `^1`, and a span
 * of the text refers to it by `[^1]`.
 */
export interface Note {
  readonly kind: 'note';
  readonly label: string;
  readonly spans: readonly Span[];
}

export interface Picture {
  readonly kind: 'picture';
  readonly alt: string;
  readonly at?: Place;
}

/** What a reader tells besides its blocks. */
export interface Report {
  /**
   * Something is missing or doubtful; a whole sentence that names the place. When text is missing the extraction is
   * partial: `damaged` if that is because the file is, else `lost`.
   */
  warn(text: string, what?: 'lost' | 'damaged'): void;
  /** How many pages, slides or sheets there are, read or not. */
  count(part: 'pages' | 'slides' | 'sheets', number: number): void;
  /** Throws when the run was stopped; once per block, row and chunk. */
  checkStopped(): void;
}
