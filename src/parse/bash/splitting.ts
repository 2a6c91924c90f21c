import { isUnknown, type Field, type Names, type Part, type Piece } from './text.ts';

/** Collects the parts of a word into fields. */
export class FieldBuilder {
  readonly fields: Field[] = [];
  /** Marks what is added as taken to be so. */
  isGuess = false;
  #parts: Part[] = [];
  /** The last field was ended by blanks that stood in an expansion; what ends a field right after them belongs to them. */
  #isBlankBefore = false;

  add(part: Part): void {
    this.#isBlankBefore = false;
    if (part.piece !== '' || part.isQuoted) this.#parts.push(this.isGuess ? { ...part, isGuess: true } : part);
  }

  /** Ends a field, unless nothing stands in it. */
  break(): void {
    this.#isBlankBefore = false;
    if (this.#parts.length > 0) this.fields.push(this.#parts);
    this.#parts = [];
  }

  /** Ends a field, also an empty one. */
  breakAlways(): void {
    if (this.#parts.length === 0) this.#parts.push({ piece: '', isQuoted: true });
    this.break();
  }

  /** Adds what an expansion outside quotes became, split at the characters of IFS. */
  addSplit(piece: Piece, ifs: string | undefined, isGuess: boolean, lead?: Piece): void {
    if (isUnknown(piece)) return this.add({ piece, isQuoted: false });
    if (typeof piece === 'object') return this.#addNames(piece, ifs ?? '');
    if (ifs === undefined) return this.add({ piece: { unknown: 'variable' }, isQuoted: false });
    let at = 0;
    while (at < piece.length) {
      const start = at;
      while (at < piece.length && !ifs.includes(piece[at] as string)) at++;
      // Each of the words may not be there.
      if (at > start && lead && this.#parts.length === 0) this.add({ piece: lead, isQuoted: false });
      if (at > start) this.add({ piece: piece.slice(start, at), isQuoted: false, isGuess });
      if (at === piece.length) return;
      const from = at;
      while (at < piece.length && isBlank(piece[at] as string, ifs)) at++;
      if (at < piece.length && ifs.includes(piece[at] as string)) {
        at++;
        while (at < piece.length && isBlank(piece[at] as string, ifs)) at++;
        if (this.#isBlankBefore) this.#isBlankBefore = false;
        else this.breakAlways();
      } else if (at > from) {
        const isEnd = this.#parts.length > 0 || this.#isBlankBefore;
        this.break();
        this.#isBlankBefore = isEnd;
      }
    }
  }

  /** What is written of the names of files is split as well; what a pattern stands for is taken to have nothing to split. */
  #addNames({ names }: Names, ifs: string): void {
    const chunks = ifs === '' ? [names] : names.split(new RegExp(`[${ifs.replaceAll(/[\\\]^-]/g, '\\$&')}]`));
    chunks.forEach((chunk, at) => {
      if (at > 0) this.break();
      if (chunk !== '') this.add({ piece: { names: chunk }, isQuoted: false });
    });
  }
}

function isBlank(char: string, ifs: string): boolean {
  return (char === ' ' || char === '\t' || char === '\n') && ifs.includes(char);
}
