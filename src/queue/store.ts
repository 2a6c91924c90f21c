import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { Folder } from '../files/index.ts';
import { randomName } from '../platform/ids.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import type { JobState } from '../protocol/queue.ts';
import { readJob, writeJob, type JobFile, type JobSpec } from './job-file.ts';
import { formatName, parseName, type JobName } from './job-name.ts';
import { lockName, tryRename, whileLocked } from './lock.ts';

/**
 * The jobs of one workspace in user state: a file each, whose name is its state and whose content only grows. A job
 * is never in two places, and there is no moment at which it is in none.
 */
export interface JobStore extends Disposable {
  readonly folder: Folder;
  /** Oldest first. */
  names(): JobName[];
  /** Undefined when there is none of that id; without a file when that is damaged. */
  look(id: string): { readonly name: JobName; readonly file: JobFile | undefined } | undefined;
  /** The same for what cannot do without the file. */
  find(id: string): { readonly name: JobName; readonly file: JobFile } | undefined;
  /** Gives the job that has the key already, if there is one; its line as long as it is kept. */
  add(spec: JobSpec): Promise<Known | undefined>;
  /** False when somebody else was faster. */
  move(from: JobName, to: JobName): boolean;
  ofKey(key: string): string | undefined;
  /** Forgets all but the newest of the jobs that ended; keys are remembered. */
  prune(keep: number): Promise<void>;
}

/** Undefined when there is no queue yet and none is to be made. */
export function openStore(path: string, owner: string, options: { create: boolean }): JobStore | undefined {
  const folder = openFolder(path, options.create);
  return folder && storeIn(folder, owner);
}

function storeIn(folder: Folder, owner: string): JobStore {
  const keys = folder.folder('keys', { create: true });

  const names = () =>
    folder
      .allEntries()
      .flatMap((entry) => (entry.isFile() ? (parseName(entry.name) ?? []) : []))
      .sort((a, b) => (a.id < b.id ? -1 : 1));

  function claim(key: string): Claim | undefined {
    const text = keys.read(keyName(key), 1024)?.toString('utf8');
    if (text === undefined) return undefined;
    // After a power cut the file may be empty; then the job itself knows its key.
    return parseClaim(text) ?? names().find((name) => readJob(folder, name)?.spec.key === key);
  }

  /** Nearly every job waits for its first attempt or is done after it; that saves a look at all of them. */
  function nameOf(id: string): JobName | undefined {
    const likely = [
      { id, state: 'waiting', attempts: 0 },
      { id, state: 'done', attempts: 1 },
    ] as const;
    return likely.find((each) => folder.stat(formatName(each))) ?? names().find((each) => each.id === id);
  }

  function look(id: string): ReturnType<JobStore['look']> {
    const current = () => names().find((each) => each.id === id);
    let name = current();
    for (let tries = 0; name && tries < 100; tries++) {
      const file = readJob(folder, name);
      const next = file ? name : current();
      // It may have got another name between looking for it and reading it; one that kept its name cannot be read.
      if (file || (next && formatName(next) === formatName(name))) return { name, file };
      name = next;
    }
    return name && { name, file: undefined };
  }

  function find(id: string): ReturnType<JobStore['find']> {
    const found = look(id);
    if (!found) return undefined;
    const { name, file } = found;
    if (file) return { name, file };
    const path = `${folder.path}/${formatName(name)}`;
    throw new SallyportError('InternalError', { reason: `a job is damaged; remove its file to give it up: ${path}` });
  }

  function addKeyed(spec: JobSpec, key: string): Known | undefined {
    const known = claim(key);
    const name = known && !known.state ? nameOf(known.id) : undefined;
    const state = known?.state ?? name?.state;
    if (known && state)
      return { id: known.id, state, line: name && (readJob(folder, name) ?? find(known.id)?.file)?.spec.line };
    // First the key: whoever dies between the two leaves a key of no job, which the next one takes.
    keys.write(keyName(key), JSON.stringify({ id: spec.id }), { mode: 0o600 });
    writeJob(folder, spec);
    return undefined;
  }

  function forget(name: JobName): void {
    const { key } = readJob(folder, name)?.spec ?? { key: null };
    if (key !== null)
      keys.write(keyName(key), JSON.stringify({ id: name.id, state: name.state }), { mode: 0o600, durable: false });
    folder.remove(formatName(name));
  }

  return {
    folder,
    names,
    look,
    find,
    async add(spec) {
      const { key } = spec;
      if (key !== null) return whileLocked(folder, owner, () => addKeyed(spec, key));
      writeJob(folder, spec);
      return undefined;
    },
    move(from, to) {
      if (!tryRename(folder, formatName(from), formatName(to))) return false;
      folder.sync();
      return true;
    },
    ofKey: (key) => claim(key)?.id,
    async prune(keep) {
      const all = names();
      const ended = all.filter(({ state }) => state !== 'waiting' && state !== 'running');
      if (ended.length <= keep) return;
      const waiting = all.filter(({ state }) => state === 'waiting');
      const needed = new Set(waiting.map((name) => readJob(folder, name)?.spec.after));
      await whileLocked(folder, owner, () => {
        for (const name of ended.slice(0, -keep)) if (!needed.has(name.id)) forget(name);
      });
    },
    [Symbol.dispose]() {
      keys[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

interface Known {
  readonly id: string;
  readonly state: JobState;
  readonly line: string | undefined;
}

interface Claim {
  readonly id: string;
  readonly state?: JobState;
}

function parseClaim(text: string): Claim | undefined {
  try {
    const claim = JSON.parse(text) as Partial<Claim> | null;
    return typeof claim?.id === 'string' ? (claim as Claim) : undefined;
  } catch {
    return undefined;
  }
}

function openFolder(path: string, create: boolean): Folder | undefined {
  for (let made = false; ; made = true) {
    try {
      return Folder.open(path);
    } catch (error) {
      if (!isSallyportError(error) || error.code !== 'NotFound' || made) throw error;
      if (!create) return undefined;
      makeWhole(path);
    }
  }
}

/** With the lock in it from the start: of many processes that make it at once, one rename wins. */
function makeWhole(path: string): void {
  using parent = Folder.open(dirname(path));
  const draft = `.queue-${randomName()}`;
  parent.mkdir(draft);
  {
    using folder = parent.folder(draft);
    folder.write(lockName, '', { mode: 0o600 });
  }
  try {
    parent.rename(draft, basename(path));
  } catch (error) {
    parent.removeFolder(draft);
    if (!parent.stat(basename(path))) throw error;
  }
}

function keyName(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
