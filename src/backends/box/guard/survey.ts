import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { findProtected, mayBeProtected, type ProtectedRule } from '../../../files/index.ts';

/** The protected paths of a workspace as they were at one moment. All are absolute. */
export interface Survey {
  /** Files and folders that no program may change. */
  readonly locked: readonly string[];
  /** Folders in which programs may work, but which must not be moved or replaced: of git, and of what is locked. */
  readonly pinned: readonly string[];
  /** Every protected file, with what tells whether it was changed. */
  readonly files: ReadonlyMap<string, GuardedFile>;
  /** False when there are more folders than are looked at. */
  readonly isWhole: boolean;
}

export interface GuardedFile {
  readonly rule: string;
  readonly signature: string;
}

/** What was found in a folder, for as long as that does not change. */
export type SurveyCache = Map<string, { readonly changedMs: number; readonly listing: Listing }>;

interface Place {
  readonly path: string;
  /** From the workspace. */
  readonly segments: readonly string[];
  /** A name on the way is one that some rule knows. */
  readonly isSuspect: boolean;
}

interface Listing {
  readonly below: readonly Place[];
  readonly guarded: readonly { readonly name: string; readonly rule: ProtectedRule; readonly isLink: boolean }[];
  readonly isPinned: boolean;
}

const mostFolders = 20_000;
const mostFiles = 5_000;
/** Nobody works in them: what lies there is run by nobody's editor and nobody's git. */
const skipped: ReadonlySet<string> = new Set(['node_modules']);
/** A folder that changes again in the tick of the kernel's clock in which it was read keeps the same time. */
const clockTickMs = 20;

/** Walks a workspace; folders that have not changed since the last walk are not read again. */
export async function survey(workspace: string, state: readonly string[], cache: SurveyCache): Promise<Survey> {
  const locked: string[] = [];
  const pinned: string[] = [];
  const files = new Map<string, GuardedFile>();
  const waiting: Place[] = [{ path: workspace, segments: [], isSuspect: false }];
  let count = 0;
  for (const place of waiting) {
    const { path } = place;
    const listing = listingOf(place, state, cache);
    if (listing.isPinned) pinned.push(path);
    for (const { name, rule, isLink } of listing.guarded) {
      // A link cannot be locked, and what it leads to is not what is protected.
      if (!isLink) locked.push(join(path, name));
      if (rule.write !== 'never') addFiles(files, join(path, name), rule.id);
    }
    if (waiting.length < mostFolders) waiting.push(...listing.below);
    if (++count % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { locked, pinned, files, isWhole: waiting.length < mostFolders && files.size < mostFiles };
}

const nothing: Listing = { below: [], guarded: [], isPinned: false };

function listingOf(place: Place, state: readonly string[], cache: SurveyCache): Listing {
  const { path } = place;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return nothing;
  const known = cache.get(path);
  if (known?.changedMs === stat.ctimeMs) return known.listing;
  const listing = read(place, state);
  if (Date.now() - stat.ctimeMs > clockTickMs) cache.set(path, { changedMs: stat.ctimeMs, listing });
  else cache.delete(path);
  return listing;
}

function read(place: Place, state: readonly string[]): Listing {
  const { path, segments, isSuspect } = place;
  const entries = entriesOf(path);
  if (isOfGit(segments.at(-1), entries)) return ofGit(place, entries);
  const below: Place[] = [];
  const guarded: { name: string; rule: ProtectedRule; isLink: boolean }[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const isKnown = isSuspect || mayBeProtected(name);
    const rule = isKnown
      ? guards(findProtected([...segments, name], 'write', { state, makesFolder: true }))
      : undefined;
    if (rule && !(entry.isDirectory() && isGitName(name))) guarded.push({ name, rule, isLink: entry.isSymbolicLink() });
    else if (entry.isDirectory() && !skipped.has(name)) below.push(folderIn(place, name, isKnown));
  }
  // The part of a protected path that comes before its last name: `.github` of `.github/workflows`.
  const isPinned = isSuspect && guards(findProtected(segments, 'write', { state })) !== undefined;
  return { below, guarded, isPinned };
}

/** A secret is worth reading, not writing: it is no danger that a program makes one. */
function guards(rule: ProtectedRule | undefined): ProtectedRule | undefined {
  return rule && (rule.read === 'free' || rule.write === 'never') ? rule : undefined;
}

function isGitName(name: string | undefined): boolean {
  return name?.toLowerCase() === '.git';
}

/** By its content too: git takes any folder for a repository that looks like one. */
function isOfGit(name: string | undefined, entries: readonly Dirent[]): boolean {
  if (isGitName(name)) return true;
  const names = new Set(entries.map((entry) => entry.name));
  return names.has('HEAD') && (names.has('objects') || names.has('commondir'));
}

const ruleOfGit: Readonly<Record<string, ProtectedRule>> = Object.fromEntries(
  ['hooks', 'config', 'config.worktree', 'commondir'].map((name) => [
    name,
    findProtected(['.git', name === 'hooks' ? name : 'config'], 'write', { state: [] }) as ProtectedRule,
  ]),
);

/** Git may work in its own folder; not with its hooks, its settings, or the file that says where else to look for both. */
function ofGit(place: Place, entries: readonly Dirent[]): Listing {
  const guarded = entries.flatMap((entry) => {
    const { name } = entry;
    const rule = Object.hasOwn(ruleOfGit, name) ? ruleOfGit[name] : undefined;
    return rule ? [{ name, rule, isLink: entry.isSymbolicLink() }] : [];
  });
  const folders = entries.filter(
    (entry) => entry.isDirectory() && (entry.name === 'modules' || entry.name === 'worktrees'),
  );
  return { below: folders.map(({ name }) => folderIn(place, name, false)), guarded, isPinned: true };
}

function folderIn({ path, segments }: Place, name: string, isSuspect: boolean): Place {
  return { path: join(path, name), segments: [...segments, name], isSuspect };
}

function addFiles(files: Map<string, GuardedFile>, path: string, rule: string): void {
  const waiting = [path];
  for (const one of waiting) {
    if (files.size >= mostFiles) return;
    const stat = lstatSync(one, { throwIfNoEntry: false });
    if (stat?.isDirectory()) waiting.push(...entriesOf(one).map(({ name }) => join(one, name)));
    else if (stat) files.set(one, { rule, signature: [stat.ctimeMs, stat.ino, stat.size, stat.mode].join(' ') });
  }
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return []; // gone, or not ours to read: no program of ours can have changed it either
  }
}
