import { posix } from 'node:path';
import type { Effect, PlannedCommand } from '../protocol/plan.ts';
import type { ShellCommand, ShellEffect, ShellPlan, Target } from '../protocol/shell.ts';
import type { Loss } from '../protocol/undo.ts';

const mostLosses = 1_000;

/** What a shell line would delete or overwrite, as far as its effects name paths. */
export function shellLosses({ commands }: ShellPlan): Loss[] {
  return commands.flatMap(lossesOf).slice(0, mostLosses);
}

/** What work in this process would replace: where existing files are replaced only on demand, only then. */
export function actionLosses({ effects, args }: PlannedCommand, confirm: 'always' | 'overwrite' | undefined): Loss[] {
  const overwrites = args['overwrite'] === true;
  if (confirm !== undefined && !overwrites) return [];
  return effects.flatMap(({ kind, target }: Effect): Loss[] =>
    kind === 'write' || kind === 'delete' ? [{ kind, path: target, isPattern: false, below: overwrites }] : [],
  );
}

function lossesOf(command: ShellCommand): Loss[] {
  return command.effects.flatMap((effect): Loss[] => {
    const { kind, thing, target, recursive: below = false, note } = effect;
    if (kind === 'change' && thing === 'uncommitted-work') return uncommitted(effect, command);
    if (target?.path === undefined) return [];
    const about = { path: target.path, isPattern: target.isPattern, below };
    if (kind === 'delete' && !thing) return [{ ...about, kind: note === 'moved' ? 'move' : 'delete' }];
    return kind === 'write' ? [{ ...about, kind, ...namesIn(effect, command) }] : [];
  });
}

/** Of the files that are named, or of the whole repository: then what is named is a commit, or nothing is. */
function uncommitted({ target, force }: ShellEffect, { cwd }: ShellCommand): Loss[] {
  if (cwd === undefined) return [];
  const isWhole = force === true || !target;
  if (!isWhole && target.text.includes('…')) return [];
  const path = isWhole ? cwd : posix.resolve(cwd, target.text);
  return [{ kind: 'uncommitted', path, isPattern: false, below: isWhole }];
}

/** `cp a b folder` writes `a` and `b` in the folder; `tar x -C folder` may write anything there. */
function namesIn({ recursive, target }: ShellEffect, { effects }: ShellCommand): Pick<Loss, 'names'> {
  const sources = effects.filter(({ kind, target: other }) => kind === 'read' && other && other.path !== target?.path);
  const isNamed = ({ recursive: deep = false, target: source }: ShellEffect) =>
    source && hasName(source) && (recursive !== true || deep);
  if (sources.length === 0 || !sources.every(isNamed)) return {};
  return { names: sources.map(({ target: source }) => posix.basename(source?.path ?? '')) };
}

function hasName({ path, text, isPattern }: Target): boolean {
  return path !== undefined && path !== '/' && !isPattern && !text.endsWith('/') && !/(^|\/)\.{1,2}$/.test(text);
}
