import type { Stdin } from '../../protocol/shell.ts';
import type { State } from './state.ts';

/** Input that several commands read from: what one of them gets, another has left over. */
export function shared(stdin: Stdin): Stdin {
  if (stdin.kind === 'inherited' || stdin.kind === 'file' || !stdin.text) return stdin;
  return { ...stdin, text: { ...stdin.text, pieces: [{ unknown: 'input' }, ...stdin.text.pieces] } };
}

/** Runs something whose input is its own: what `exec < file` opened before is not seen, and is there again afterwards. */
export function withInput(isOwn: boolean, state: State, run: () => State[]): State[] {
  if (!isOwn) return run();
  const before = state.stdin;
  state.stdin = undefined;
  const states = run();
  for (const after of states) after.stdin = before;
  return states;
}
