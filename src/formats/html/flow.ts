import type { Block, Span } from '../document/model.ts';

type Open = { -readonly [K in keyof Span]: Span[K] };

/** A line of more pieces is cut in two: they are held until it ends. */
const maxSpans = 20_000;
/** Likewise of more texts within its spans: joined one by one they take many times their length. */
const maxPieces = 100_000;

/** Text that comes piece by piece becomes lines, and lines become blocks: of a page, or of a cell of a table. */
export class Flow {
  readonly blocks: Block[] = [];
  /** How many things it holds or gave. */
  weight = 0;
  /** How many lists are open. */
  lists = 0;
  heading: number | undefined;
  /** How many quotations are open. */
  quotes = 0;
  /** The item that the next line belongs to. */
  item: { readonly depth: number; readonly marker: string } | undefined;
  #code: { readonly done: string[]; pieces: string[]; language: string | undefined } | undefined;
  #pieces = 0;
  #spans: Open[] = [];
  #atSpace = true;
  #breaks = false;
  readonly #pictures: string[] = [];

  get isCode(): boolean {
    return this.#code !== undefined;
  }

  text(text: string, look: Omit<Span, 'text'>): void {
    if (this.#code) return this.#putCode(text.replace(/\r\n?/g, '\n'));
    let shown = text.replaceAll('\u00AD', '').replace(/[ \t\n\r\f\u00A0]+/g, ' ');
    if (this.#atSpace && shown.startsWith(' ')) shown = shown.slice(1);
    if (shown === '') return;
    if (this.#breaks && shown.trim() !== '') this.lineBreak();
    this.#put(shown, look);
    this.#atSpace = shown.endsWith(' ');
  }

  lineBreak(): void {
    if (this.#code) return this.#putCode('\n');
    this.#breaks = false;
    this.#trimEnd();
    if (this.#spans.length > 0) this.#put('\n', {});
    this.#atSpace = true;
  }

  /** A block begins or ends: in an item it is another line, in a heading a space, else a block of its own. */
  edge(): void {
    if (this.#code) {
      const last = this.#code.pieces.at(-1);
      if (last !== undefined && !last.endsWith('\n')) this.#putCode('\n');
    } else if (this.item && this.#spans.length > 0) this.#breaks = true;
    else if (this.heading !== undefined) this.text(' ', {});
    else this.end();
  }

  /** Ends the block. */
  end(): void {
    this.#trimEnd();
    const spans = this.#spans;
    if (spans.length > 0) {
      const quotes = this.#quoted;
      if (this.heading !== undefined) this.blocks.push({ kind: 'heading', level: this.heading, spans, ...quotes });
      else if (this.item) this.blocks.push({ kind: 'item', ...this.item, spans, ...quotes });
      else this.blocks.push({ kind: 'paragraph', spans, ...quotes });
      this.item = undefined;
    }
    for (const alt of this.#pictures.splice(0)) this.blocks.push({ kind: 'picture', alt });
    [this.#spans, this.#atSpace, this.#breaks, this.#pieces] = [[], true, false, 0];
  }

  /** Gives a picture after the line that it stands in. */
  picture(alt: string): void {
    this.#pictures.push(alt);
    this.weight++;
    if (this.#spans.length === 0 && !this.item) this.end();
  }

  startCode(language: string | undefined): void {
    this.end();
    this.#code = { done: [], pieces: [], language };
  }

  set language(name: string) {
    if (this.#code) this.#code.language ??= name;
  }

  endCode(): void {
    const { done = [], pieces = [], language } = this.#code ?? {};
    const text = done.join('') + pieces.join('');
    this.#code = undefined;
    // The line break behind <pre> is not part of it.
    const shown = text.replace(/^\n/, '').trimEnd();
    if (shown === '') return;
    this.item = undefined;
    this.blocks.push({ kind: 'code', text: shown, ...(language === undefined ? {} : { language }), ...this.#quoted });
  }

  get #quoted(): { quotes?: number } {
    return this.quotes > 0 ? { quotes: this.quotes } : {};
  }

  #putCode(text: string): void {
    if (!this.#code || text === '') return;
    this.#code.pieces.push(text);
    if (this.#code.pieces.length < 10_000) return;
    this.#code.done.push(this.#code.pieces.slice(0, -1).join(''));
    this.#code.pieces = [text];
  }

  #put(text: string, look: Omit<Span, 'text'>): void {
    if (++this.#pieces > maxPieces) this.end();
    const last = this.#spans.at(-1);
    if (last && last.style === look.style && last.href === look.href) last.text += text;
    else {
      if (this.#spans.length >= maxSpans) this.end();
      this.#spans.push({ ...look, text });
      this.weight++;
    }
  }

  #trimEnd(): void {
    for (let last = this.#spans.at(-1); last; last = this.#spans.at(-1)) {
      last.text = last.text.trimEnd();
      if (last.text !== '') return;
      this.#spans.pop();
    }
  }
}
