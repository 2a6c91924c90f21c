import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { findProtected, parsePath, sameNameKey, stateRule, type Root } from '../files/index.ts';
import type { Clock } from '../platform/clock.ts';
import { isSallyportError, SallyportError, toSallyportError } from '../protocol/errors.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import { maxRetry, type WatchEvent, type Watched, type WatchOptions } from '../protocol/queue.ts';
import type { TerminalExecOutput } from '../protocol/terminal-exec.ts';
import { hashOf, scan, type Seen } from './scan.ts';
import { openSettling } from './settle.ts';
import { parseTemplate, quote, type Template } from './template.ts';

/** A file that stays as it is for so long has been written to its end. */
const settleMs = 600;
const intervalMs = 1_000;
/** How long a queue that takes no more is left alone. */
const fullMs = 5_000;
/** With `once`: how long files that go on growing are waited for. */
const patienceMs = 60_000;

export interface WatchParts {
  readonly root: Root;
  /** From the workspace to the state folder. */
  readonly state: readonly string[];
  readonly clock: Clock;
  readonly ending: AbortSignal;
  /** What the line would do; throws what a job of it would be answered. */
  readonly check: (line: string) => Promise<PlannedCommand>;
  /** Sends `queue add …` through the gate. */
  readonly exec: (line: string) => Promise<TerminalExecOutput>;
}

/**
 * Adds a job for every file that comes into a folder and has settled. It looks again and again: whether a file is still
 * being written needs two looks anyway, and events get lost on network drives, in containers and when a watcher's queue
 * runs over. The key of a job is made of line, path and content, so that nothing is done twice.
 */
export async function watch(parts: WatchParts, options: WatchOptions): Promise<Watched> {
  const { root, clock, ending } = parts;
  const { once = false, signal = ending, onEvent = () => {} } = options;
  const stop = AbortSignal.any([signal, ending]);
  const folder = folderOf(parts, options.folder);
  const template = parseTemplate(options.template);
  proveRetry(options.retry);
  await proveTemplate(template, folder, parts);

  const counts = { added: 0, known: 0, skipped: 0 };
  const settling = openSettling(settleMs);
  const tell = (event: Omit<WatchEvent, 'at'>) => {
    counts[event.event]++;
    onEvent({ at: new Date(clock.now()).toISOString(), ...event });
  };

  let waitedMs = 0;
  while (!stop.aborted) {
    const lookedAt = clock.monotonic();
    const settled = settling.look(scan(root, folder), lookedAt);
    const lookingMs = clock.monotonic() - lookedAt;
    let isFull = false;
    for (const seen of settled) {
      if (stop.aborted) break;
      const event = await take(seen, template, { ...parts, folder, stop, retry: options.retry ?? 0 });
      if (event === 'full') {
        isFull = true;
        break;
      }
      if (!event) continue;
      settling.settle(seen);
      tell(event);
    }
    const open = settling.open();
    if (once && (open.length === 0 || waitedMs > patienceMs)) {
      for (const { path } of open) tell({ event: 'skipped', path, reason: 'it does not settle, or the queue is full' });
      break;
    }
    // A large folder is looked through less often, so that looking never costs more than a twentieth of the time.
    const pace = Math.max(isFull ? fullMs : open.length > 0 ? settleMs / 2 : intervalMs, 20 * lookingMs);
    waitedMs += pace;
    await setTimeout(pace, undefined, { signal: stop }).catch(() => {});
  }
  return counts;
}

interface Taking extends WatchParts {
  readonly folder: string;
  readonly stop: AbortSignal;
  readonly retry: number;
}

/** Undefined when it has to be looked at again. */
async function take(
  seen: Seen,
  template: Template,
  taking: Taking,
): Promise<Omit<WatchEvent, 'at'> | 'full' | undefined> {
  const { path } = seen;
  if ('refused' in seen) return { event: 'skipped', path, reason: seen.refused };
  const { root, stop, retry, folder, check, exec } = taking;
  try {
    const line = template.fill(path);
    refuseLoop(await check(line), folder);
    const content = await hashOf(root, path, stop);
    const now = root.stat(path);
    if (now?.size !== seen.size || now.mtimeMs !== seen.mtimeMs) return undefined;
    const key = createHash('sha256')
      .update(JSON.stringify([line, path, content]))
      .digest('hex');
    const reply = await exec(`queue add --line ${quote(line)} --key watch-${key} --retry ${retry}`);
    if (reply.result['full'] === true) return 'full';
    if (reply.error_code !== undefined)
      return { event: 'skipped', path, reason: reply.error_message ?? reply.error_code };
    return { event: reply.result['added'] === true ? 'added' : 'known', path, job: String(reply.result['job']) };
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    if (error.code === 'NotFound' || error.code === 'Cancelled') return undefined; // gone again, or we are to stop
    return { event: 'skipped', path, reason: error.message };
  }
}

/** What is written into the watched folder would be found there, and so on without end. */
function refuseLoop({ effects }: PlannedCommand, folder: string): void {
  const watched = folder.split('/');
  const inside = effects.find(({ kind, target }) => kind === 'write' && meets(parsePath(target, 'write'), watched));
  if (!inside) return;
  throw new SallyportError('Denied', {
    reason: `"${inside.target}" would be written into the watched folder itself, and be found there`,
    next: 'Let --do write into another folder.',
  });
}

/** Whether one of two folders lies in the other, on any file system. */
function meets(a: readonly string[], b: readonly string[]): boolean {
  const common = Math.min(a.length, b.length);
  return a.slice(0, common).every((name, at) => sameNameKey(name) === sameNameKey(b[at] as string));
}

/** Mistakes in the line are told before the first file comes. */
async function proveTemplate(template: Template, folder: string, { check }: WatchParts): Promise<void> {
  try {
    refuseLoop(await check(template.fill(`${folder}/sample.txt`)), folder);
  } catch (error) {
    // Another extension than that of the sample may be fine.
    if (template.uses.has('ext') && toSallyportError(error).code === 'InvalidArgs') return;
    throw error;
  }
}

function proveRetry(retry = 0): void {
  if (Number.isInteger(retry) && retry >= 0 && retry <= maxRetry) return;
  throw new SallyportError('InvalidArgs', {
    reason: `--retry takes a whole number from 0 to ${maxRetry}, not "${retry}"`,
    usage: 'sallyport watch --help',
  });
}

function folderOf({ root, state }: WatchParts, text: string): string {
  const segments = parsePath(text, 'read');
  const folder = segments.join('/');
  if (folder === '')
    throw new SallyportError('InvalidArgs', {
      reason: 'The workspace itself cannot be watched, as all that is written lies in it; watch a folder of it',
      usage: 'sallyport watch --help',
    });
  if (findProtected([...segments, 'x'], 'write', { state }) === stateRule)
    throw new SallyportError('Denied', {
      reason: `the records of runs are written into "${folder}", and adding a job is such a run`,
      next: 'Watch another folder.',
    });
  const kind = root.stat(folder)?.kind;
  if (kind === undefined) throw new SallyportError('NotFound', { says: `The folder "${folder}" does not exist.` });
  if (kind !== 'dir')
    throw new SallyportError('InvalidArgs', {
      reason: `"${folder}" is ${kind === 'file' ? 'a file' : 'no folder'}; watch the folder that it is in`,
      usage: 'sallyport watch --help',
    });
  return folder;
}
