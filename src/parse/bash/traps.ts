import { forEachChild, type SyntaxNode } from 'unbash';
import type { Span } from '../../protocol/shell.ts';
import type { ShellFunction, State } from './state.ts';
import { display, type Text } from './text.ts';
import { frameIn, type Frame, type Walker } from './walker.ts';

/** Code that runs some time later. */
export interface Trap {
  readonly action: Text;
  readonly span: Span;
}

/**
 * Runs what traps will do with what they see by now: all of it at the end,
 * and what has a variable in it whenever that variable changes; `@` are the arguments.
 */
export function runTraps(state: State, frame: Frame, walker: Walker, changed?: string): void {
  const { traps } = walker;
  if (traps.length === 0) return;
  // What a trap changes is seen by others, but not looked at for ever.
  walker.traps = [];
  for (const { action, span } of traps) {
    const isSeen = changed === undefined || isUsedIn(display(action), changed, state);
    if (!isSeen || frame.depth > 8 || !walker.budget.takeSteps(40)) continue;
    walker.journal.hasRepeats = true;
    const inner: Frame = frameIn(frame, {
      path: [...frame.path, 'trap'],
      depth: frame.depth + 1,
      span,
      output: undefined,
    });
    walker.runText(action, state.clone(), inner, span);
  }
  walker.traps = [...traps, ...walker.traps];
}

/** In the text itself, or in a function that it calls. */
function isUsedIn(action: string, name: string, { functions }: State): boolean {
  if (name === '@' ? /\$\{?[\d@*#!]/.test(action) : action.includes(name)) return true;
  if (name === '@' || functions.size === 0) return false;
  for (const [called, fn] of functions) if (action.includes(called) && wordsOf(fn).includes(name)) return true;
  return false;
}

const words = new WeakMap<ShellFunction['body'], string>();
const mostWords = 400;

/** All words that a function is made of. */
function wordsOf({ body }: ShellFunction): string {
  const known = words.get(body);
  if (known !== undefined) return known;
  let text = '';
  let left = mostWords;
  const visit = (node: SyntaxNode): void => {
    if (--left < 0) return;
    if (node.type === 'Word') text += ` ${node.text}`;
    else forEachChild(node, visit);
  };
  forEachChild(body, visit);
  words.set(body, text);
  return text;
}
