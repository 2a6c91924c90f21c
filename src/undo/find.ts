import { posix } from 'node:path';
import { fits, followLinks, isPattern, type Folder } from '../files/index.ts';
import { isSallyportError } from '../protocol/errors.ts';
import type { Loss } from '../protocol/undo.ts';

/** Something that is there now and will be lost. The folder is open until the next one is asked for. */
export interface Found {
  /** Relative to the workspace. */
  readonly path: string;
  readonly folder: Folder;
  readonly name: string;
  readonly stats: NonNullable<ReturnType<Folder['stat']>>;
}

export interface Skipped {
  readonly path: string;
  readonly reason: string;
}

export interface Search {
  /** The workspace. */
  readonly root: Folder;
  /** Segments of folders that are never looked into: our own. */
  readonly closed: readonly (readonly string[])[];
  /** Called for each member; false ends the search. */
  goOn(): boolean;
}

const maxDepth = 64;
const maxEntries = 100_000;
const odd = 'it is neither file, folder nor link';
const notKnown = 'which files in it are changed is not known beforehand';

/** Looks up what will be lost, in the workspace alone. Links are found as links. */
export function* findLosses(losses: readonly Loss[], search: Search): Generator<Found | Skipped> {
  for (const loss of losses) yield* findLoss(loss, search, 0);
}

function* findLoss(loss: Loss, search: Search, hops: number): Generator<Found | Skipped> {
  const { root } = search;
  const path = posix.resolve(root.path, loss.path);
  try {
    if (path === root.path) {
      if (loss.below) yield* everything(root, '', 0, search);
      else if (loss.kind === 'write') yield { path: '.', reason: notKnown };
      return;
    }
    const { parent, rest } = divide(path, loss.isPattern);
    // A link on the way to it is followed, as the command will do.
    const way = posix.relative(root.path, followLinks(parent));
    if (way === '..' || way.startsWith('../')) return;
    const segments = way === '' ? rest : [...way.split('/'), ...rest];
    yield* step(root, '', segments, loss, search, hops);
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    yield { path: loss.path, reason: error.message };
  }
}

/** The part of a path whose links can be followed, and the names after it. */
function divide(path: string, hasPattern: boolean): { parent: string; rest: string[] } {
  const names = path.split('/').slice(1);
  const first = hasPattern ? names.findIndex(isPattern) : -1;
  const at = first < 0 ? names.length - 1 : first;
  return { parent: `/${names.slice(0, at).join('/')}`, rest: names.slice(at) };
}

function* step(
  folder: Folder,
  at: string,
  [name = '', ...rest]: string[],
  loss: Loss,
  search: Search,
  hops: number,
): Generator<Found | Skipped> {
  const names = loss.isPattern && isPattern(name) ? namesIn(folder).filter((each) => fits(each, name)) : [name];
  for (const each of names) {
    if (!search.goOn()) return;
    if (rest.length === 0) yield* member(folder, at, each, loss, search, hops);
    else {
      using inner = isFolder(folder, each) ? folder.tryFolder(each) : undefined;
      if (inner) yield* step(inner, join(at, each), rest, loss, search, hops);
    }
  }
}

function* member(
  folder: Folder,
  at: string,
  name: string,
  loss: Loss,
  search: Search,
  hops: number,
): Generator<Found | Skipped> {
  const path = join(at, name);
  const stats = folder.stat(name);
  if (!stats) return;
  const closed = closedReason(path, search);
  if (closed !== undefined) return yield { path, reason: closed };
  if (!stats.isDirectory()) {
    if (!stats.isFile() && !stats.isSymbolicLink()) return yield { path, reason: odd };
    yield { path, folder, name, stats };
    // What is written through a link is written elsewhere.
    if (stats.isSymbolicLink() && loss.kind === 'write' && hops === 0) {
      const target = followLinks(posix.join(search.root.path, path));
      yield* findLoss({ ...loss, path: target, isPattern: false }, search, hops + 1);
    }
    return;
  }
  if (loss.kind === 'move') return;
  using inner = folder.tryFolder(name);
  if (!inner) return;
  if (loss.names) {
    const { names, ...each } = loss;
    for (const inside of names) yield* member(inner, path, inside, each, search, hops);
  } else if (loss.kind === 'write' && !loss.below) yield { path, reason: notKnown };
  else {
    if (loss.kind === 'delete') yield { path, folder, name, stats };
    if (loss.below) yield* everything(inner, path, 0, search);
  }
}

function* everything(folder: Folder, at: string, depth: number, search: Search): Generator<Found | Skipped> {
  if (depth > maxDepth) return yield { path: at, reason: `it lies more than ${maxDepth} folders deep` };
  const inner: string[] = [];
  for (const name of namesIn(folder)) {
    if (!search.goOn()) return;
    const path = join(at, name);
    const stats = folder.stat(name);
    const closed = closedReason(path, search);
    if (!stats) yield { path, reason: 'it cannot be reached by its name' };
    else if (closed !== undefined) yield { path, reason: closed };
    else if (stats.isDirectory()) inner.push(name);
    else if (stats.isFile() || stats.isSymbolicLink()) yield { path, folder, name, stats };
    else yield { path, reason: odd };
  }
  for (const name of inner) {
    const stats = folder.stat(name);
    using next = stats?.isDirectory() ? folder.tryFolder(name) : undefined;
    if (!stats || !next) continue;
    yield { path: join(at, name), folder, name, stats };
    yield* everything(next, join(at, name), depth + 1, search);
  }
}

function closedReason(path: string, { closed }: Search): string | undefined {
  const segments = path.split('/');
  if (segments.includes('.git')) return 'what git stores is not kept';
  return closed.some((folder) => folder.length > 0 && folder.every((name, at) => name === segments[at]))
    ? 'it belongs to Sallyport'
    : undefined;
}

function namesIn(folder: Folder): string[] {
  return folder.entries(maxEntries).map(({ name }) => name);
}

function isFolder(folder: Folder, name: string): boolean {
  return folder.stat(name)?.isDirectory() === true;
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
