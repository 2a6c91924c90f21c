import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProcessSpec } from '../../protocol/backend.ts';
import type { WorkspaceView } from '../../protocol/dry.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { findProgram } from '../process/program.ts';
import { boxHandles, startBox, type Box } from './box.ts';
import { openBoxFolder } from './folder.ts';
import { openGroup, planGroups, type BoxGroup, type GroupPlan } from './groups.ts';
import { usualLimits, type BoxLimits } from './limits.ts';
import { checkMounts } from './mounts.ts';
import { openNetwork, relayArgv, relayProgram, type BoxNetwork } from './network/network.ts';
import { bwrapArgs, withPlaces, type BoxProfile } from './profile.ts';
import { readText } from './read-text.ts';
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
  /** The environment of most programs to come, which the first box is opened with. */
  readonly session?: Readonly<Record<string, string>>;
  /** What programs see and write in the place of the root. */
  readonly view?: Pick<WorkspaceView, 'path' | 'command'>;
  /** Those that differ from the usual ones. */
  readonly limits?: Partial<BoxLimits>;
}

/** A box with what belongs to it outside. */
export interface OpenedBox {
  readonly box: Box;
  readonly profile: BoxProfile;
  readonly group: BoxGroup;
  readonly network?: BoxNetwork;
}

export interface BoxOpener extends Disposable {
  readonly limits: BoxLimits;
  /** Whether this bubblewrap is too old for a part of the profile. */
  isReduced(): boolean;
  open(spec: ProcessSpec, places: Places): Promise<OpenedBox>;
  close(opened: OpenedBox): Promise<void>;
}

export interface Places {
  /** The protected paths as they are now. */
  survey(): Promise<Pick<BoxProfile, 'locked' | 'pinned'>>;
  /** Those that the program may change. */
  readonly granted: readonly string[];
}

/** What is the same for all boxes. */
interface Machine {
  readonly profile: BoxProfile;
  readonly filter: Uint8Array;
  readonly groups: GroupPlan;
}

/** Looks at the machine once, and opens boxes on it. */
export function createOpener(options: BoxBackendOptions): BoxOpener {
  const { root, allowedPaths = [], env = process.env, closed = [], view } = options;
  const home = options.home ?? env['HOME'] ?? homedir();
  const bwrap = findProgram('bwrap', process.env).path;
  if (bwrap === undefined) throw new SallyportError('NoSandbox', { reason: 'bubblewrap (bwrap) is not installed' });
  const folder = openBoxFolder();
  let machine: Machine | undefined;
  const lookAtMachine = (): Machine => ({
    filter: seccompFilter(process.arch),
    profile: profileFor({ workspace: root, allowedPaths, home, env, closed, folder, view }),
    groups: planGroups(readText('/proc/self/mountinfo'), readText('/proc/self/cgroup')),
  });
  const limits = { ...usualLimits(), ...options.limits };
  let isReduced = false;

  async function open({ env: session, grant }: ProcessSpec, { survey, granted }: Places): Promise<OpenedBox> {
    const pipes = folder.takePipes();
    const started = startBox({
      argv: [...pipes.command, ...(view?.command ?? []), bwrap as string],
      env: canBeHeld(session) ? session : {},
      folder: pipes.folder,
      hasRelay: grant?.network !== undefined,
    });
    let group: BoxGroup | undefined;
    try {
      // While bubblewrap starts.
      const { profile, filter, groups } = (machine ??= lookAtMachine());
      const whole = withPlaces(profile, await survey(), granted);
      const opening = started.open({
        args: bwrapArgs(whole, pipes.folder).filter((arg) => !isReduced || arg !== '--disable-userns'),
        filter,
        // To move a process into a group takes the kernel a while; bubblewrap takes longer for the rest.
        onStarted: async (pid) => group?.add(pid),
        check: (mountinfo) => checkMounts(mountinfo, whole),
      });
      group = openGroup(groups, limits);
      const box = await opening;
      const network = grant?.network ? await joinNetwork(box, grant.network) : undefined;
      return { box, profile: whole, group, ...(network ? { network } : {}) };
    } catch (error) {
      await started.close();
      group?.[Symbol.dispose]();
      throw error;
    }
  }
  return {
    limits,
    isReduced: () => isReduced,
    async open(spec, places) {
      try {
        return await open(spec, places);
      } catch (error) {
        const { message } = error as Error;
        // An old bubblewrap, or a protected path that was moved between the look and the mount.
        if (!isReduced && message.includes('disable-userns')) isReduced = true;
        else if (!message.includes(root)) throw error;
        return open(spec, places);
      }
    },
    async close({ box, group, network }) {
      await box.close();
      network?.[Symbol.dispose]();
      group[Symbol.dispose]();
      folder.givePipes(box.folder);
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** The way of a box to these hosts. */
async function joinNetwork(box: Box, rules: readonly string[]): Promise<BoxNetwork> {
  const network = openNetwork(rules);
  writeFileSync(join(box.folder, 'relay.mjs'), relayProgram());
  try {
    await network.join(box.startRelay(relayArgv('/run/sallyport/relay.mjs', boxHandles.relay)));
  } catch (error) {
    network[Symbol.dispose]();
    throw error;
  }
  return network;
}
