import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found, Reader } from '../define.ts';
import { after, headOf, literal, textOf } from '../words.ts';

/** Another program, or code, that an option brings into a harmless-looking one. */
export const runsOption: Reader = (target, found) => found.effect({ kind: 'run', target, note: 'option' });

export const writesTo: Reader = (target, found) => found.effect({ kind: 'write', target });

export const readsFrom: Reader = (target, found) => found.effect({ kind: 'read', target });

/** A program that does a part of the work: one that is meant for it by its bare name, else whatever is named. */
export const helper =
  (meant: RegExp): Reader =>
  (value, found, call) => {
    if (!meant.test(textOf(value) ?? '/')) runsOption(value, found, call);
  };

/** Options with their value in the same word, where no `=` or blank says where it begins: `-B./x`, `-Wl,-o,x`. */
export function attached(
  ...forms: readonly (readonly [start: RegExp, does: Reader])[]
): (call: Call, found: Found) => void {
  return (call, found) => {
    // With more than these there is a doubt already.
    for (const word of call.invocation.args.slice(0, maxArguments)) {
      const head = headOf(word);
      for (const [start, does] of forms) {
        const length = start.exec(head)?.[0].length;
        if (length === undefined) continue;
        const value = after(word, length);
        if (value.pieces.length > 0) does(value, found, call);
        break;
      }
    }
  };
}

const maxArguments = 512;
const maxParts = 64;

/** Options for another program in one word, cut at a sign: it is asked what they do. */
export const optionsFor =
  (program: string, separator: RegExp): Reader =>
  (value, found, { invocation }) => {
    const parts = partsOf(value, separator);
    if (parts.length > maxParts) found.doubt('more options than are looked at');
    const words = [literal(program, value.span), ...parts.slice(0, maxParts)];
    found.nest({ kind: 'argv', via: invocation.name, words });
  };

function partsOf(value: Word, separator: RegExp): readonly Word[] {
  const parts: Word['pieces'][number][][] = [[]];
  for (const piece of value.pieces) {
    const texts: readonly Word['pieces'][number][] = typeof piece === 'string' ? piece.split(separator) : [piece];
    for (const [at, text] of texts.entries()) {
      if (at > 0) parts.push([]);
      if (text !== '') parts.at(-1)?.push(text);
    }
  }
  return parts.filter((pieces) => pieces.length > 0).map((pieces) => ({ ...value, pieces }));
}
