import { corrupt } from '../corrupt.ts';
import { cellOf } from '../document/cell.ts';
import { inlineText } from '../document/inline.ts';
import type { Block, Report, Span } from '../document/model.ts';
import { scriptText } from '../document/script.ts';
import { equationField } from '../ooxml/equation-field.ts';
import { Asides } from './asides.ts';
import { isAscii, PendingBytes } from './bytes.ts';
import { hyperlinkOf } from './fields.ts';
import { Fonts, standardSymbols } from './fonts.ts';
import { RtfFormula } from './formula.ts';
import { lookWord } from './looks.ts';
import { newRow, rowWord } from './rows.ts';
import { Sink } from './sink.ts';
import { firstState, paragraphLook, plainParagraph, plainText, type State } from './state.ts';
import { Styles } from './styles.ts';
import { RtfTokens } from './tokens.ts';
import { kept, signs, skipped } from './words.ts';

const maxDepth = 1000;
const maxInstruction = 10_000;

/** Reads token by token; blocks that are complete are taken with `take`. */
export class RtfDocument {
  readonly #tokens: RtfTokens;
  readonly #name: string;
  readonly #report: Report;
  readonly #comments: boolean;
  readonly #fonts = new Fonts();
  readonly #styles = new Styles();
  readonly #body: Sink;
  readonly #stack: State[] = [];
  readonly #asides: Asides;
  #state: State;
  /** Bytes of text whose encoding is that of the font. */
  readonly #bytes = new PendingBytes(this.#fonts);
  /** Characters still to be passed over. */
  #passOver = 0;
  #isStarred = false;
  /** Of what is collected: a marker, an instruction, the name of a style or author. */
  #collected = '';
  #row = newRow(false);

  constructor(bytes: Buffer, name: string, report: Report, comments: boolean) {
    this.#tokens = new RtfTokens(bytes);
    this.#name = name;
    this.#report = report;
    this.#comments = comments;
    this.#asides = new Asides(report);
    this.#body = new Sink(name);
    this.#state = firstState(this.#body);
  }

  /** Reads so many tokens; false at the end. */
  read(count: number): boolean {
    for (let left = count; left > 0; left--) {
      switch (this.#tokens.next()) {
        case 'open':
          this.#open();
          break;
        case 'close':
          if (this.#stack.length === 0) return false;
          this.#close();
          if (this.#stack.length === 0) return false;
          break;
        case 'word':
          this.#word(this.#tokens.name, this.#tokens.number);
          break;
        case 'symbol':
          this.#symbol(this.#tokens.name);
          break;
        case 'byte':
          if (this.#passOver > 0) this.#passOver--;
          else this.#bytes.push(this.#tokens.byte);
          break;
        case 'text':
          this.#plain();
          break;
        case 'end':
          this.#report.warn('The document is cut off: its last group does not end.', 'damaged');
          while (this.#stack.length > 0) this.#close();
          return false;
      }
    }
    return true;
  }

  take(): Block[] {
    return this.#body.blocks.splice(0);
  }

  /** What stands beside the text: at the end, as in other documents. */
  end(): Block[] {
    this.#flush();
    this.#body.end(this.#look());
    return [...this.take(), ...this.#asides.blocks()];
  }

  #look() {
    return paragraphLook(
      this.#state,
      this.#styles.heading(this.#state.style),
      this.#row.isOpen && this.#state.sink === this.#body,
    );
  }

  #open(): void {
    this.#flush();
    this.#passOver = 0;
    if (this.#stack.length >= maxDepth) throw corrupt(this.#name, 'its groups are nested too deeply');
    this.#stack.push(this.#state);
    this.#state = { ...this.#state, leave: undefined };
    this.#isStarred = false;
  }

  #close(): void {
    this.#flush();
    this.#passOver = 0;
    this.#state.leave?.();
    this.#state = this.#stack.pop() as State;
    this.#isStarred = false;
  }

  /** The rest of the group, which is at its beginning. */
  #skip(): void {
    for (let depth = 1; depth > 0;) {
      const token = this.#tokens.next();
      if (token === 'end') return;
      if (token === 'open') depth++;
      if (token === 'close') depth--;
    }
    this.#close();
  }

  #plain(): void {
    const { start, end, bytes } = this.#tokens;
    const from = Math.min(end, start + this.#passOver);
    this.#passOver -= from - start;
    // Mostly it is ASCII, which is the same in all encodings; only bytes before it could claim its first one.
    if (this.#bytes.isEmpty && !this.#fonts.symbols(this.#font()) && isAscii(bytes, from, end)) {
      if (end > from) this.#text(bytes.toString('latin1', from, end));
      return;
    }
    this.#bytes.pushAll(bytes, from, end);
    if (this.#bytes.isLong) this.#flush();
  }

  #flush(): void {
    if (!this.#bytes.isEmpty) this.#text(this.#bytes.take(this.#font()));
  }

  #font(): number {
    return this.#state.font === -1 ? this.#fonts.usual : this.#state.font;
  }

  #text(text: string): void {
    const { destination, sink, hidden, field, formula, script } = this.#state;
    if (destination === 'fonts') return this.#fonts.name(text);
    if (destination !== 'text') {
      if (this.#collected.length < maxInstruction) this.#collected += text;
      return;
    }
    if (hidden) return;
    if (formula) return formula.text(text);
    const style = this.#style();
    sink.text(scriptText(text, script), {
      ...(style === undefined ? {} : { style }),
      ...(field?.href === undefined ? {} : { href: field.href }),
    });
    if (sink.isLong) sink.endParagraph(this.#look());
  }

  #style(): Span['style'] {
    const { strong, emphasis, struck } = this.#state;
    return struck ? 'struck' : strong ? 'strong' : emphasis ? 'emphasis' : undefined;
  }

  #symbol(sign: string): void {
    if (sign === '*') this.#isStarred = true;
    else if (this.#passOver > 0) this.#passOver--;
    else if ('\\{}'.includes(sign)) this.#bytes.push(sign.charCodeAt(0));
    else if (sign === '~') this.#sign(' ');
    else if (sign === '_') this.#sign('-');
    else if (sign === '\n' || sign === '\r') {
      this.#flush();
      this.#endParagraph();
    }
  }

  #sign(text: string): void {
    this.#flush();
    this.#text(text);
  }

  #endParagraph(): void {
    if (this.#state.destination === 'text') this.#state.sink.endParagraph(this.#look());
  }

  #word(name: string, number: number | undefined): void {
    const isStarred = this.#isStarred;
    this.#isStarred = false;
    const sign = signs.get(name);
    if (this.#passOver > 0) {
      if (sign !== undefined) return void this.#passOver--;
      this.#passOver = 0;
    }
    if (name === 'u') return this.#unicode(number ?? 0);
    this.#flush();
    if (sign !== undefined) return this.#text(sign);
    if (isStarred ? !this.#isKept(name) : skipped.has(name) && !this.#isTable(name)) {
      if (name === 'upr') this.#skipFirst();
      else this.#skip();
      return;
    }
    if (this.#state.destination === 'fonts') this.#fonts.define(name, number ?? 0);
    else if (this.#state.destination === 'styles') this.#styleWord(name, number);
    else if (name === 'trowd') this.#row = newRow(this.#state.destination === 'text');
    else if (name === 'par' || name === 'sect') this.#endParagraph();
    else if (!this.#destination(name) && !rowWord(name, number ?? 0, this.#row, this.#state.sink, () => this.#look())) {
      this.#fonts.word(name, number);
      lookWord(name, number, this.#state);
    }
  }

  /** Whether it is read although it stands behind \\*. */
  #isKept(name: string): boolean {
    return kept.has(name) || this.#state.formula?.isElement(name) === true;
  }

  /** Whether it is one of the tables at the beginning, which are not text but are read. */
  #isTable(name: string): boolean {
    if (name === 'fonttbl') this.#state.destination = 'fonts';
    else if (name === 'stylesheet') this.#state.destination = 'styles';
    else return false;
    return true;
  }

  /** {\upr{for old readers}{\*\ud{for us}}} */
  #skipFirst(): void {
    if (this.#tokens.next() !== 'open') return;
    this.#open();
    this.#skip();
  }

  #unicode(number: number): void {
    this.#flush();
    const code = number < 0 ? number + 65_536 : number;
    this.#passOver = this.#state.fallback;
    const symbols =
      this.#fonts.symbols(this.#font()) ?? (code >= 0xf000 && code <= 0xf0ff ? standardSymbols : undefined);
    if (symbols && code > 0 && code <= 0xffff) this.#text(symbols.show(String.fromCharCode(code)));
    else if (code > 0 && code <= 0x10ffff)
      this.#text(code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code));
  }

  #styleWord(name: string, number: number | undefined): void {
    if (name === 'outlinelevel') this.#state.outline = number;
    if (name !== 's') return;
    const state = this.#state;
    this.#collected = '';
    state.leave = () => this.#styles.define(number ?? 0, this.#collected, state.outline);
  }

  /** Groups that are read in another way. */
  #destination(name: string): boolean {
    const state = this.#state;
    switch (name) {
      case 'listtext':
      case 'pntext':
        return this.#collect('marker', (text) => void (state.sink.marker = text));
      case 'pn':
      case 'shpinst':
        state.destination = 'frame';
        return true;
      case 'nesttableprops': {
        const outer = this.#row;
        state.destination = 'frame';
        state.leave = () => void (this.#row = outer);
        return true;
      }
      case 'field':
        state.field = {};
        return true;
      case 'fldinst': {
        const { field } = state;
        return this.#collect('instruction', (text) => {
          const href = hyperlinkOf(text);
          if (field && href !== undefined) field.href = href;
          const equation = equationField(text);
          if (equation && !state.hidden)
            state.sink.text(equation.text, equation.style ? { style: equation.style } : {});
        });
      }
      case 'footnote': {
        const label = this.#asides.nextFootnote();
        this.#text(`[${label}]`);
        return this.#aside((spans) => this.#asides.note(label, spans));
      }
      case 'atnauthor':
        return this.#collect('author', (text) => void (this.#asides.author = text.trim()));
      case 'annotation':
        if (this.#comments) return this.#aside((spans) => this.#asides.comment(spans));
        this.#skip();
        return true;
      case 'shptxt':
      case 'dptxbxtext':
        return this.#box();
      case 'result':
      case 'ud':
      case 'fldrslt':
        state.destination = 'text';
        return true;
      case 'moMath':
        return this.#formula();
    }
    if (state.formula?.isElement(name) === true) {
      state.leave ??= state.formula.enter(name);
      return true;
    }
    const [, margin] = /^(header|footer)[lrf]?$/.exec(name) ?? [];
    if (margin === undefined) return false;
    const label = margin === 'header' ? 'Header' : 'Footer';
    return this.#aside((spans) => this.#asides.margin(label, spans));
  }

  #collect(destination: State['destination'], use: (text: string) => void): true {
    // A marker may stand in a field and the other way round: each gives back what was collected before it.
    const before = this.#collected;
    this.#collected = '';
    this.#state.destination = destination;
    this.#state.leave = () => {
      use(this.#collected);
      this.#collected = before;
    };
    return true;
  }

  #formula(): true {
    const state = this.#state;
    state.destination = 'text';
    if (state.formula) return true;
    const formula = (state.formula = new RtfFormula());
    state.leave = () => state.sink.text(formula.latex, { style: 'math' });
    return true;
  }

  #aside(use: (spans: readonly Span[]) => void): true {
    return this.#apart((blocks) => {
      const { spans } = cellOf(blocks);
      if (inlineText(spans).trim() !== '') use(spans);
    });
  }

  #box(): true {
    const outer = this.#state.sink;
    return this.#apart((blocks) => {
      for (const block of blocks) outer.after.push(block);
    });
  }

  /** A group with paragraphs of its own. */
  #apart(use: (blocks: readonly Block[]) => void): true {
    const sink = new Sink(this.#name);
    const state = this.#state;
    Object.assign(state, {
      sink,
      destination: 'text',
      field: undefined,
      formula: undefined,
      ...plainText,
      ...plainParagraph,
    });
    state.leave = () => {
      sink.end(this.#look());
      use(sink.blocks);
    };
    return true;
  }
}
