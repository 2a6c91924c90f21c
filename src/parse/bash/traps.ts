import { forEachChild, type SyntaxNode } from 'unbash';
import type { Span } from '../../protocol/shell.ts';
import { bodiesOf, sameState, type ShellFunction, type State } from './state.ts';
import { display, type Text } from './text.ts';
import { frameIn, type Frame, type Walker } from './walker.ts';

/** Code that runs some time later. */
export interface Trap {
  readonly action: Text;
  /** It runs when all else is over, and changes nothing that others see. */
  readonly isLast: boolean;
  readonly span: Span;
}

/**
 * Runs what traps will do with what they see by now: all of it at the end and wherever the shell may leave,
 * and what has a variable in it, or in a function that it calls, whenever that variable changes.
 */
export function runTraps(state: State, frame: Frame, walker: Walker, changed?: string): void {
  const { traps } = walker;
  if (traps.length === 0) return;
  // What a trap changes is seen by others, but not looked at for ever.
  walker.traps = [];
  for (const { action, span, isLast } of traps) {
    const isSeen = changed === undefined || sees(display(action), changed, state, walker);
    if (!isSeen || frame.depth > 8 || !walker.budget.takeSteps(40)) continue;
    walker.journal.hasRepeats = true;
    const inner: Frame = frameIn(frame, {
      path: [...frame.path, 'trap'],
      depth: frame.depth + 1,
      span,
      output: undefined,
    });
    const after = walker.runText(action, state.clone(), inner, span);
    if (!isLast) doubtChanges(after, state, span, walker);
  }
  walker.traps = [...traps, ...walker.traps];
}

/** Run between other commands, it changes what they see. */
export function doubtChanges(after: readonly State[], before: State, span: Span, { journal }: Walker): void {
  if (!after.every((state) => state.isDone || sameState(state, before)))
    journal.doubt('dynamic-code', 'A trap changes what the commands after it see', span);
}

function sees(action: string, changed: string, state: State, walker: Walker): boolean {
  if (action.includes(changed) || /\$\{!|\$\{?[@*#\d]|\beval\b/.test(action)) return true;
  let text = action;
  for (const [name, fn] of state.functions)
    if (text.includes(name))
      text += bodiesOf(fn)
        .map((body) => textOfBody(body, walker))
        .join(' ');
  if (text.includes(changed) || /\$\{!|\beval\b/.test(text)) return true;
  for (const [name, { isReference }] of state.variables) if (isReference && text.includes(name)) return true;
  return false;
}

/** All the words in a function. */
function textOfBody(body: ShellFunction['body'], walker: Walker): string {
  const known = texts.get(body);
  if (known !== undefined) return known;
  let text = '';
  const visit = (node: SyntaxNode): void => {
    if (!walker.budget.takeSteps(1)) return;
    if ('text' in node && typeof node.text === 'string') text += ` ${node.text}`;
    else if ('body' in node && typeof node.body === 'string') text += ` ${node.body}`;
    forEachChild(node, visit);
  };
  visit(body);
  texts.set(body, text);
  return text;
}

const texts = new WeakMap<ShellFunction['body'], string>();
