import type { Span, Word } from '../../protocol/shell.ts';

/** The whole text of a word, when all of it is known. */
export function textOf(word: Word): string | undefined {
  if (word.pieces.length === 1) {
    const [piece] = word.pieces;
    return typeof piece === 'string' ? piece : undefined;
  }
  let text = '';
  for (const piece of word.pieces) {
    if (typeof piece !== 'string') return undefined;
    text += piece;
  }
  return text;
}

/** The known text that a word begins with. */
export function headOf(word: Word): string {
  const [first] = word.pieces;
  return typeof first === 'string' ? first : '';
}

/** A word for people, with `…` for what is known only when it runs. */
export function shown(word: Word): string {
  return word.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.name ? `$${piece.name}` : '…')).join('');
}

export function isKnown(word: Word): boolean {
  return word.pieces.every((piece) => typeof piece === 'string');
}

export function literal(text: string, span: Span): Word {
  return { pieces: text === '' ? [] : [text], isPattern: false, isSplit: false, span };
}

/** A path that is known only when it runs. */
export function anyName(span: Span): Word {
  return { pieces: [{ unknown: 'input' }], isPattern: false, isSplit: false, span };
}

/** A name that is not known, in the folder of one that is. */
export function beside(path: Word): Word {
  const head = headOf(path);
  const folder = head.slice(0, head.lastIndexOf('/') + 1);
  return { ...path, pieces: [folder === '' ? './' : folder, ...anyName(path.span).pieces] };
}

/** The word without so many characters of its known beginning. */
export function after(word: Word, count: number): Word {
  if (count === 0) return word;
  const [first, ...others] = word.pieces;
  const rest = typeof first === 'string' ? first.slice(count) : '';
  return { ...word, pieces: rest === '' ? others : [rest, ...others] };
}

/** A path as it is meant by a program that went into a folder first. */
export function within(folder: Word | undefined, path: Word): Word {
  const head = headOf(path);
  if (!folder || head.startsWith('/') || /^[A-Za-z]:[\\/]/.test(head)) return path;
  // What begins with something unknown may be absolute.
  if (path.pieces.length > 0 && typeof path.pieces[0] !== 'string') return path;
  const isPattern = folder.isPattern || path.isPattern;
  return { pieces: merged([...folder.pieces, '/', ...path.pieces]), isPattern, isSplit: path.isSplit, span: path.span };
}

/** A name that is not known, or only its last part, in a folder that is. */
export function below(folder: Word, name?: string): Word {
  const last = folder.pieces.at(-1);
  const slash = typeof last === 'string' && last.endsWith('/') ? '' : '/';
  return {
    ...folder,
    pieces: merged([...folder.pieces, slash, { unknown: 'argument' }, name === undefined ? '' : `/${name}`]),
  };
}

/** A word with every occurrence of a mark replaced, as xargs and find do it. */
export function replaced(word: Word, mark: string, by: Word): Word {
  if (!word.pieces.some((piece) => typeof piece === 'string' && piece.includes(mark))) return word;
  const pieces = word.pieces.flatMap((piece) => {
    if (typeof piece !== 'string' || !piece.includes(mark)) return [piece];
    return piece
      .split(mark)
      .flatMap((text, index) => [...(index === 0 ? [] : by.pieces), ...(text === '' ? [] : [text])]);
  });
  return { ...word, pieces: merged(pieces) };
}

type Pieces = Word['pieces'];

/** Texts that follow one another as one. */
export function merged(pieces: Pieces): Pieces {
  const result: Pieces[number][] = [];
  for (const piece of pieces) {
    if (piece === '') continue;
    const last = result.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece;
    else result.push(piece);
  }
  return result;
}
