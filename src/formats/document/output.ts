/** Where a writer puts its text: at most so many characters, and no half ones. */
export interface Output {
  /** False when there is no room for more: the writer stops, and takes no further block. */
  put(text: string): boolean;
  /** The same for what is not of the document: marks, rules, separators. */
  mark(text: string): boolean;
  /** Counts a text as written and gives what of it there is room for, for a writer that puts it into a frame. */
  take(text: string): string;
  /** What is around such texts; not counted. */
  frame(text: string): void;
  readonly chars: number;
  readonly isFull: boolean;
  /** Whether the document says anything at all. */
  readonly hasText: boolean;
  /** Says that something was left out, for a writer that cannot cut. */
  fill(): void;
}

export function createOutput(maxChars: number, emit: (text: string) => void): Output {
  let [chars, isFull, hasText] = [0, false, false];
  const fitting = (text: string): string => {
    if (isFull) return '';
    const room = maxChars - chars;
    const fits = text.length <= room ? text : text.slice(0, wholeEnd(text, room));
    chars += fits.length;
    isFull = fits.length < text.length;
    return fits;
  };
  const mark = (text: string): boolean => {
    const fits = fitting(text);
    if (fits !== '') emit(fits);
    return !isFull;
  };
  const look = (text: string) => {
    if (!hasText && !isFull && text.trim() !== '') hasText = true;
  };
  return {
    mark,
    put(text) {
      look(text);
      return mark(text);
    },
    take(text) {
      look(text);
      return fitting(text);
    },
    frame: emit,
    get chars() {
      return chars;
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
