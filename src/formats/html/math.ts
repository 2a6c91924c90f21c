import { mathMlAttributes, mathMlText } from '../omml/mathml.ts';
import { MathTree } from '../omml/tree.ts';
import type { Attributes } from './tokens.ts';

/** A formula of a page: as TeX where the page has it so, else made of the MathML. */
export class Formula {
  /** An annotation. */
  tex = '';
  readonly #alternative: string;
  readonly #tree = new MathTree('math');

  constructor(attributes: Attributes) {
    this.#alternative = attributes.get('alttext')?.trim() ?? '';
  }

  get latex(): string {
    if (this.tex !== '') return this.tex;
    // It may be TeX, and it may be words for those who cannot see it.
    return /[\\^_{}]/.test(this.#alternative) ? this.#alternative : mathMlText(this.#tree.root) || this.#alternative;
  }

  readonly text = (text: string): void => this.#tree.text(text);

  /** What an element does when it begins, and when it ends. */
  enter(name: string, attributes: Attributes): () => void {
    const given = mathMlAttributes.some((each) => attributes.has(each));
    this.#tree.open(name, given ? (each) => attributes.get(each) : undefined);
    return () => this.#tree.close();
  }
}

/** The name of an element of MathML without the prefix that books give it. */
export function mathName(name: string): string {
  return name.replace(/^(?:m|mml|math|mathml):/, '');
}
