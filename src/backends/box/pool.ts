import { homedir } from 'node:os';
import type { ProcessSpec } from '../../protocol/backend.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { findProgram } from '../process/program.ts';
import { openBox, type Box } from './box.ts';
import { openBoxFolder } from './folder.ts';
import { openGroup, planGroups, type BoxGroup } from './groups.ts';
import { openGuard, type Guard } from './guard/guard.ts';
import { ulimitArgs, usualLimits, type BoxLimits } from './limits.ts';
import { checkMounts } from './mounts.ts';
import { bwrapArgs, withPlaces } from './profile.ts';
import { seccompFilter } from './seccomp.ts';
import { canBeHeld } from './supervisor.ts';
import { readText } from './read-text.ts';
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
  /** Those that differ from the usual ones. */
  readonly limits?: Partial<BoxLimits>;
}

/** A box with what belongs to it outside. */
export interface PooledBox {
  readonly box: Box;
  readonly group: BoxGroup;
}

/** Opens boxes, and keeps some for the next run. */
export interface BoxPool extends AsyncDisposable {
  readonly limits: BoxLimits;
  /** Arguments of bash's `ulimit`. */
  readonly carried: string;
  readonly guard: Guard;
  take(spec: ProcessSpec): Promise<PooledBox>;
  give(taken: PooledBox, spec: ProcessSpec): Promise<void>;
}

/** Boxes that wait for the next run; others are closed. */
const mostIdle = 2;

export function openPool(options: BoxBackendOptions): BoxPool {
  const { root, allowedPaths = [], env = process.env, closed = [], state = ['.agents'] } = options;
  const home = options.home ?? env['HOME'] ?? homedir();
  const bwrap = findProgram('bwrap', process.env).path;
  if (bwrap === undefined) throw new SallyportError('NoSandbox', { reason: 'bubblewrap (bwrap) is not installed' });
  const seccomp = seccompFilter(process.arch);
  const folder = openBoxFolder();
  const filter = folder.write('filter', seccomp);
  const profile = profileFor({ workspace: root, allowedPaths, home, env, closed, folder });
  const groups = planGroups(readText('/proc/self/mountinfo'), readText('/proc/self/cgroup'));
  const limits = { ...usualLimits(), ...options.limits };
  const guard = openGuard({ workspace: root, state });
  const idle: PooledBox[] = [];

  async function close({ box, group }: PooledBox): Promise<void> {
    await box.close();
    group[Symbol.dispose]();
    folder.givePipes(box.folder);
  }
  async function open({ env: session, grant }: ProcessSpec): Promise<PooledBox> {
    const [pipes, places] = await Promise.all([folder.takePipes(), guard.survey()]);
    const whole = withPlaces(profile, places, grant?.paths);
    const group = openGroup(groups, limits);
    try {
      const box = await openBox({
        argv: [bwrap as string, ...bwrapArgs(whole, pipes)],
        filter,
        env: canBeHeld(session) ? session : {},
        folder: pipes,
        locked: whole.locked,
        check(pid) {
          checkMounts(pid, whole);
          group.add(pid);
        },
      });
      return { box, group };
    } catch (error) {
      group[Symbol.dispose]();
      folder.givePipes(pipes);
      throw error;
    }
  }
  const isRoot = process.getuid?.() === 0;
  return {
    limits,
    carried: ulimitArgs(limits, { isRoot, own: readText('/proc/self/limits') }),
    guard,
    async take(spec) {
      for (let taken = spec.grant ? undefined : idle.pop(); taken; taken = idle.pop()) {
        if (taken.box.isOpen) return taken;
        await close(taken);
      }
      return open(spec);
    },
    async give(taken, { grant }) {
      if (!taken.box.isOpen || grant || idle.length >= mostIdle) return close(taken);
      taken.box.hold(false);
      idle.push(taken);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(idle.splice(0).map(close));
      folder[Symbol.dispose]();
    },
  };
}
