import type { Xml } from '../xml/index.ts';

/** An element of a formula; a text is one without a name. */
export interface MathNode {
  readonly name: string;
  readonly children: readonly MathNode[];
  readonly text: string;
  attribute(name: string): string | undefined;
}

interface Open extends MathNode {
  readonly children: Open[];
  text: string;
}

const [maxNodes, maxDepth] = [50_000, 300];
const nothing = (): undefined => undefined;

/** Puts a formula together; what is nested too deeply stands in what is around it, and what is too much is left out. */
export class MathTree {
  readonly root: MathNode;
  readonly #open: Open[];
  #left = maxNodes;

  constructor(name: string) {
    const root: Open = { name, children: [], text: '', attribute: nothing };
    this.root = root;
    this.#open = [root];
  }

  open(name: string, attribute: MathNode['attribute'] = nothing): void {
    const outer = this.#open.at(-1) as Open;
    if (this.#open.length >= maxDepth || this.#left <= 0) return void this.#open.push(outer);
    this.#left--;
    const node: Open = { name, children: [], text: '', attribute };
    outer.children.push(node);
    this.#open.push(node);
  }

  text(text: string): void {
    const outer = this.#open.at(-1) as Open;
    const last = outer.children.at(-1);
    if (last?.name === '') last.text += text;
    else if (this.#left-- > 0) outer.children.push({ name: '', children: [], text, attribute: nothing });
  }

  close(): void {
    if (this.#open.length > 1) this.#open.pop();
  }
}

export interface TreeOptions {
  /** Attributes that mean something. */
  readonly attributes: readonly string[];
  /** Elements that are left out. */
  readonly skipped: readonly string[];
}

/** Called right after the `open` of a formula; reads up to its end. */
export function readTree(xml: Xml, options: TreeOptions): MathNode {
  const tree = new MathTree(xml.name);
  const { depth } = xml;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') tree.text(xml.text);
    else if (event === 'open') {
      if (options.skipped.includes(xml.name)) xml.skip();
      else tree.open(xml.name, attributesOf(xml, options.attributes));
    } else if (xml.depth === depth) break;
    else tree.close();
  }
  return tree.root;
}

function attributesOf(xml: Xml, names: readonly string[]): MathNode['attribute'] {
  const found = new Map<string, string>();
  for (const name of names) {
    const value = xml.attribute(name);
    if (value !== undefined) found.set(name, value);
  }
  return found.size === 0 ? nothing : (name) => found.get(name);
}

/** All the text within. */
export function textOf(node: MathNode): string {
  return node.name === '' ? node.text : node.children.map(textOf).join('');
}
