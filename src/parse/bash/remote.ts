import type { ShellCommand, ShellEffect, Stdin, Word } from '../../protocol/shell.ts';
import { isUnknown } from './text.ts';
import type { Call, Walker } from './walker.ts';

/** Whether what these commands print may have come over the network. */
export function isRemote(commands: readonly ShellCommand[], walker: Walker): boolean {
  return commands.some((command) =>
    command.effects.some((effect) => effect.kind === 'contact' || readsFetched(effect, walker)),
  );
}

export function isRemoteInput(stdin: Stdin, walker: Walker): boolean {
  if (stdin.kind === 'pipe') return isRemote(stdin.from, walker);
  return stdin.kind === 'text' && isRemoteWord(stdin.text, walker);
}

export function isRemoteWord(word: Word, walker: Walker): boolean {
  return word.pieces.some((piece) => isUnknown(piece) && isRemote(piece.from ?? [], walker));
}

/** Remembers the files that hold what came over the network, also after they were copied or moved. */
export function rememberFetched(command: ShellCommand, walker: Walker): void {
  const writes = command.effects.filter((effect) => effect.kind === 'write');
  if (writes.length === 0) return;
  const carries =
    isRemote([command], walker) ||
    isRemoteInput(command.stdin, walker) ||
    command.argv.some((word) => isRemoteWord(word, walker));
  if (!carries) return;
  for (const { target } of writes) if (target?.path !== undefined) walker.fetched.add(target.path);
}

export const remoteScript: ShellEffect = { kind: 'run', note: 'remote script' };

/** Effects with those marked that run what came over the network. */
export function markRemote(
  effects: readonly ShellEffect[],
  { words, stdin }: Pick<Call, 'words' | 'stdin'>,
  walker: Walker,
): ShellEffect[] {
  const marked: ShellEffect[] = [];
  let isMarked = false;
  // `$(curl x)`: the name of the program is what was fetched.
  if (words[0] && isRemoteWord(words[0], walker) && !namesFile(words[0])) {
    isMarked = true;
    marked.push(remoteScript);
  }
  for (const effect of effects) {
    marked.push(effect);
    if (effect.kind !== 'run' || isMarked) continue;
    const isFetched = effect.target?.path !== undefined && walker.fetched.has(effect.target.path);
    // A program that runs code and names no file for it takes the code from its input.
    if (
      isFetched ||
      isRemoteCode(effect, words, walker) ||
      (effect.target === undefined && effect.note !== remoteScript.note && isRemoteInput(stdin, walker))
    ) {
      isMarked = true;
      marked.push({ ...remoteScript, ...(effect.target ? { target: effect.target } : {}) });
    }
  }
  return marked;
}

/** Shells behind `>( )` run what the command prints. */
export function feedRemote(
  command: ShellCommand,
  behind: readonly ShellCommand[],
  walker: Walker,
): readonly ShellCommand[] {
  if (behind.length === 0 || !isRemote([command], walker)) return behind;
  return behind.map((other) => {
    const isFed = other.path.includes('>()') && other.doubts.some((doubt) => doubt.kind === 'dynamic-code');
    return isFed && !other.effects.includes(remoteScript)
      ? { ...other, effects: [...other.effects, remoteScript] }
      : other;
  });
}

/** `python -c "$(curl x)"`, `make -f <(curl x)`: the code stands among the arguments. */
function isRemoteCode({ target, note }: ShellEffect, words: readonly Word[], walker: Walker): boolean {
  const isUnknownCode = note?.startsWith('code of ') === true && target !== undefined && target.path === undefined;
  if (!isUnknownCode && target !== undefined) return false;
  return words.slice(1).some((word) => {
    const [piece] = word.pieces;
    const isFile = word.pieces.length === 1 && typeof piece === 'object' && walker.contents.has(piece);
    return (isUnknownCode || isFile) && isRemoteWord(word, walker);
  });
}

/** `"$DIR"/bin/tool`: the unknown part is a folder, and the program is named. */
function namesFile({ pieces, isSplit }: Word): boolean {
  const last = pieces.at(-1);
  return !isSplit && typeof last === 'string' && /\/[^/]+$/.test(last);
}

function readsFetched({ kind, target }: ShellEffect, walker: Walker): boolean {
  return (kind === 'read' || kind === 'delete') && target?.path !== undefined && walker.fetched.has(target.path);
}
