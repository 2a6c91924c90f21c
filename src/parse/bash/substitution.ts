import { forEachChild, type SyntaxNode } from 'unbash';
import type { Unknown } from '../../protocol/shell.ts';
import { shared } from './input.ts';
import { certain, startCapture } from './output.ts';
import { printsForSure } from './plain-output.ts';
import type { Expansion } from './scan.ts';
import type { State } from './state.ts';
import { isUnknown, type Text } from './text.ts';
import { frameIn, spanOf, type Frame, type Walker } from './walker.ts';

/** What a command substitution prints, as far as it is known. */
export function substitute(
  part: Extract<Expansion, { type: 'CommandExpansion' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): Text {
  const { pieces, from } = runInside(part, '$()', state, frame, walker);
  const text = pieces.map((piece) => (isUnknown(piece) ? { ...piece, ...(from.length > 0 ? { from } : {}) } : piece));
  const last = text.at(-1);
  const before = text.at(-2);
  // Nothing may come after them, and then they are taken away.
  if (typeof last === 'object' && typeof before === 'string' && before.endsWith('\n'))
    return [...text.slice(0, -2), before.replace(/\n+$/, ''), last].filter((piece) => piece !== '');
  if (typeof last !== 'string') return text;
  const kept = last.replace(/\n+$/, '').replaceAll('\0', '');
  return kept === '' ? text.slice(0, -1) : [...text.slice(0, -1), kept];
}

/** The name of a process substitution; what can be read from it is remembered. */
export function processFile(
  part: Extract<Expansion, { type: 'ProcessSubstitution' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): Unknown {
  const isInput = part.operator === '<';
  if (part.script?.commands.length === 0)
    walker.journal.doubt('syntax', `"${part.text.slice(0, 60)}" is no word`, spanOf(part, frame));
  const outer = isInput
    ? frame
    : frameIn(frame, { stdin: { kind: 'pipe' as const, from: frame.stdin.kind === 'pipe' ? frame.stdin.from : [] } });
  const { pieces, from } = runInside(part, isInput ? '<()' : '>()', state, outer, walker);
  const unknown: Unknown = { unknown: 'substitution', from };
  walker.contents.set(unknown, isInput ? pieces : []);
  return unknown;
}

function runInside(
  part: Extract<Expansion, { type: 'CommandExpansion' | 'ProcessSubstitution' }>,
  via: string,
  state: State,
  frame: Frame,
  walker: Walker,
): { pieces: Text; from: Walker['journal']['commands'] } {
  const output = startCapture(state);
  const start = walker.journal.commands.length;
  const span = spanOf(part, frame);
  const { script } = part;
  const inner: Frame = frameIn(frame, {
    path: [...frame.path, via],
    // Whoever else reads the same has left the rest.
    stdin: shared(frame.stdin),
    output,
    depth: frame.depth + 1,
    span: script?.source === undefined ? frame.span : span,
  });
  let isCertain = false;
  if (script) {
    if (part.text.includes('<<') && !endsItsHereDocs(script, part))
      walker.journal.doubt('syntax', 'Code after a here-document is read otherwise in a substitution', span);
    isCertain = printsForSure(script.commands, state);
    walker.runScript(script, state.apart(), inner);
  } else {
    walker.journal.doubt('syntax', `"${part.text.slice(0, 60)}" is not understood`, span);
    output.write(undefined);
  }
  return { pieces: certain(output.pieces, isCertain), from: walker.journal.commands.slice(start) };
}

/**
 * Bash goes on after the `)` for a here-document that has no end before it, and takes what stands behind `E` in the line for code
 * if that line closes the substitution. Only `E)` at the very end is read alike.
 */
function endsItsHereDocs(node: SyntaxNode, part: { readonly text: string; readonly pos: number }): boolean {
  if (part.text.startsWith('`')) return true;
  let isEnded = true;
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'HereDoc' && child.closing) {
      // Bash writes the code anew, and forgets the next `;`.
      isEnded &&= /^[^;\n]*$/.test(part.text.slice(child.closing.end - part.pos).trim());
    } else if (child.type === 'HereDoc') {
      const rest = part.text.slice(child.body.end - part.pos).trimStart();
      const end = child.delimiter?.value ?? '';
      isEnded &&= rest.startsWith(end) && rest.slice(end.length).trim() === ')';
    } else if (child.type !== 'Word' && child.type !== 'Assignment') forEachChild(child, visit);
  };
  visit(node);
  return isEnded;
}
