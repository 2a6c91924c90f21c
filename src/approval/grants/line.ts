import { posix } from 'node:path';
import { followLinks } from '../../files/index.ts';
import type { JudgedLine, JudgedPart } from '../../protocol/approver.ts';
import type { BoundCommand } from '../../protocol/grant.ts';
import type { ShellCommand } from '../../protocol/shell.ts';
import { known, type Place } from './place.ts';

/** A command of a line, with those of the script that it is. */
export interface Unit {
  readonly command: ShellCommand;
  readonly inner: readonly ShellCommand[];
  /** Of all of them together. */
  readonly part: JudgedPart;
}

/**
 * The commands of a line that a standing answer may cover; undefined when there can be none. It has to be understood,
 * and to consist of nothing but simple commands that are joined: loops, functions, assignments for later, code in
 * arguments and wrappers can change what a covered command does, so that such a line is asked about each time.
 */
export function unitsOf({ plan, parts, objections }: JudgedLine): readonly Unit[] | undefined {
  const { commands } = plan;
  const isUnderstood =
    plan.shell === 'bash' && // what changes what a command does is known of no other shell
    objections.length === 0 &&
    !plan.isForkBomb &&
    plan.doubts.length === 0 &&
    commands.length === parts.length &&
    commands.every(({ doubts }) => doubts.length === 0);
  if (!isUnderstood) return undefined;
  const units: Unit[] = [];
  for (let at = 0; at < commands.length;) {
    const command = commands[at] as ShellCommand;
    const inner = innerOf(command, commands.slice(at + 1));
    units.push({ command, inner, part: together(parts.slice(at, at + 1 + inner.length)) });
    at += 1 + inner.length;
  }
  const outer = units.map(({ command }) => command);
  const isPlain =
    outer.every(({ path }) => path.every((step) => plainSteps.has(step))) &&
    outer.every((command) => !command.isBuiltin || isHarmlessBuiltin(command)) &&
    /^[\s;&|()\0]*$/.test(besideCommands(plan.text, outer));
  return isPlain ? units : undefined;
}

const plainSteps: ReadonlySet<string> = new Set(['pipe', '&', '()']);

/** What stands in the script that a command is by its path; not what that brings in from elsewhere. */
function innerOf({ argv, path }: ShellCommand, after: readonly ShellCommand[]): readonly ShellCommand[] {
  const name = argv[0] && known(argv[0]);
  if (name?.includes('/') !== true) return [];
  const isOther = (command: ShellCommand) => command.path[path.length] !== name;
  const end = after.findIndex(isOther);
  return end < 0 ? after : after.slice(0, end);
}

function together(parts: readonly JudgedPart[]): JudgedPart {
  const [first] = parts as [JudgedPart];
  return {
    ...first,
    decision: parts.every(({ decision }) => decision === 'allow') ? 'allow' : 'ask',
    rules: [...new Set(parts.flatMap(({ rules }) => rules))].toSorted(),
    isOpaque: parts.some(({ isOpaque }) => isOpaque),
  };
}

/** Builtins after which the shell is what it was before, but for its folder, which is known. */
function isHarmlessBuiltin({ name, argv }: ShellCommand): boolean {
  if (name === 'printf') return argv[1] !== undefined && known(argv[1])?.startsWith('-') === false;
  return harmlessBuiltins.has(name ?? '');
}

const harmlessBuiltins: ReadonlySet<string> = new Set(
  'cd pushd popd echo true false : test [ pwd exit wait type kill jobs times'.split(' '),
);

/** What stands between the commands, each of which is a NUL, without comments. */
function besideCommands(text: string, commands: readonly ShellCommand[]): string {
  let rest = '';
  let at = 0;
  for (const { span } of commands.toSorted((a, b) => a.span.start - b.span.start)) {
    rest += `${text.slice(at, Math.max(at, span.start))}\0`;
    at = Math.max(at, span.end);
  }
  return (rest + text.slice(at)).replaceAll(/(?<=^|[\s;&|()])#[^\n\0]*/g, '');
}

/** A line must not change, before or while they run, the files that its commands are bound to. */
export function leavesAlone(line: JudgedLine, files: BoundCommand['files'], { root }: Place): boolean {
  const bound = files.map(({ path }) => followLinks(posix.resolve(root, path)));
  if (bound.length === 0) return true;
  return line.plan.commands.every(({ effects }) =>
    effects.every(({ kind, target, recursive }) => {
      if (kind !== 'write' && kind !== 'delete') return true;
      if (target === undefined) return true;
      if (target.path === undefined || target.isPattern) return false;
      const path = followLinks(target.path);
      return !bound.some((file) => file === path || (recursive === true && file.startsWith(`${path}/`)));
    }),
  );
}
