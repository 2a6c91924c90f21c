/** Where a writer puts its text: at most so many characters, and no half ones. */
export interface Output {
  /** False when there is no room for more: the writer stops, and takes no further block. */
  put(text: string): boolean;
  /** The same for what is not of the document: marks, rules, separators. */
  mark(text: string): boolean;
  readonly chars: number;
  readonly left: number;
  readonly isFull: boolean;
  /** Whether the document says anything at all. */
  readonly hasText: boolean;
  /** Says that something was left out, for a writer that cannot cut. */
  fill(): void;
}

export function createOutput(maxChars: number, emit: (text: string) => void): Output {
  let [chars, isFull, hasText] = [0, false, false];
  const mark = (text: string): boolean => {
    if (isFull) return false;
    const room = maxChars - chars;
    const fits = text.length <= room ? text : text.slice(0, wholeEnd(text, room));
    chars += fits.length;
    if (fits !== '') emit(fits);
    isFull = fits.length < text.length;
    return !isFull;
  };
  return {
    mark,
    put(text) {
      if (!hasText && !isFull && text.trim() !== '') hasText = true;
      return mark(text);
    },
    get chars() {
      return chars;
    },
    get left() {
      return isFull ? 0 : maxChars - chars;
    },
    get isFull() {
      return isFull;
    },
    get hasText() {
      return hasText;
    },
    fill: () => void (isFull = true),
  };
}

/** The largest length that does not cut a character in two. */
function wholeEnd(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}
