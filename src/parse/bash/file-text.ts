import type { Stdin, Word } from '../../protocol/shell.ts';
import { isSubstitution } from './redirects.ts';
import type { State } from './state.ts';
import { resolvePath } from './targets.ts';
import { isUnknown, knownText, type Text } from './text.ts';
import type { Call, Walker } from './walker.ts';
import { fileNameOf } from './written.ts';

/** What a file holds, when this text says it. */
export function contentOf(path: Word, call: Call, state: State, walker: Walker): Word | undefined {
  const found = sourceOf(path, call, state, walker, () => undefined);
  if ('stdin' in found)
    return found.stdin.kind === 'text' || found.stdin.kind === 'pipe' ? found.stdin.text : undefined;
  const [first, ...others] = found.texts;
  return (
    first && { ...first, pieces: others.reduce((pieces, { pieces: more }) => [...pieces, '\n', ...more], first.pieces) }
  );
}

/** Where the code in a file comes from: something open, or texts of which it is one. */
type Source = { readonly stdin: Stdin } | { readonly texts: readonly Word[]; readonly isSubstitution: boolean };

const descriptorPath = /^(?:\/dev\/stdin|\/(?:dev|proc\/(?:self|thread-self|\d+))\/fd\/(\d+))$/;

export function sourceOf(
  path: Word,
  call: Call,
  { cwd }: State,
  walker: Walker,
  onDisk: (path: string) => string | undefined,
): Source {
  const known = path.isPattern ? undefined : knownText(path.pieces);
  const descriptor = known === undefined ? null : descriptorPath.exec(resolvePath(known, cwd) ?? known);
  if (descriptor || known === '-') {
    const number = Number(descriptor?.[1] ?? 0);
    return { stdin: call.inputs.get(number) ?? (number === 0 ? call.stdin : { kind: 'pipe', from: [] }) };
  }
  const word = (pieces: Text): Word => ({ ...path, pieces: displayed(pieces), isPattern: false, isSplit: false });
  const [piece] = path.pieces;
  if (isSubstitution(path, walker) && piece !== undefined && isUnknown(piece))
    return { texts: [word(walker.contents.get(piece) ?? [piece])], isSubstitution: true };
  const name = fileNameOf(path, cwd);
  return { texts: name === undefined ? [] : walker.files.textsOf(name, onDisk).map(word), isSubstitution: false };
}

function displayed(text: readonly (Word['pieces'][number] | { readonly names: string })[]): Word['pieces'] {
  return text.map((piece) => (typeof piece === 'object' && 'names' in piece ? piece.names : piece));
}
