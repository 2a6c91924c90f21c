import { posix } from 'node:path';
import type { Word } from '../../protocol/shell.ts';
import { locationOf } from './located.ts';
import type { State } from './state.ts';
import { knownText, type Text } from './text.ts';
import type { Call } from './walker.ts';

type Printer = (
  call: Call,
  args: readonly Word[],
  state: State,
  content: (path: Word) => Word | undefined,
) => Text | undefined;

/** Programs whose output follows from their words and their input alone; undefined where it cannot be known. */
const printers: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ['cat', (call, args, _, content) => (args.length === 0 || isStdin(args) ? inputOf(call) : joined(args, content))],
  ['tee', inputOf],
  ['which', (_, args, state) => locationOf(args, state)],
  ['dirname', (_, args) => changed(args, posix.dirname)],
  ['basename', (_, args) => changed(args, posix.basename)],
]);

/** What is known of the output of a program. */
export function outputOf(
  name: string,
  call: Call,
  state: State,
  content: (path: Word) => Word | undefined,
): Text | undefined {
  return printers.get(name)?.(call, call.words.slice(1), state, content);
}

/** Files that this text has written, or may have: something else can stand in them as well. */
function joined(paths: readonly Word[], content: (path: Word) => Word | undefined): Text | undefined {
  const texts = paths.slice(0, mostFiles).map(content);
  if (paths.length > mostFiles || texts.every((text) => text === undefined)) return undefined;
  return texts.flatMap((text) => [{ unknown: 'input' as const, isPerhaps: true }, ...(text?.pieces ?? [])]);
}

const mostFiles = 8;

/** `"$(cat <<'END' …)"` is how long texts are written. */
function isStdin(args: readonly Word[]): boolean {
  return args.length === 1 && knownText(args[0]?.pieces ?? []) === '-';
}

/** What comes in, where it is known. */
export function inputOf({ stdin }: Call): Word['pieces'] | undefined {
  return stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text?.pieces : undefined;
}

function changed(args: readonly Word[], change: (path: string) => string): Text | undefined {
  const [only] = args;
  const path = only && args.length === 1 && !only.isPattern ? knownText(only.pieces) : undefined;
  return path === undefined || path.startsWith('-') ? undefined : [`${change(path)}\n`];
}
