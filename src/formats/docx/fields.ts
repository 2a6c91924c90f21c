import type { Span } from '../document/model.ts';
import { equationField } from '../ooxml/equation-field.ts';

interface Field {
  instruction: string;
  isResult: boolean;
  hasResult: boolean;
  /** Its instruction did not end with its paragraph. */
  isGivenUp: boolean;
  /** What it shows when it has no result: fields of forms have their values elsewhere. */
  value: string;
}

const maxDepth = 64;

/** The fields that are open: of each only the result is text (ECMA-376-1, 17.16.18). They may run over several paragraphs. */
export interface Fields {
  /** The kinds of `w:fldChar`; gives what the field shows that ends, when it had no result. */
  char(kind: string | undefined): Pick<Span, 'text' | 'style'> | undefined;
  instruct(text: string): void;
  /** What the innermost field shows when it has no result. */
  offer(value: string): void;
  /** The innermost field has a result. */
  show(): void;
  /** Ends a paragraph. An instruction that is still open there mostly has no end at all: what follows is text again. */
  endParagraph(): void;
  /** Whether text that comes now is shown. */
  readonly isShown: boolean;
  /** Where a link leads that is open. */
  readonly href: string | undefined;
}

export function openFields(): Fields {
  const open: Field[] = [];
  return {
    char(kind) {
      if (kind === 'begin' && open.length < maxDepth)
        open.push({ instruction: '', isResult: false, hasResult: false, isGivenUp: false, value: '' });
      else if (kind === 'end') return shownBy(open.pop());
      else if (kind === 'separate') {
        const last = open.at(-1);
        if (last) last.isResult = true;
      }
      return undefined;
    },
    offer(value) {
      const last = open.at(-1);
      if (last) last.value = value;
    },
    show() {
      const last = open.at(-1);
      if (last?.isResult === true) last.hasResult = true;
    },
    instruct(text) {
      const last = open.at(-1);
      if (last && !last.isResult && last.instruction.length < 10_000) last.instruction += text;
    },
    endParagraph() {
      for (const field of open) field.isGivenUp = true;
    },
    get isShown() {
      return open.every(({ isResult, isGivenUp }) => isResult || isGivenUp);
    },
    get href() {
      for (let index = open.length - 1; index >= 0; index--) {
        const { instruction, isResult } = open[index] as Field;
        const target = isResult ? linkOf(instruction) : undefined;
        if (target !== undefined) return target;
      }
      return undefined;
    },
  };
}

/** What a field shows without a result. */
function shownBy(field: Field | undefined): Pick<Span, 'text' | 'style'> | undefined {
  if (!field || field.hasResult) return undefined;
  if (field.value !== '') return { text: field.value };
  return field.isGivenUp ? undefined : equationField(field.instruction);
}

/** The address in `HYPERLINK "https://…" \o "tip"`; links within the document have `\l` alone. */
export function linkOf(instruction: string): string | undefined {
  return /^\s*HYPERLINK\s+(?!\\l)(?:\\[a-z]\s+)*"?([^"\s]+)"?/i.exec(instruction)?.[1];
}
