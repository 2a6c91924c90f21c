import { blockElements, formatting, headElements, headings, impliedEnds, scopeOf } from './elements.ts';

/** Browsers stop nesting at 512; what is deeper than this is read as if it stood here. */
const maxDepth = 256;

interface Open {
  readonly name: string;
  leave(): void;
}

/** The elements that are open. Ends that are left out, overlap or are too many are put right as browsers do. */
export class ElementStack {
  readonly #open: Open[] = [];
  readonly #counts = new Map<string, number>();
  /** Elements that were too deep to be kept, whose end tags mean nothing. */
  readonly #tooDeep = new Map<string, number>();
  readonly #edge: () => void;

  /** `edge` is called where a block ends. */
  constructor(edge: () => void) {
    this.#edge = edge;
  }

  get isFull(): boolean {
    return this.#open.length >= maxDepth;
  }

  /** Closes what an element of this name does not go into. */
  makeWay(name: string): void {
    if (this.#open.at(-1)?.name === 'head' && !headElements.has(name)) this.#popTo(this.#open.length - 1);
    for (const { closes, until } of impliedEnds(name)) this.#popTo(this.#find(closes, until));
  }

  push(name: string, leave: () => void): void {
    this.#open.push({ name, leave });
    this.#count(name, 1);
  }

  pushTooDeep(name: string): void {
    this.#tooDeep.set(name, (this.#tooDeep.get(name) ?? 0) + 1);
  }

  close(name: string): void {
    const deep = this.#tooDeep.get(name) ?? 0;
    if (deep > 0) return void this.#tooDeep.set(name, deep - 1);
    const index = this.#find(headings.has(name) ? headings : new Set([name]), scopeOf(name));
    if (index >= this.#open.length) return;
    if (!formatting.has(name)) return this.#popTo(index);
    // What is within may go on behind it: <b><p>one</b>two</p>.
    this.#count(name, -1);
    this.#open.splice(index, 1)[0]?.leave();
  }

  closeAll(): void {
    this.#popTo(0);
  }

  /** Where the innermost such element is, or the length of the stack. */
  #find(wanted: ReadonlySet<string>, until: ReadonlySet<string>): number {
    // Without this, a page of start tags alone would have all of the stack searched for each.
    if (![...wanted].some((name) => (this.#counts.get(name) ?? 0) > 0)) return this.#open.length;
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const { name } = this.#open[index] as Open;
      if (wanted.has(name)) return index;
      if (until.has(name)) break;
    }
    return this.#open.length;
  }

  #popTo(length: number): void {
    while (this.#open.length > length) {
      const { name, leave } = this.#open.pop() as Open;
      this.#count(name, -1);
      if (blockElements.has(name)) this.#edge();
      leave();
    }
  }

  #count(name: string, by: 1 | -1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }
}
