import type { ProgramEffect, ShellEffect, Target, Word } from '../../protocol/shell.ts';
import { display } from './text.ts';

/** An effect with its target joined to the folder it acts in; all have the same fields, which makes rules fast. */
export function effectIn(effect: ProgramEffect, cwd: string | undefined): ShellEffect {
  const { kind, thing, target: word, recursive, force, note, found } = effect;
  const target = word && (isPath(effect) ? pathTarget(word, cwd) : plainTarget(word));
  return { kind, thing, target, recursive, force, note, found };
}

/** The folder would have to be known to say what it acts on. */
export function needsFolder(effect: ShellEffect): boolean {
  const { target } = effect;
  return target !== undefined && isPath(effect) && target.path === undefined && !target.text.startsWith('…');
}

export function pathTarget(word: Word, cwd: string | undefined): Target {
  const { pieces, isPattern } = word;
  const text = display(pieces);
  if (pieces.every((piece) => typeof piece === 'string'))
    return { text, path: resolvePath(text, cwd), within: undefined, ifEmpty: undefined, isPattern };
  const [first] = pieces;
  const start = typeof first === 'string' ? first.slice(0, first.lastIndexOf('/') + 1) : undefined;
  const within =
    start === undefined ? (folderOfOther(first) ?? folderOfFound(first)) : resolvePath(start === '' ? '.' : start, cwd);
  const isFilled = pieces.some((piece) => typeof piece === 'object' && piece.isFilled === true);
  const rest = pieces.filter((piece) => typeof piece === 'string').join('');
  const name = start === undefined && rest === '' ? nameOfFound(first) : undefined;
  const ifEmpty = isFilled ? undefined : name !== undefined && within ? `${within}/${name}` : resolvePath(rest, cwd);
  return { text, path: undefined, within, ifEmpty, isPattern };
}

/** `~name` of somebody else is not in the workspace. */
function folderOfOther(piece: Word['pieces'][number] | undefined): string | undefined {
  const name = typeof piece === 'object' ? /^~([A-Za-z_][\w.-]*)$/.exec(piece.name ?? '')?.[1] : undefined;
  return name === undefined ? undefined : `/home/${name}`;
}

/** `find ~ -name id_rsa | xargs cat` reads a key, wherever it is. */
function nameOfFound(piece: Word['pieces'][number] | undefined): string | undefined {
  const from = typeof piece === 'object' ? (piece.from ?? []).slice(0, mostSources) : [];
  return from.flatMap(({ effects }) => effects.map(({ found }) => found)).find((name) => name !== undefined);
}

/** What a program found lies below the folders that it searched: `find / | xargs rm`. */
function folderOfFound(piece: Word['pieces'][number] | undefined): string | undefined {
  const from = typeof piece === 'object' ? (piece.from ?? []).slice(0, mostSources) : [];
  const folders = from.flatMap(({ effects }) =>
    effects.filter(({ kind, note }) => kind === 'read' && note === 'found').map(({ target }) => target?.path),
  );
  const [one, ...others] = folders.map((path) => path?.replace(/[*?[].*$/s, '').split('/'));
  if (!one) return undefined;
  // Of several, what holds them all.
  const apart = one.findIndex((name, at) => others.some((other) => other?.[at] !== name));
  return (apart < 0 ? one : one.slice(0, apart)).join('/') || '/';
}

const mostSources = 32;

/** A name of nothing, of one dot or of two, or what the kernel keeps. */
const untidy = /(?:^(?!\/)|\/)\.{0,2}(?:\/|$)|^\/proc\//;

/** Absolute and without `.`, `..`, `//`; undefined when it is relative to a folder that nobody knows. */
export function resolvePath(path: string, cwd: string | undefined): string | undefined {
  if (path === '') return undefined;
  const isAbsolute = path.startsWith('/');
  if (!isAbsolute && cwd === undefined) return undefined;
  if (!untidy.test(path)) {
    if (isAbsolute) return path;
    if (cwd !== '/' && !cwd?.startsWith('/proc')) return [cwd, path].join('/');
  }
  const parts: string[] = [];
  for (const part of (isAbsolute ? path : `${cwd}/${path}`).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
    // The kernel's own names for `/` and for the current folder.
    if (parts.length === 3 && parts[0] === 'proc' && /^(?:self|thread-self|\d+)$/.test(parts[1] as string)) {
      if (parts[2] === 'root') parts.length = 0;
      else if (parts[2] === 'cwd' && !/\d/.test(parts[1] as string) && cwd !== undefined) {
        parts.splice(0, 3, ...cwd.split('/').filter((part) => part !== ''));
      }
    }
  }
  return `/${parts.join('/')}`;
}

function plainTarget({ pieces, isPattern }: Word): Target {
  return { text: display(pieces), path: undefined, within: undefined, ifEmpty: undefined, isPattern };
}

const ofFiles = new Set(['permissions', 'owner', 'disk', 'uncommitted-work']);

function isPath({ kind, thing }: Pick<ProgramEffect, 'kind' | 'thing'>): boolean {
  if (kind === 'change') return thing !== undefined && ofFiles.has(thing);
  return kind === 'read' || kind === 'write' || kind === 'delete' || kind === 'run';
}
