import { accessSync, constants, lstatSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openOrders } from './approval/index.ts';
import type { Audit } from './audit/index.ts';
import { stateSegments } from './audit/index.ts';
import { loadConfig } from './config.ts';
import { handlesWork, isFolder, namesBelow } from './files/index.ts';
import { systemClock } from './platform/clock.ts';
import { packageRoot } from './platform/package-root.ts';
import { ordersPath, userStatePath } from './platform/places.ts';
import type { Check } from './protocol/core.ts';
import { isSallyportError } from './protocol/errors.ts';
import type { SandboxStatus } from './protocol/sandbox.ts';

/** Looks at everything the gate stands on and says what holds, what does not, and how to mend it. Changes nothing, but closes the runs of processes that died. */
export async function diagnose(parts: {
  workspace: string;
  env: Readonly<Record<string, string | undefined>>;
  audit: Audit;
  sandbox: () => Promise<SandboxStatus>;
}): Promise<Check[]> {
  const { workspace, env, audit } = parts;
  const userState = userStatePath(env, workspace);
  return [
    { name: 'node', status: 'ok', detail: `${process.version} on ${process.platform}-${process.arch}` },
    writable('workspace', workspace, 'choose another --root, or make it writable'),
    stateFolder(join(workspace, ...stateSegments(workspace))),
    outside(userState, workspace),
    ownCode(packageRoot(), workspace),
    handlesWork()
      ? {
          name: 'path jail',
          status: 'ok',
          detail: 'directory handles: links swapped in during an operation are not followed',
        }
      : {
          name: 'path jail',
          status: 'warn',
          detail: 'no directory handles here: a process that swaps links during an operation may win',
          fix: 'run on Linux with /proc mounted',
        },
    await config(workspace, env),
    await history(audit),
    approvals(workspace, env),
    await sandboxCheck(parts.sandbox),
  ];
}

function writable(name: string, path: string, fix: string): Check {
  try {
    accessSync(path, constants.W_OK);
    return { name, status: 'ok', detail: path };
  } catch {
    return { name, status: 'fail', detail: `${path} cannot be written`, fix };
  }
}

function stateFolder(path: string): Check {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return { name: 'state folder', status: 'ok', detail: `${path} will be made by the first run` };
  if (stat.isSymbolicLink())
    return {
      name: 'state folder',
      status: 'fail',
      detail: `${path} is a link`,
      fix: 'remove the link; the state folder has to be a real folder',
    };
  return writable('state folder', path, 'make it writable for the user who runs Sallyport');
}

function outside(path: string, workspace: string): Check {
  const name = 'user state';
  const usual = join(workspace, '.local', 'state', 'sallyport'); // closed to commands where the workspace is a home folder
  if (namesBelow(workspace, path) && !namesBelow(usual, path)) {
    return {
      name,
      status: 'warn',
      detail: `${path} lies inside the workspace`,
      fix: 'set XDG_STATE_HOME to a folder outside it',
    };
  }
  const fix = 'set XDG_STATE_HOME to a folder that you can write to';
  if (isFolder(path)) return writable(name, path, fix);
  return canMakeIn(nearest(path))
    ? { name, status: 'ok', detail: `${path} will be made by the first run` }
    : { name, status: 'fail', detail: `${path} cannot be made`, fix };
}

/** Who can change the door need not go through it. */
function ownCode(path: string, workspace: string): Check {
  const name = 'own code';
  return namesBelow(workspace, path)
    ? {
        name,
        status: 'warn',
        detail: `${path} lies inside the workspace: what may write there may change Sallyport itself`,
        fix: 'install it elsewhere, as with npm install -g sallyport, and start that one',
      }
    : { name, status: 'ok', detail: path };
}

/** The nearest folder, or whatever else, that is there. */
function nearest(path: string): string {
  return isFolder(path) !== undefined || dirname(path) === path ? path : nearest(dirname(path));
}

/** Only trying tells: the rights say nothing to root, nor of /proc. */
function canMakeIn(path: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(path, '.sallyport-')));
    return true;
  } catch {
    return false;
  }
}

async function config(workspace: string, env: Readonly<Record<string, string | undefined>>): Promise<Check> {
  try {
    const { entries } = await loadConfig(workspace, env);
    const ignored = entries.flatMap(({ key, ignored: left }) => left.map((why) => `${key} in ${why}`));
    if (ignored.length > 0)
      return {
        name: 'config',
        status: 'warn',
        detail: `ignored: ${ignored.join('; ')}`,
        fix: 'move the setting to your own config file',
      };
    const files = [...new Set(entries.flatMap(({ file }) => file ?? []))];
    return { name: 'config', status: 'ok', detail: files.join(', ') || 'built-in values' };
  } catch (error) {
    return { name: 'config', status: 'fail', detail: (error as Error).message, fix: 'correct the file' };
  }
}

/** What a person has ordered for the whole workspace, and may have forgotten. */
function approvals(workspace: string, env: Readonly<Record<string, string | undefined>>): Check {
  const orders = openOrders(ordersPath(env, workspace), systemClock);
  const name = 'approvals';
  const [stopped, open] = [orders.stopped(), orders.open()];
  if (stopped)
    return {
      name,
      status: 'warn',
      detail: `${stopped.who} has stopped everything${stopped.since && ` on ${stopped.since}`}`,
      fix: 'lift it with "sallyport resume"',
    };
  if (open)
    return {
      name,
      status: 'warn',
      detail: `${open.who} has allowed everything that would be asked until ${open.until}`,
      fix: 'end it with "sallyport allow-all --off"',
    };
  return { name, status: 'ok', detail: 'what the policy asks about is asked' };
}

async function sandboxCheck(open: () => Promise<SandboxStatus>): Promise<Check> {
  const name = 'sandbox';
  try {
    const { kind, holds, lacks, fix, limits } = await open();
    const mend = fix === null ? {} : { fix };
    if (kind === 'none') {
      const detail = `none: ${lacks.join('; ')}; shell commands can do what you can, where the policy lets them run`;
      return { name, status: 'warn', detail, ...mend };
    }
    const held = `${kind}: ${holds.join(', ')}; limits on ${limits.join(', ') || 'nothing'}`;
    if (lacks.length === 0) return { name, status: 'ok', detail: held };
    return { name, status: 'warn', detail: `${held}; does not hold: ${lacks.join('; ')}`, ...mend };
  } catch (error) {
    return { name, status: 'fail', detail: (error as Error).message };
  }
}

async function history(audit: Audit): Promise<Check> {
  try {
    const found = await audit.verify();
    await audit.closeInterrupted();
    const { ok, runs, problems } = found.ok ? found : await audit.verify();
    const closed = found.problems.flatMap(({ run_id }) => run_id ?? []);
    const note =
      closed.length > 0 ? `; closed as Interrupted, because their process is gone: ${closed.join(', ')}` : '';
    if (ok) return { name: 'history', status: 'ok', detail: `${runs} runs, chain intact${note}` };
    return {
      name: 'history',
      status: 'fail',
      detail: problems[0]?.message ?? 'broken',
      fix: 'see "sallyport audit verify"',
    };
  } catch (error) {
    if (isSallyportError(error) && error.code === 'NotFound')
      return { name: 'history', status: 'ok', detail: 'nothing recorded yet' };
    return { name: 'history', status: 'fail', detail: (error as Error).message };
  }
}
