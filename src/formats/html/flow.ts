import type { Block, Span } from '../document/model.ts';

type Open = { -readonly [K in keyof Span]: Span[K] };

/** A line of more pieces is cut in two: they are held until it ends. */
const maxSpans = 20_000;

/** Text that comes piece by piece becomes lines, and lines become blocks: of a page, or of a cell of a table. */
export class Flow {
  readonly blocks: Block[] = [];
  /** How many things it holds or gave. */
  weight = 0;
  /** How many lists are open. */
  lists = 0;
  heading: number | undefined;
  /** The item that the next line belongs to. */
  item: { readonly depth: number; readonly marker: string } | undefined;
  #code: { text: string; language: string | undefined } | undefined;
  #spans: Open[] = [];
  #atSpace = true;
  #breaks = false;
  readonly #pictures: string[] = [];

  get isCode(): boolean {
    return this.#code !== undefined;
  }

  text(text: string, look: Omit<Span, 'text'>): void {
    if (this.#code) return void (this.#code.text += text.replace(/\r\n?/g, '\n'));
    let shown = text.replaceAll('\u00AD', '').replace(/[ \t\n\r\f\u00A0]+/g, ' ');
    if (this.#atSpace && shown.startsWith(' ')) shown = shown.slice(1);
    if (shown === '') return;
    if (this.#breaks && shown.trim() !== '') this.lineBreak();
    this.#put(shown, look);
    this.#atSpace = shown.endsWith(' ');
  }

  lineBreak(): void {
    if (this.#code) return void (this.#code.text += '\n');
    this.#breaks = false;
    this.#trimEnd();
    if (this.#spans.length > 0) this.#put('\n', {});
    this.#atSpace = true;
  }

  /** A block begins or ends: in an item it is another line, in a heading a space, else a block of its own. */
  edge(): void {
    if (this.#code) {
      if (this.#code.text !== '' && !this.#code.text.endsWith('\n')) this.#code.text += '\n';
    } else if (this.item && this.#spans.length > 0) this.#breaks = true;
    else if (this.heading !== undefined) this.text(' ', {});
    else this.end();
  }

  /** Ends the block. */
  end(): void {
    this.#trimEnd();
    const spans = this.#spans;
    if (spans.length > 0) {
      if (this.heading !== undefined) this.blocks.push({ kind: 'heading', level: this.heading, spans });
      else if (this.item) this.blocks.push({ kind: 'item', ...this.item, spans });
      else this.blocks.push({ kind: 'paragraph', spans });
      this.item = undefined;
    }
    for (const alt of this.#pictures.splice(0)) this.blocks.push({ kind: 'picture', alt });
    [this.#spans, this.#atSpace, this.#breaks] = [[], true, false];
  }

  /** Gives a picture after the line that it stands in. */
  picture(alt: string): void {
    this.#pictures.push(alt);
    this.weight++;
    if (this.#spans.length === 0 && !this.item) this.end();
  }

  startCode(language: string | undefined): void {
    this.end();
    this.#code = { text: '', language };
  }

  set language(name: string) {
    if (this.#code) this.#code.language ??= name;
  }

  endCode(): void {
    const { text = '', language } = this.#code ?? {};
    this.#code = undefined;
    // The line break behind <pre> is not part of it.
    const shown = text.replace(/^\n/, '').trimEnd();
    if (shown === '') return;
    this.item = undefined;
    this.blocks.push({ kind: 'code', text: shown, ...(language === undefined ? {} : { language }) });
  }

  #put(text: string, look: Omit<Span, 'text'>): void {
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
