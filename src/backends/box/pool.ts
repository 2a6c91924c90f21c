import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProcessGrant, ProcessSpec } from '../../protocol/backend.ts';
import type { WorkspaceView } from '../../protocol/dry.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { findTrusted } from '../process/program.ts';
import { boxHandles, openBox, type Box } from './box.ts';
import { openBoxFolder, type PrivateFolders } from './folder.ts';
import { openGroup, planGroups, type BoxGroup } from './groups.ts';
import { openGuard, type Guard } from './guard/guard.ts';
import { ulimitArgs, usualLimits, type BoxLimits } from './limits.ts';
import { checkMounts } from './mounts.ts';
import { openNetwork, relayArgv, relayProgram, type BoxNetwork } from './network/network.ts';
import { bwrapArgs, withOwn, withPlaces } from './profile.ts';
import { seccompFilter } from './seccomp.ts';
import { canBeHeld } from './supervisor.ts';
import { readText } from './read-text.ts';
import { lackBehind, saidIn, withoutLacks, type Lack } from './weaker.ts';
import { isWithin } from './within.ts';
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
  /** What programs see and write in the place of the root. */
  readonly view?: Pick<WorkspaceView, 'path' | 'command'>;
  /** Those that differ from the usual ones. */
  readonly limits?: Partial<BoxLimits>;
}

/** A box with what belongs to it outside. */
export interface PooledBox {
  readonly box: Box;
  readonly group: BoxGroup;
  /** It holds less back than others, for one run. */
  readonly isOneShot: boolean;
  readonly network?: BoxNetwork;
  /** Its /tmp and home folder, where it has its own. */
  readonly own?: PrivateFolders | undefined;
}

/** Opens boxes, and keeps some for the next run. */
export interface BoxPool extends AsyncDisposable {
  readonly limits: BoxLimits;
  /** Arguments of bash's `ulimit`. */
  readonly carried: string;
  readonly guard: Guard;
  /** What this machine could not give when the first box was opened, with what it said. */
  readonly lacks: ReadonlyMap<Lack, string>;
  /** What its programs write is not in the workspace. */
  readonly hasView: boolean;
  take(spec: ProcessSpec): Promise<PooledBox>;
  give(taken: PooledBox): Promise<void>;
}

/** Boxes that wait for the next run; others are closed. */
const mostIdle = 2;

export function openPool(options: BoxBackendOptions): BoxPool {
  const { root, allowedPaths = [], env = process.env, closed = [], state = ['.agents'], view } = options;
  const home = options.home ?? env['HOME'] ?? homedir();
  const bwrap = findTrusted('bwrap', process.env, [root, ...allowedPaths]);
  if (bwrap === undefined) throw new SallyportError('NoSandbox', { reason: 'bubblewrap (bwrap) is not installed' });
  const isRoot = process.getuid?.() === 0;
  const seccomp = seccompFilter(process.arch, { isRoot });
  const folder = openBoxFolder();
  const filter = folder.write('filter', seccomp);
  const profile = profileFor({ workspace: root, allowedPaths, home, env, closed, folder, view });
  const groups = planGroups(readText('/proc/self/mountinfo'), readText('/proc/self/cgroup'));
  const limits = { ...usualLimits(), ...options.limits };
  const guard = openGuard({ workspace: root, state });
  const idle: PooledBox[] = [];

  async function close({ box, group, network, own }: PooledBox): Promise<void> {
    await box.close();
    network?.[Symbol.dispose]();
    group[Symbol.dispose]();
    own?.[Symbol.dispose]();
    folder.givePipes(box.folder);
  }
  const lacks = new Map<Lack, string>();
  let hasOpened = false;
  async function open(spec: ProcessSpec, granted: readonly string[]): Promise<PooledBox> {
    try {
      const opened = await openOnce(spec, granted);
      hasOpened = true;
      return opened;
    } catch (error) {
      const { message } = error as Error;
      const lack = lackBehind(message, isRoot);
      // Weaker than the first one, of which was said what it holds, no later one may be.
      if (lack && !hasOpened && !lacks.has(lack)) {
        lacks.set(lack, saidIn(message));
        return open(spec, granted);
      }
      // A protected path that was moved between the look and the mount.
      if (!message.includes(root)) throw error;
      return openOnce(spec, granted);
    }
  }
  async function openOnce({ env: session, grant }: ProcessSpec, granted: readonly string[]): Promise<PooledBox> {
    const [pipes, places] = await Promise.all([folder.takePipes(), guard.survey()]);
    // What others have left there could have the secret told, and what is left there could tell it.
    const own = grant?.secrets ? folder.makePrivate() : undefined;
    const whole = withPlaces(own ? withOwn(profile, own) : profile, places, granted);
    const group = openGroup(groups, limits);
    const args = withoutLacks(bwrapArgs(whole, pipes), lacks);
    try {
      const box = await openBox({
        argv: [...(view?.command ?? []), bwrap as string, ...args],
        filter,
        env: canBeHeld(session) ? session : {},
        folder: pipes,
        locked: whole.locked,
        hasRelay: grant?.network !== undefined,
        check(pid) {
          checkMounts(pid, whole);
          group.add(pid);
        },
      });
      const opened = { box, group, own, isOneShot: isOneShot(grant, granted) };
      return grant?.network ? await joined(opened, grant.network) : opened;
    } catch (error) {
      group[Symbol.dispose]();
      own?.[Symbol.dispose]();
      folder.givePipes(pipes);
      throw error;
    }
  }
  /** Those of a grant that make a difference: most commands remove nothing that is protected. */
  async function grantedTo({ grant }: ProcessSpec): Promise<string[]> {
    if (!grant) return [];
    const { locked, pinned } = await guard.survey();
    const isInTheWay = (path: string) =>
      [...locked, ...pinned].some((one) => isWithin(one, path) || isWithin(path, one));
    return [...grant.paths, ...grant.removes].filter(isInTheWay);
  }
  /** With its way to these hosts. */
  async function joined(opened: PooledBox, rules: readonly string[]): Promise<PooledBox> {
    const network = openNetwork(rules);
    writeFileSync(join(opened.box.folder, 'relay.mjs'), relayProgram());
    const relay = opened.box.startRelay(relayArgv('/run/sallyport/relay.mjs', boxHandles.relay));
    try {
      await network.join(relay);
    } catch (error) {
      network[Symbol.dispose]();
      await opened.box.close();
      throw error;
    }
    return { ...opened, network };
  }
  return {
    limits,
    carried: ulimitArgs(limits, { isRoot, own: readText('/proc/self/limits') }),
    guard,
    lacks,
    hasView: view !== undefined,
    async take(spec) {
      const granted = await grantedTo(spec);
      for (let taken = isOneShot(spec.grant, granted) ? undefined : idle.pop(); taken; taken = idle.pop()) {
        if (taken.box.isOpen) return taken;
        await close(taken);
      }
      return open(spec, granted);
    },
    async give(taken) {
      if (!taken.box.isOpen || taken.isOneShot || idle.length >= mostIdle) return close(taken);
      taken.box.hold(false);
      idle.push(taken);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(idle.splice(0).map(close));
      folder[Symbol.dispose]();
    },
  };
}

/** `granted`: the paths of it that make a difference. */
function isOneShot(grant: ProcessGrant | undefined, granted: readonly string[]): boolean {
  return granted.length > 0 || grant?.network !== undefined || grant?.secrets !== undefined;
}
