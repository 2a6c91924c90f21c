import { corrupt } from '../corrupt.ts';
import type { Block, Span } from '../document/model.ts';
import { scriptText, type Script } from '../document/script.ts';
import { fontOf, hides, inputText, languageOf } from './attributes.ts';
import { blockElements, headings, lists, voidElements } from './elements.ts';
import { Flow } from './flow.ts';
import { openList, type List } from './markers.ts';
import { Formula, mathName } from './math.ts';
import { Select } from './select.ts';
import { ElementStack } from './stack.ts';
import { TableFrame } from './table.ts';
import type { Attributes, TagHandler } from './tokens.ts';

/** Cells, lines and spans in tables that are still open. */
const maxHeld = 200_000;

export interface WalkOptions {
  /** For messages. */
  readonly name: string;
  /** Whether programs of the page show what is not visible in it. */
  readonly isRevealed: boolean;
  /** What a link leads to, undefined when that says nothing to a reader. */
  link(href: string): string | undefined;
  title(text: string): void;
  base(href: string): void;
  /** How many items the list of that number has, of those that count down. */
  countReversed(index: number): number | undefined;
}

const nothing = (): void => {};
const styles: ReadonlyMap<string, NonNullable<Span['style']>> = new Map([
  ...(['b', 'strong'] as const).map((name) => [name, 'strong'] as const),
  ...(['i', 'em', 'cite', 'var', 'dfn'] as const).map((name) => [name, 'emphasis'] as const),
  ...(['code', 'kbd', 'samp', 'tt'] as const).map((name) => [name, 'code'] as const),
  ...(['s', 'strike', 'del'] as const).map((name) => [name, 'struck'] as const),
]);
/** The strongest first: a span has one style. */
const order: readonly NonNullable<Span['style']>[] = ['struck', 'code', 'strong', 'emphasis'];

/** Keeps the open elements of a page, and puts its text into blocks. */
export class Walk implements TagHandler {
  readonly #options: WalkOptions;
  readonly #stack = new ElementStack(() => this.#edge());
  readonly #page = new Flow();
  readonly #tables: TableFrame[] = [];
  /** The flows of the cells that are open. */
  readonly #cells: Flow[] = [];
  readonly #lists: List[] = [];
  readonly #looks = new Map<NonNullable<Span['style']>, number>();
  readonly #links: (string | undefined)[] = [];
  readonly #scripts: { readonly script: Script | undefined }[] = [];
  #flow = this.#page;
  #hidden = 0;
  /** Takes the text instead of the page. */
  #aside: { readonly put: (text: string) => void; readonly hidden: number } | undefined;
  readonly #fonts: ReturnType<typeof fontOf>[] = [];
  #formula: Formula | undefined;
  #select: Select | undefined;
  /** How many lists that count down have begun. */
  #reversed = 0;
  #withoutScript = 0;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  open(name: string, attributes: Attributes, closesItself: boolean): void {
    this.#stack.makeWay(name);
    if (name === 'ol' && attributes.has('reversed')) this.#reversed++;
    const isEmpty = closesItself || voidElements.has(name);
    if (blockElements.has(name)) this.#edge();
    const isHidden = hides(name, attributes, this.#options.isRevealed);
    if (!isEmpty && this.#stack.isFull && !(isHidden && this.#hidden === 0)) return this.#stack.pushTooDeep(name);
    const leave = isHidden ? this.#hide() : this.#inFont(attributes, this.#enter(name, attributes));
    if (isEmpty) leave();
    else this.#stack.push(name, leave);
  }

  close(name: string): void {
    if (name === 'br') this.open('br', new Map(), true);
    else if (name !== 'body' && name !== 'html') this.#stack.close(name);
    // Without a beginning it is an empty paragraph.
    if (name === 'p') this.#edge();
  }

  text(text: string): void {
    if (this.#aside) {
      if (this.#hidden === this.#aside.hidden) this.#aside.put(text);
    } else if (this.#hidden === 0) {
      const shown = this.#fonts.at(-1)?.symbols?.show(text) ?? text;
      this.#flow.text(scriptText(shown, this.#scripts.at(-1)?.script), this.#look());
    }
  }

  end(): void {
    this.#stack.closeAll();
    this.#page.end();
  }

  /** Blocks that are complete. */
  take(): Block[] {
    const [outer] = this.#tables;
    if (outer && this.#held() > maxHeld) {
      // A table can be given in parts, but not a cell.
      for (const block of outer.takeRows()) this.#page.blocks.push(block);
      if (this.#held() > maxHeld) throw corrupt(this.#options.name, 'a cell of one of its tables holds too much');
    }
    return this.#page.blocks.splice(0);
  }

  #held(): number {
    const inTables = this.#tables.reduce((sum, { held }) => sum + held, 0);
    return inTables + this.#cells.reduce((sum, { weight }) => sum + weight, 0);
  }

  #edge(): void {
    if (this.#hidden === 0) this.#flow.edge();
  }

  #look(): Omit<Span, 'text'> {
    const href = this.#links.at(-1);
    const style = this.#flow.isCode ? undefined : order.find((each) => (this.#looks.get(each) ?? 0) > 0);
    return { ...(href === undefined ? {} : { href }), ...(style === undefined ? {} : { style }) };
  }

  #inFont(attributes: Attributes, leave: () => void): () => void {
    const font = attributes.size === 0 ? undefined : fontOf(attributes);
    if (!font) return leave;
    this.#fonts.push(font);
    return () => {
      this.#fonts.splice(this.#fonts.lastIndexOf(font), 1);
      leave();
    };
  }

  #hide(): () => void {
    this.#hidden++;
    return () => void this.#hidden--;
  }

  /** What an element does when it begins, and when it ends. */
  #enter(name: string, attributes: Attributes): () => void {
    if (name === 'title') return this.#takeAside((text) => this.#options.title(text));
    if (name === 'base') this.#options.base(attributes.get('href') ?? '');
    if (this.#hidden > 0) return nothing;
    if (this.#formula) return this.#inFormula(this.#formula, mathName(name), attributes);
    const style = styles.get(name);
    if (style) return this.#count(style, name === 'code' ? attributes : undefined);
    if (headings.has(name)) return this.#heading(Number(name[1]));
    if (lists.has(name)) return this.#list(name, attributes);
    switch (name) {
      case 'br':
        this.#flow.lineBreak();
        return nothing;
      case 'hr':
        this.#flow.end();
        return nothing;
      case 'a':
        return attributes.has('href') ? this.#link(attributes.get('href') ?? '') : nothing;
      case 'sup':
      case 'sub':
        return this.#script(name === 'sup' ? 'super' : 'sub');
      case 'li':
      case 'dd':
        return this.#item(attributes);
      case 'dt':
        this.#flow.end();
        return this.#count('strong');
      case 'blockquote':
        return this.#quote();
      case 'pre':
      case 'listing':
      case 'xmp':
        this.#flow.startCode(languageOf(attributes));
        return () => this.#flow.endCode();
      case 'table':
        return this.#table(attributes);
      case 'tr': {
        const frame = this.#tables.at(-1);
        frame?.startRow();
        return () => frame?.startRow();
      }
      case 'tfoot':
        return this.#tables.at(-1)?.startFoot() ?? nothing;
      case 'td':
      case 'th':
      case 'caption':
        return this.#cell(name, attributes);
      case 'img':
      case 'area':
      case 'image':
        this.#picture(attributes.get('alt') ?? '');
        return nothing;
      case 'input':
        this.text(` ${inputText(attributes)} `);
        return nothing;
      case 'textarea':
      case 'button':
        return this.#around(' ', ' ');
      case 'select':
        return this.#choice(attributes);
      case 'option': {
        const select = this.#select;
        return select ? this.#takeAside((text) => select.add(attributes, text)) : nothing;
      }
      case 'noscript':
        this.#withoutScript++;
        return () => void this.#withoutScript--;
      case 'q':
        return this.#around('“', '”');
      case 'rt':
        return this.#around('(', ')');
      default:
        return mathName(name) === 'math' ? this.#math(attributes) : nothing;
    }
  }

  #count(style: NonNullable<Span['style']>, code?: Attributes): () => void {
    this.#looks.set(style, (this.#looks.get(style) ?? 0) + 1);
    const language = code && this.#flow.isCode ? languageOf(code) : undefined;
    if (language !== undefined) this.#flow.language = language;
    return () => void this.#looks.set(style, (this.#looks.get(style) ?? 1) - 1);
  }

  #heading(level: number): () => void {
    const flow = this.#flow;
    flow.end();
    flow.heading = level;
    return () => {
      flow.end();
      flow.heading = undefined;
    };
  }

  #list(name: string, attributes: Attributes): () => void {
    const flow = this.#flow;
    flow.end();
    flow.lists++;
    const index = this.#reversed - 1;
    this.#lists.push(openList(name, attributes, () => this.#options.countReversed(index)));
    return () => {
      flow.end();
      flow.lists--;
      this.#lists.pop();
    };
  }

  #item(attributes: Attributes): () => void {
    const flow = this.#flow;
    flow.end();
    const marker = (flow.lists > 0 ? this.#lists.at(-1)?.marker(attributes) : undefined) ?? '•';
    flow.item = { depth: Math.max(0, flow.lists - 1), marker };
    return () => {
      flow.end();
      flow.item = undefined;
    };
  }

  /** Within an item or heading it is another line of that. */
  #quote(): () => void {
    const flow = this.#flow;
    if (flow.lists > 0 || flow.item || flow.heading !== undefined) return nothing;
    flow.end();
    flow.quotes++;
    return () => {
      flow.end();
      flow.quotes--;
    };
  }

  #link(href: string): () => void {
    const links = this.#links;
    links.push(this.#options.link(href));
    const endScript = this.#script(undefined);
    return () => {
      links.pop();
      endScript();
    };
  }

  /** A link above the line, or one to another place of the page, is mostly the mark of a note: that is no number and stays as it is. */
  #script(script: Script | undefined): () => void {
    const isMark = this.#links.length > 0 && this.#links.at(-1) === undefined;
    const entry = { script: isMark ? undefined : script };
    this.#scripts.push(entry);
    return () => void this.#scripts.splice(this.#scripts.indexOf(entry), 1);
  }

  #table(attributes: Attributes): () => void {
    const flow = this.#flow;
    flow.end();
    const frame = new TableFrame(attributes);
    this.#tables.push(frame);
    return () => {
      flow.end();
      this.#tables.pop();
      for (const block of frame.takeAll()) flow.blocks.push(block);
      flow.weight += frame.held;
    };
  }

  #cell(name: string, attributes: Attributes): () => void {
    const frame = this.#tables.at(-1);
    if (!frame) return nothing;
    const outer = this.#flow;
    const { flow, end } = name === 'caption' ? frame.startCaption() : frame.startCell(name, attributes);
    this.#cells.push((this.#flow = flow));
    return () => {
      this.#cells.pop();
      this.#flow = outer;
      end();
    };
  }

  #picture(alt: string): void {
    const shown = alt.replace(/\s+/g, ' ').trim();
    // What stands in for scripts is text that they do not show; its pictures are those that they load.
    if (shown === '' || this.#withoutScript > 0) return;
    if (this.#links.at(-1) === undefined && this.#flow === this.#page) this.#flow.picture(shown);
    else this.#flow.text(shown, this.#look());
  }

  #around(before: string, after: string): () => void {
    this.text(before);
    return () => this.text(after);
  }

  #choice(attributes: Attributes): () => void {
    const select = (this.#select = new Select(attributes));
    const end = this.#putAside(nothing);
    return () => {
      end();
      this.#select = undefined;
      this.text(` ${select.text} `);
    };
  }

  #takeAside(use: (text: string) => void): () => void {
    const texts: string[] = [];
    const end = this.#putAside((text) => void texts.push(text));
    return () => {
      end();
      use(texts.join('').replace(/\s+/g, ' ').trim());
    };
  }

  #putAside(put: (text: string) => void): () => void {
    const outer = this.#aside;
    this.#aside = { put, hidden: this.#hidden };
    return () => void (this.#aside = outer);
  }

  #math(attributes: Attributes): () => void {
    const flow = this.#flow;
    const formula = (this.#formula = new Formula(attributes));
    const end = this.#putAside(formula.text);
    return () => {
      end();
      this.#formula = undefined;
      flow.text(formula.latex, { style: 'math' });
    };
  }

  #inFormula(formula: Formula, name: string, attributes: Attributes): () => void {
    if (name === 'annotation' || name === 'annotation-xml')
      return /tex/i.test(attributes.get('encoding') ?? '')
        ? this.#takeAside((text) => void (formula.tex = text))
        : this.#hide();
    return formula.enter(name, attributes);
  }
}
