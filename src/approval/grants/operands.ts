import { posix } from 'node:path';
import { isFolder } from '../../files/index.ts';
import type { JudgedPart } from '../../protocol/approver.ts';
import type { BoundCommand } from '../../protocol/grant.ts';
import type { ShellCommand } from '../../protocol/shell.ts';
import { effectText } from './bind.ts';
import { inside, known, type Place } from './place.ts';

/**
 * The same program, subcommand and options with any files of the workspace as its operands. Only where that is all that
 * varies: every such word is the target of an effect that the tables know, nothing is deleted or contacted, and
 * protected files bring a rule of their own, for which the answer does not hold.
 */
export function bindOperands(
  exact: BoundCommand,
  command: ShellCommand,
  part: JudgedPart,
  place: Place,
): BoundCommand | undefined {
  // What a file of rules calls `build` is no file, even where there is one of that name.
  const hasRules = exact.files.some(({ what }) => what !== 'the program' && what !== 'the script');
  const hasRedirect = command.effects.some(({ kind, note }) => kind === 'write' && note === 'redirect');
  if (hasRules || hasRedirect || !mildLevels.has(part.level) || !command.effects.every(isMild)) return undefined;
  const operands = operandsOf(command, place);
  if (operands.size === 0) return undefined;
  const isOperand = (path: string | undefined) => path !== undefined && operands.has(path);
  const own = new Set([...operands.keys()].map((path) => inside(path, place)));
  return {
    ...exact,
    kind: 'operands',
    argv: command.argv.flatMap((word) => ([...operands.values()].includes(word) ? [] : [known(word) ?? ''])),
    effects: unique(
      command.effects.map((effect) => {
        if (!isOperand(effect.target?.path)) return effectText(effect, place);
        const { target: _, ...anyFile } = effect;
        return `${effectText(anyFile, place)} any file`;
      }),
    ),
    files: exact.files.filter(({ path, what }) => what === 'the program' || !own.has(path)),
  };
}

const mildLevels: ReadonlySet<JudgedPart['level']> = new Set(['medium', 'unrated', 'low']);

function isMild({ kind, thing }: ShellCommand['effects'][number]): boolean {
  return kind === 'read' || kind === 'write' || kind === 'run' || (kind === 'change' && thing === 'permissions');
}

/** Words that name a file of the workspace on which the command acts, by the path that they stand for. */
function operandsOf({ argv, cwd, effects }: ShellCommand, place: Place): Map<string, ShellCommand['argv'][number]> {
  const found = new Map<string, ShellCommand['argv'][number]>();
  const targets = new Map<string | undefined, string[]>();
  for (const { target, kind } of effects) targets.set(target?.path, [...(targets.get(target?.path) ?? []), kind]);
  for (const word of argv.slice(1)) {
    const text = known(word);
    if (text === undefined || text === '' || text.startsWith('-') || word.isPattern || cwd === undefined) continue;
    const path = posix.resolve(cwd, text);
    const kinds = targets.get(path) ?? [];
    const isFile = kinds.some((kind) => kind !== 'run') || (kinds.length > 0 && isFolder(path) !== undefined);
    if (isFile && inside(path, place) !== undefined) found.set(path, word);
  }
  return found;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
