import { posix } from 'node:path';
import { followLinks, isFolder } from '../../files/index.ts';
import type { JudgedPart } from '../../protocol/approver.ts';
import type { BoundCommand } from '../../protocol/grant.ts';
import type { ShellCommand, ShellEffect, Word } from '../../protocol/shell.ts';
import { namedFiles } from './named-files.ts';
import { hashOfFile, inside, known, sha256, type Place } from './place.ts';

/**
 * All that a grant depends on, as it is now. A command is covered when this is what it was when the answer was given.
 * Undefined when something of it is known only at run time, or cannot be held on to.
 */
export function bind(
  command: ShellCommand,
  inner: readonly ShellCommand[],
  part: JudgedPart,
  place: Place,
): BoundCommand | undefined {
  const argv = command.argv.map(known);
  const assignments = command.assignments.map(({ name, value }) => join(name, known(value)));
  // In a folder that is not there, `cd x; …` goes on where it was.
  const cwd = command.cwd !== undefined && isFolder(command.cwd) ? inside(command.cwd, place) : undefined;
  const stdin = stdinOf(command, place);
  const executable = executableOf(command, place);
  const named = [command, ...inner].flatMap((each) => namedFiles(each, place) ?? [undefined]);
  const files = withoutTwins([...(executable?.files ?? []), ...named]);
  const complete =
    argv.every(isKnown) && assignments.every(isKnown) && files.every(isKnown) && !command.argv.some(mayBecomeOption);
  if (!complete || cwd === undefined || stdin === undefined || !executable) return undefined;
  return {
    kind: 'exact',
    argv,
    cwd,
    assignments,
    stdin,
    effects: [command, ...inner].flatMap(({ effects }) => effects.map((effect) => effectText(effect, place))),
    rules: part.rules.filter((rule) => rule !== ''),
    executable: executable.name,
    files,
  };
}

/** A program of the workspace is also the script that it names. */
function withoutTwins(files: readonly (BoundCommand['files'][number] | undefined)[]) {
  return files.filter((file, at) => files.findIndex((other) => other?.path === file?.path) === at);
}

function isKnown<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** `*` may stand for a file that is called `-rf`. */
function mayBecomeOption({ isPattern, pieces: [first] }: Word): boolean {
  return isPattern && (typeof first !== 'string' || /^[*?[+@!]/.test(first));
}

function join(name: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${name}=${value}`;
}

/** The same words for the same effect, wherever the workspace lies. */
export function effectText({ kind, thing, target, recursive, force, note }: ShellEffect, { root }: Place): string {
  const path = target?.path ?? target?.text;
  const place =
    path === undefined ? '' : path === root ? '.' : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return [kind, thing ?? '', place, recursive ? 'recursive' : '', force ? 'force' : '', note ?? ''].join('|');
}

/** The other way; a place may have any character in it. */
export function effectParts(text: string): { kind: string; place: string; note: string } {
  const [kind = '', , ...rest] = text.split('|');
  return { kind, place: rest.slice(0, -3).join('|'), note: rest.at(-1) ?? '' };
}

/** A program in the workspace is bound by its content too: whoever may run may also write there. */
function executableOf(
  { argv, cwd, isBuiltin }: ShellCommand,
  place: Place,
): { name: string; files: BoundCommand['files'] } | undefined {
  if (isBuiltin) return { name: 'builtin', files: [] };
  const name = argv[0] && known(argv[0]);
  const found = name && cwd !== undefined ? place.findProgram(name, cwd) : undefined;
  if (found === undefined) return undefined;
  const path = inside(found, place);
  if (path === undefined) return { name: followLinks(found), files: [] };
  const sha256 = hashOfFile(found);
  return sha256 === undefined ? undefined : { name: path, files: [{ path, what: 'the program', sha256 }] };
}

function stdinOf({ stdin, cwd }: ShellCommand, place: Place): string | undefined {
  if (stdin.kind === 'inherited') return '';
  // What another program prints is not known before it runs.
  if (stdin.kind === 'pipe') return undefined;
  const value = known(stdin.kind === 'text' ? stdin.text : stdin.path);
  if (value === undefined || cwd === undefined) return undefined;
  if (stdin.kind === 'text') return value === '' ? '' : `text ${sha256(value)}`;
  const content = hashOfFile(posix.resolve(cwd, value));
  const path = inside(posix.resolve(cwd, value), place);
  return content === undefined || path === undefined ? undefined : `${path} ${content}`;
}
