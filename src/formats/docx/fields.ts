interface Field {
  instruction: string;
  isResult: boolean;
}

const maxDepth = 64;

/** The fields that are open: of each only the result is text (ECMA-376-1, 17.16.18). They may run over several paragraphs. */
export interface Fields {
  /** The kinds of `w:fldChar`. */
  char(kind: string | undefined): void;
  instruct(text: string): void;
  /** Whether text that comes now is shown. */
  readonly isShown: boolean;
  /** Where a link leads that is open. */
  readonly href: string | undefined;
}

export function openFields(): Fields {
  const open: Field[] = [];
  return {
    char(kind) {
      if (kind === 'begin' && open.length < maxDepth) open.push({ instruction: '', isResult: false });
      else if (kind === 'end') open.pop();
      else if (kind === 'separate') {
        const last = open.at(-1);
        if (last) last.isResult = true;
      }
    },
    instruct(text) {
      const last = open.at(-1);
      if (last && !last.isResult && last.instruction.length < 10_000) last.instruction += text;
    },
    get isShown() {
      return open.every(({ isResult }) => isResult);
    },
    get href() {
      for (let index = open.length - 1; index >= 0; index--) {
        const target = linkOf((open[index] as Field).instruction);
        if (target !== undefined) return target;
      }
      return undefined;
    },
  };
}

/** The address in `HYPERLINK "https://…" \o "tip"`; links within the document have `\l` alone. */
export function linkOf(instruction: string): string | undefined {
  return /^\s*HYPERLINK\s+(?!\\l)(?:\\[a-z]\s+)*"?([^"\s]+)"?/i.exec(instruction)?.[1];
}
