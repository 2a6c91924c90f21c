import type { ShellCommand, ShellEffect, Stdin, Word } from '../../protocol/shell.ts';
import { isUnknown, sourcesOf } from './text.ts';
import type { Walker } from './walker.ts';

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
    isRemote(sourcesOf(command.argv.flatMap((word) => word.pieces)), walker);
  if (!carries) return;
  for (const { target } of writes) if (target?.path !== undefined) walker.fetched.add(target.path);
}

export const remoteScript: ShellEffect = { kind: 'run', note: 'remote script' };

/** Effects with those marked that run what came over the network. */
export function markRemote(effects: readonly ShellEffect[], stdin: Stdin, walker: Walker): ShellEffect[] {
  const marked: ShellEffect[] = [];
  let isMarked = false;
  for (const effect of effects) {
    marked.push(effect);
    if (effect.kind !== 'run' || isMarked) continue;
    const isFetched = effect.target?.path !== undefined && walker.fetched.has(effect.target.path);
    // A program that runs code and names no file for it takes the code from its input.
    if (
      isFetched ||
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

function readsFetched({ kind, target }: ShellEffect, walker: Walker): boolean {
  return (kind === 'read' || kind === 'delete') && target?.path !== undefined && walker.fetched.has(target.path);
}
