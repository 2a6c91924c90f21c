import type { Span } from '../../protocol/shell.ts';
import type { State } from './state.ts';
import { eitherWay, resolveName } from './variables.ts';
import type { Frame, Walker } from './walker.ts';

/** A subscript that is no number, of a variable that nobody here has made an array: it may be one with keys. */
export function mayBeKey(subscript: string, name: string, state: State): boolean {
  const variable = state.variables.get(resolveName(name, state));
  return !variable?.items && !/^[\w+*/%()?:<>=!&|^~-]*$/.test(subscript);
}

/** Counts what is in the subscript of a name that a builtin is given: `unset 'c[i++]'`. Whether bash does is not followed. */
export function runSubscript(name: string, state: State, frame: Frame, walker: Walker, span: Span): void {
  const [, index] = /^\w+\[([^]*)\]$/.exec(name) ?? [];
  if (index !== undefined && !/^(?:-?\d+|[@*])$/.test(index))
    eitherWay(state, () => walker.number([index], state, frame, span));
}

/** Arithmetic in it may give a variable another value. */
export function mayAssign(text: string): boolean {
  return /\+\+|--|=/.test(text);
}
