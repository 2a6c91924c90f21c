import type { Described, Invocation, ProgramEffect, Word } from '../../protocol/shell.ts';
import { after, headOf, literal, textOf } from './words.ts';

const maxArguments = 512;
/** What options are called in nearly all programs that have such a one. */
const naming =
  /^--?(?:out(?:put)?(?:-?(?:dir|directory|file|path|folder|filename|location))?|dest(?:ination)?(?:-?(?:dir|path))?|export-filename)$/i;
/** A path that leads out of the folder, as far as its text says. */
const leading = /^(?:\/|~|\.\.(?:\/|$))/;

/**
 * Files that a program writes by an option that its table does not have, or that has no table: told only where the
 * path leads away, since the same words also name formats and columns.
 */
export function withOutputs(invocation: Invocation, known: Described | undefined): Described | undefined {
  // What only looks has a whole table, and the arguments of what starts a program are that one's.
  if (known && (known.isQuiet || known.nested.length > 0)) return known;
  const told = known?.effects.flatMap(({ target }) => (target ? [target] : [])) ?? [];
  const found = outputs(invocation.args.slice(0, maxArguments), known === undefined).filter(
    (word) => !told.some((target) => textOf(target) === textOf(word)),
  );
  if (found.length === 0) return known;
  const writes = found.map((target): ProgramEffect => ({ kind: 'write', target }));
  if (known) return { ...known, effects: [...known.effects, ...writes] };
  const span = invocation.args[0]?.span ?? { start: 0, end: 0 };
  const run: ProgramEffect = {
    kind: 'run',
    target: literal(invocation.name, span),
    note: 'a program that is not known',
  };
  return { effects: [run, ...writes], nested: [], doubts: [], isQuiet: false };
}

function outputs(args: readonly Word[], isUnknown: boolean): readonly Word[] {
  return args.flatMap((word, at) => {
    const head = headOf(word);
    const equals = head.indexOf('=');
    const name = equals === -1 ? head : head.slice(0, equals);
    const next = args[at + 1];
    let value: Word | undefined;
    if (naming.test(name)) value = equals === -1 ? next : after(word, equals + 1);
    else if (isUnknown && head === '-o') value = next;
    else if (isUnknown && /^-o[./~]/.test(head)) value = after(word, 2);
    return value && leading.test(headOf(value)) ? [value] : [];
  });
}
