import { parse, type HereDoc } from 'unbash';
import type { Span } from '../../protocol/shell.ts';
import { joined } from './expansion.ts';
import { scanHereDoc } from './scan.ts';
import type { State } from './state.ts';
import { display, type Text } from './text.ts';
import { eitherWay } from './variables.ts';
import { frameIn, type Frame, type Walker } from './walker.ts';

/** Runs the substitutions in a text that the shell expands once more, with what is known of it. */
export function runHidden(text: Text, state: State, frame: Frame, span: Span, via: string, walker: Walker): boolean {
  const code = display(text);
  // What is set in the subscript of a name is set, if the name is looked at: `test -v 'a[c=1]'`.
  const subscript = /^\w*\[([^\]]*(?:=|\+\+|--)[^\]]*)\]/.exec(code)?.[1];
  if (subscript !== undefined && frame.depth <= 12)
    eitherWay(state, () => walker.number([subscript], state, frameIn(frame, { depth: frame.depth + 1 }), span));
  if (!/[$`]/.test(code)) return true;
  if (frame.depth > 12 || !walker.budget.takeSteps(40) || !walker.budget.takeText(code.length)) return false;
  let body: HereDoc['body'] | undefined;
  // No line of the text may be the end of it.
  let end = 'TEXT';
  while (code.includes(end)) end += 'X';
  try {
    const command = parse(`: <<${end}\n${code}\n${end}\n`).commands[0]?.command;
    const doc = command?.type === 'Command' ? command.suffix[0] : undefined;
    if (doc?.type === 'HereDoc') body = doc.body;
  } catch {
    // Nested too deep for the parser, and for bash.
  }
  if (!body) return false;
  const inner: Frame = frameIn(frame, { span, depth: frame.depth + 1, path: [...frame.path, via], output: undefined });
  const atoms = scanHereDoc(body, false);
  const { commands, doubts } = walker.journal.capture(() => joined(atoms, { pos: 0, end: 0 }, state, inner, walker));
  walker.journal.commands.push(...commands);
  // What is no whole substitution is not run by bash either: `[$(]` is a pattern of grep.
  for (const doubt of doubts) if (doubt.kind !== 'syntax') walker.journal.doubt(doubt.kind, doubt.text, doubt.span);
  // A substitution without an end takes the end of the line along that stands after the text.
  const isOpen = atoms.some((atom) => 'expansion' in atom && atom.expansion.text.endsWith('\n'));
  return !isOpen && doubts.every((doubt) => doubt.kind !== 'syntax');
}
