import { createHash } from 'node:crypto';
import type { Root } from '../files/index.ts';
import { isSallyportError, toSallyportError } from '../protocol/errors.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import type { WatchEvent } from '../protocol/queue.ts';
import type { TerminalExecOutput } from '../protocol/terminal-exec.ts';
import { refuseLoop } from './prove.ts';
import { hashOf, looksSame, type Seen } from './scan.ts';
import { quote, type Template } from './template.ts';

export interface TakeParts {
  readonly root: Root;
  /** What the line would do; throws what a job of it would be answered. */
  readonly check: (line: string) => Promise<PlannedCommand>;
  /** Sends `queue add …` through the gate. */
  readonly exec: (line: string) => Promise<TerminalExecOutput>;
  /** Whether a person has stopped everything. */
  readonly isStopped: () => boolean;
}

interface Taking extends TakeParts {
  readonly folder: string;
  readonly stop: AbortSignal;
  readonly retry: number;
}

/** With a hindrance when no other file would fare better now. */
type Taken = Omit<WatchEvent, 'at'> | { readonly hindrance: string };

/** Adds the job of a file that has settled. Undefined when it has to be looked at again. */
export async function take(seen: Seen, template: Template, taking: Taking): Promise<Taken | undefined> {
  const { path } = seen;
  if ('refused' in seen) return { event: 'skipped', path, reason: seen.refused };
  const { root, stop, retry, folder, check } = taking;
  try {
    const line = template.fill(path);
    refuseLoop(await check(line), folder);
    const content = await hashOf(root, path, stop);
    const now = root.stat(path);
    if (!now || !looksSame(now, seen)) return undefined;
    const key = createHash('sha256')
      .update(JSON.stringify([line, path, content]))
      .digest('hex');
    return await add(path, `queue add --line ${quote(line)} --key watch-${key} --retry ${retry}`, taking);
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    if (error.code === 'NotFound' || error.code === 'Cancelled') return undefined; // gone again, or we are to stop
    return { event: 'skipped', path, reason: error.message };
  }
}

async function add(path: string, line: string, { exec, isStopped }: Taking): Promise<Taken> {
  try {
    const { result, error_code, error_message } = await exec(line);
    if (error_code === undefined) {
      const job = String(result['job']);
      return result['added'] === true
        ? { event: 'added', path, job }
        : { event: 'known', path, job, ...undone(job, result['state']) };
    }
    const reason = error_message ?? error_code;
    const isOfQueue = result['full'] === true || error_code === 'InternalError' || isStopped();
    return isOfQueue ? { hindrance: reason } : { event: 'skipped', path, reason };
  } catch (error) {
    // The run itself could not be begun or recorded.
    return { hindrance: toSallyportError(error).message };
  }
}

/** What was done is not done twice; what was not done stays so until a person wants it. */
function undone(job: string, state: unknown): Pick<WatchEvent, 'reason'> {
  if (state !== 'failed' && state !== 'cancelled') return {};
  return { reason: `its job is ${state}; "sallyport queue retry ${job}" begins it anew` };
}
