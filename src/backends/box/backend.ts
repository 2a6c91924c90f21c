import { homedir } from 'node:os';
import { randomName } from '../../platform/ids.ts';
import type { Backend, ProcessEnd, ProcessIo, ProcessSpec } from '../../protocol/backend.ts';
import { neverStarted } from '../pipes/watch.ts';
import { checkSize, checkStart, findProgram } from '../process/program.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { openBox, type Box } from './box.ts';
import { openBoxFolder, type BoxFolder } from './folder.ts';
import { openGuard, type Guard } from './guard/guard.ts';
import { checkMounts } from './mounts.ts';
import { bwrapArgs, withPlaces, type BoxProfile } from './profile.ts';
import { runInBox } from './run.ts';
import { seccompFilter } from './seccomp.ts';
import { canBeHeld } from './supervisor.ts';
import { profileFor } from './world.ts';

export interface BoxBackendOptions {
  /** The folder that programs may write to. */
  readonly root: string;
  /** Folders besides it that programs may write to. */
  readonly allowedPaths?: readonly string[];
  /** The home folder, which programs find empty but for their toolchains. */
  readonly home?: string;
  /** Names PATH and the homes of toolchains. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Absolute paths that nobody may read or write. */
  readonly closed?: readonly string[];
  /** Leads from the root to the state folder. */
  readonly state?: readonly string[];
}

/** Boxes that wait for the next run; others are closed. */
const mostIdle = 2;

/** Runs programs in sandboxes that stay open, one at a time in each. */
export function createBoxBackend(options: BoxBackendOptions): Backend {
  const idle: Box[] = [];
  const running = new Map<Promise<ProcessEnd>, AbortController>();
  let opened: Opened | undefined;
  const parts = () => (opened ??= openParts(options));

  async function take(env: ProcessSpec['env']): Promise<Box> {
    for (let box = idle.pop(); box; box = idle.pop()) {
      if (box.isOpen) return box;
      parts().folder.givePipes(box.folder);
    }
    const { bwrap, profile, folder, filter, guard } = parts();
    const [pipes, places] = await Promise.all([folder.takePipes(), guard.survey()]);
    const whole = withPlaces(profile, places);
    try {
      return await openBox({
        argv: [bwrap, ...bwrapArgs(whole, pipes)],
        filter,
        env: canBeHeld(env) ? env : {},
        folder: pipes,
        locked: whole.locked,
        check: (pid) => checkMounts(pid, whole),
      });
    } catch (error) {
      folder.givePipes(pipes);
      throw error;
    }
  }
  async function give(box: Box): Promise<void> {
    if (box.isOpen && idle.length < mostIdle) {
      box.hold(false);
      idle.push(box);
      return;
    }
    await box.close();
    parts().folder.givePipes(box.folder);
  }
  async function runOnce(spec: ProcessSpec, io: ProcessIo): Promise<ProcessEnd> {
    checkStart(spec);
    checkSize(spec);
    if (io.signal.aborted) return neverStarted;
    const box = await take(spec.env);
    box.hold(true);
    try {
      if (io.signal.aborted) return neverStarted;
      const mark = [process.env['SALLYPORT_RUN'], randomName() + randomName()].filter(Boolean).join('/');
      const end = await runInBox(box, spec, io, { mark, limits: '-c 0' });
      const touched = await parts().guard.look(box.locked);
      return touched.length === 0 ? end : { ...end, touched };
    } finally {
      await give(box);
    }
  }

  return {
    name: 'box',
    async run(spec, { signal, ...output }) {
      const stop = new AbortController();
      const onCancel = () => stop.abort();
      if (signal.aborted) stop.abort();
      signal.addEventListener('abort', onCancel);
      const run = runOnce(spec, { ...output, signal: stop.signal });
      running.set(run, stop);
      try {
        return await run;
      } finally {
        running.delete(run);
        signal.removeEventListener('abort', onCancel);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const stop of running.values()) stop.abort();
      await Promise.allSettled(running.keys());
      await Promise.all(idle.splice(0).map((box) => box.close()));
      opened?.folder[Symbol.dispose]();
    },
  };
}

interface Opened {
  readonly bwrap: string;
  readonly folder: BoxFolder;
  readonly profile: BoxProfile;
  readonly filter: string;
  readonly guard: Guard;
}

function openParts(options: BoxBackendOptions): Opened {
  const { root, allowedPaths = [], env = process.env, closed = [], state = ['.agents'] } = options;
  const home = options.home ?? env['HOME'] ?? homedir();
  const bwrap = findProgram('bwrap', process.env).path;
  if (bwrap === undefined) throw new SallyportError('NoSandbox', { reason: 'bubblewrap (bwrap) is not installed' });
  const folder = openBoxFolder();
  const profile = profileFor({ workspace: root, allowedPaths, home, env, closed, folder });
  return {
    bwrap,
    folder,
    profile,
    filter: folder.write('filter', seccompFilter(process.arch)),
    guard: openGuard({ workspace: root, state }),
  };
}
