import type { DocumentInput } from './input.ts';
import type { Block, Report } from './model.ts';
import type { PageChoice } from './pages.ts';

/** What can be read; `readers.ts` has a reader for each. */
export const documentFormats = [
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'html',
  'csv',
  'tsv',
  'epub',
  'odt',
  'ods',
  'odp',
  'rtf',
  'eml',
  'ipynb',
  'text',
] as const;

export type DocumentFormat = (typeof documentFormats)[number];

export interface ReadOptions {
  /** Pages, slides or sheets to read; all when absent. */
  readonly pages?: PageChoice;
  /** Comments of reviewers too. */
  readonly comments?: boolean;
  /** Each sheet as one table with every row and cell in its place; otherwise as tables that can be shown. */
  readonly grid?: boolean;
  /** Only the sheet of this name, or of this number when none has the name. */
  readonly sheet?: string;
}

/** Gives what a document says, block by block; whoever has enough stops taking, and the reader closes what it opened. */
export type Reader = (input: DocumentInput, report: Report, options: ReadOptions) => Generator<Block, void>;
