import { join } from 'node:path/posix';
import { matchingPaths } from '../files/index.ts';
import { protectionAt } from '../policy/shell/index.ts';
import type { ProcessEnd, ProcessGrant } from '../protocol/backend.ts';
import type { ShellCommand } from '../protocol/shell.ts';
import { networkFor } from './network.ts';
import type { ShellCheck, ShellParts } from './shell-check.ts';

const mostPaths = 100;
const mostNotes = 20;

/**
 * The protected paths that a line says it changes, and what it says it removes. Whoever lets it run has allowed that, so a box must not
 * forbid it; what it does not say stays locked.
 */
export function grantFor(check: ShellCheck, parts: ShellParts): ProcessGrant | undefined {
  const { commands } = check.plan;
  const effects = commands.flatMap((command) => command.effects);
  const isProtected = (path: string) => protectionAt(path, 'write', parts)?.isClosed === false;
  const written = effects.flatMap(({ kind, thing, target }) =>
    (kind === 'write' || (kind === 'change' && thing === 'uncommitted-work')) && target?.path !== undefined
      ? (target.isPattern ? matchingPaths(target.path) : [target.path]).filter(isProtected)
      : [],
  );
  const removes = effects.flatMap(({ kind, target }) => {
    const isNamed = kind === 'delete' && target?.path !== undefined && !target.isPattern;
    return isNamed && target.path?.startsWith(`${parts.root}/`) ? [target.path] : [];
  });
  const paths = [...new Set([...written, ...gitSettings(commands, parts.root)])];
  const network = networkFor(check, parts);
  if (paths.length + removes.length === 0 && !network) return undefined;
  return { paths: paths.slice(0, mostPaths), removes: removes.slice(0, mostPaths), ...(network ? { network } : {}) };
}

/** Subcommands of git that note remotes and branches in its config. */
const noting = new Set(['remote', 'branch', 'switch', 'checkout', 'config', 'push', 'pull', 'submodule', 'worktree']);
const bystanders = new Set(['git', 'cd', 'echo', 'true', ':']);

/** Only where nothing else runs beside git: of what it writes there, harmless settings alone stay. */
function gitSettings(commands: readonly ShellCommand[], root: string): string[] {
  if (!commands.every(({ name }) => name !== null && bystanders.has(name))) return [];
  const writers = commands.filter(
    ({ name, argv }) =>
      name === 'git' && argv.some(({ pieces: [first] }) => typeof first === 'string' && noting.has(first)),
  );
  return writers.flatMap(({ cwd }) => [root, cwd ?? root].map((folder) => join(folder, '.git/config')));
}

/** What a backend has to say about a run that is neither output nor exit code. */
export function notesOn({ hitLimit, touched = [], note }: ProcessEnd): string[] {
  const shown = touched.slice(0, mostNotes).map(({ path, rule, done }) => {
    const what = done === undefined ? 'look at it before you go on' : done;
    return `The command made or changed the protected path ${path} (${rule}): ${what}.`;
  });
  const others = touched.length - shown.length;
  return [
    ...(hitLimit === undefined ? [] : [`The command ran into the limit on ${limitNames[hitLimit] ?? hitLimit}.`]),
    ...shown,
    ...(others > 0 ? [`${others} more protected paths were made or changed; the record names them.`] : []),
    ...(note === undefined ? [] : [note]),
  ];
}

const limitNames: Readonly<Record<string, string | undefined>> = {
  processes: 'the number of processes',
  memoryBytes: 'memory',
  cpuSeconds: 'processor time',
  fileBytes: 'the size of a file',
  writtenBytes: 'bytes written',
};
