import { inlineText } from '../document/inline.ts';
import type { Block, Note, Report, Span } from '../document/model.ts';

const [maxNotes, maxMargins] = [20_000, 1_000];

/** What stands beside the text: notes, comments, headers and footers. */
export class Asides {
  /** Of the comment that comes next. */
  author = '';
  readonly #report: Report;
  readonly #notes: Note[] = [];
  /** Headers and footers by what they say: they are in a file once for each section and kind of page. */
  readonly #margins = new Map<string, Note>();
  #footnotes = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  nextFootnote(): string {
    return `^${++this.#footnotes}`;
  }

  note(label: string, spans: readonly Span[]): void {
    if (this.#notes.length < maxNotes) this.#notes.push({ kind: 'note', label, spans });
    else this.#report.warn(`Only the first ${maxNotes} notes were read.`, 'lost');
  }

  comment(spans: readonly Span[]): void {
    this.note(`Comment by ${this.author || 'someone'}`, spans);
  }

  margin(label: 'Header' | 'Footer', spans: readonly Span[]): void {
    const text = inlineText(spans).trim();
    if (text !== '' && this.#margins.size < maxMargins)
      this.#margins.set(`${label} ${text}`, { kind: 'note', label, spans });
  }

  blocks(): Block[] {
    return [...this.#notes, ...this.#margins.values()];
  }
}
