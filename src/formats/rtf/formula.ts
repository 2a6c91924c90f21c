import { formulaText } from '../omml/index.ts';
import { MathTree } from '../omml/tree.ts';

const elements =
  'acc bar borderBox box d eqArr f func groupChr limLow limUpp m nary phant r rad sPre sSub sSubSup sSup'.split(' ');
const parts = 'begChr chr deg den e endChr fName lim mr num pos sepChr sub sup type ctrlPr'.split(' ');

/** Words that begin a group of a formula: the names of the elements of Office Math behind an `m`. */
const words: ReadonlySet<string> = new Set(
  [...parts, ...elements, ...elements.map((name) => `${name}Pr`)].map((name) => `m${name}`),
);

/** A formula that is being read. */
export class RtfFormula {
  readonly #tree = new MathTree('m:oMath');

  get latex(): string {
    return formulaText(this.#tree.root);
  }

  text(text: string): void {
    this.#tree.open('m:t');
    this.#tree.text(text);
    this.#tree.close();
  }

  isElement(word: string): boolean {
    return words.has(word);
  }

  /** What ends the element that begins. */
  enter(word: string): () => void {
    this.#tree.open(`m:${word.slice(1)}`);
    return () => this.#tree.close();
  }
}
