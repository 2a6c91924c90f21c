import { isTemporaryName, parsePath, type Root, type SourceEntry, type SourceFolder } from '../../files/index.ts';
import { isSallyportError } from '../../protocol/errors.ts';
import { parseIgnore, type IgnoreRules } from './ignore.ts';

export interface Found {
  /** Relative to the workspace. */
  readonly path: string;
  readonly kind: SourceEntry['kind'];
}

export interface WalkOptions {
  /** How many levels below the folder; 1 is the folder itself. */
  readonly depth?: number;
  /** For a search: leaves out `.git`, `node_modules` and what a `.gitignore` names, unless `start` leads there. */
  readonly honoursIgnore: boolean;
}

/** What a walk has to tell besides what it found. */
export interface Tally {
  visited: number;
  /** Of what `.gitignore` names, and `node_modules`. */
  ignored: number;
  /** Protected, closed to this user, of too many entries, or with a name that is no text. */
  closed: number;
  /** It ended before everything was seen. */
  isCut: boolean;
}

const maxVisited = 200_000;
const maxDepth = 100;
const maxIgnoreBytes = 64 * 1024;

export function newTally(): Tally {
  return { visited: 0, ignored: 0, closed: 0, isCut: false };
}

/** All that is below a folder, in the order of the paths, never through a link, and not in `.git` or `node_modules`. */
export function* walk(root: Root, start: string, options: WalkOptions, tally: Tally): Generator<Found> {
  const segments = parsePath(start, 'read');
  if (options.honoursIgnore && segments.includes('.git')) return;
  using folder = root.sourceFolder(start);
  const rules = options.honoursIgnore ? rulesAbove(root, segments) : [];
  yield* inside(folder, segments.join('/'), rules, 1);

  function* inside(folder: SourceFolder, path: string, above: readonly Placed[], level: number): Generator<Found> {
    const entries = listed(folder, level === 1);
    const own = options.honoursIgnore && level > 1 ? ownRules(folder, path, entries) : undefined;
    if (own?.hidesAll) return;
    const rules = own ? [own, ...above] : above;
    for (const { name, kind, isExact } of entries) {
      if (++tally.visited > maxVisited) tally.isCut = true;
      if (tally.isCut) return;
      if (isTemporaryName(name)) continue;
      const below = path === '' ? name : `${path}/${name}`;
      const isFolder = kind === 'dir';
      if (!isExact) tally.closed++;
      else if (options.honoursIgnore && isIgnored(rules, below, isFolder)) tally.ignored++;
      else yield* found(folder, name, { path: below, kind }, rules, level);
    }
  }

  function* found(
    folder: SourceFolder,
    name: string,
    entry: Found,
    rules: readonly Placed[],
    level: number,
  ): Generator<Found> {
    const { path, kind } = entry;
    const isHeavy = name === 'node_modules';
    if (options.honoursIgnore && (isHeavy || name === '.git')) {
      if (isHeavy) tally.ignored++;
      return;
    }
    yield entry;
    if (kind !== 'dir' || name === '.git' || isHeavy || level >= (options.depth ?? Infinity)) return;
    const inner = level < maxDepth ? attempt(() => folder.folder(name)) : undefined;
    if (!inner) return void tally.closed++;
    try {
      yield* inside(inner, path, rules, level + 1);
    } finally {
      inner[Symbol.dispose]();
    }
  }

  /** In the order of whole paths: `a.txt` comes before what is in `a`. A folder that is asked for must be listed, any other may fail. */
  function listed(folder: SourceFolder, isStart: boolean): SourceEntry[] {
    const entries = isStart ? folder.entries(maxVisited) : attempt(() => folder.entries(maxVisited));
    if (!entries) tally.closed++;
    const keyed = (entries ?? []).map((entry) => ({
      entry,
      key: entry.kind === 'dir' ? `${entry.name}/` : entry.name,
    }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
  }
}

interface Placed extends IgnoreRules {
  /** The path of the folder and a slash; empty for the workspace. */
  readonly prefix: string;
}

/** The rules that hold in a folder; none when one of them leaves out the folder itself, for then it was named on purpose. */
function rulesAbove(root: Root, segments: readonly string[]): Placed[] {
  let rules: Placed[] = [];
  for (let depth = 0; depth <= segments.length; depth++) {
    const path = segments.slice(0, depth).join('/');
    if (depth > 0 && (isIgnored(rules, path, true) || segments[depth - 1] === 'node_modules')) return [];
    const text = attempt(() => root.read(path === '' ? '.gitignore' : `${path}/.gitignore`, maxIgnoreBytes));
    // `*` in a folder's own file is how tools hide what they make: who names the folder wants to see it.
    const exceptWhole = depth === segments.length && depth > 0;
    if (text) rules = [placed(path, text.toString(), exceptWhole), ...rules];
  }
  return rules;
}

function ownRules(folder: SourceFolder, path: string, entries: readonly SourceEntry[]): Placed | undefined {
  if (!entries.some(({ name, kind }) => name === '.gitignore' && kind === 'file')) return undefined;
  return attempt(() => {
    using file = folder.file('.gitignore');
    const bytes = Buffer.alloc(Math.min(file.size, maxIgnoreBytes));
    return placed(path, bytes.toString('utf8', 0, file.read(bytes)));
  });
}

function placed(path: string, text: string, exceptWhole = false): Placed {
  return { prefix: path === '' ? '' : `${path}/`, ...parseIgnore(text, { exceptWhole }) };
}

/** The nearest file that has an opinion counts. */
function isIgnored(rules: readonly Placed[], path: string, isFolder: boolean): boolean {
  for (const { prefix, ignores } of rules) {
    const says = ignores(path.slice(prefix.length), isFolder);
    if (says !== undefined) return says;
  }
  return false;
}

/** Anything may have happened to an entry since it was seen, and not every one is open to us. */
function attempt<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (isSallyportError(error)) return undefined;
    throw error;
  }
}
