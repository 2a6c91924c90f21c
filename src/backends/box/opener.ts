import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProcessSpec } from '../../protocol/backend.ts';
import type { WorkspaceView } from '../../protocol/dry.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { findTrusted } from '../process/program.ts';
import { boxHandles, startBox, type Box } from './box.ts';
import { openBoxFolder, type PrivateFolders } from './folder.ts';
import { openGroup, planGroups, type BoxGroup, type GroupPlan } from './groups.ts';
import { usualLimits, type BoxLimits } from './limits.ts';
import { checkMounts } from './mounts.ts';
import { openNetwork, relayArgv, relayProgram, type BoxNetwork } from './network/network.ts';
import { bwrapArgs, withOwn, withPlaces, type BoxProfile } from './profile.ts';
import { readText } from './read-text.ts';
import { seccompFilter } from './seccomp.ts';
import { canBeHeld } from './supervisor.ts';
import { lackBehind, saidIn, withoutLacks, type Lack } from './weaker.ts';
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
  /** Its /tmp and home folder, where it has its own. */
  readonly own?: PrivateFolders | undefined;
}

export interface BoxOpener extends Disposable {
  readonly limits: BoxLimits;
  /** What this machine could not give when the first box was opened, with what it said. */
  readonly lacks: ReadonlyMap<Lack, string>;
  open(spec: ProcessSpec, places: Places): Promise<OpenedBox>;
  close(opened: OpenedBox): Promise<void>;
}

export interface Places {
  /** The protected paths as they are now. */
  survey(): Promise<Pick<BoxProfile, 'locked' | 'pinned'>>;
  /** Those that the program may change. */
  readonly granted: readonly string[];
}

/** Looks at the machine once, and opens boxes on it. */
export function createOpener(options: BoxBackendOptions): BoxOpener {
  const { root, allowedPaths = [], env = process.env, closed = [], view } = options;
  const home = options.home ?? env['HOME'] ?? homedir();
  const bwrap = findTrusted('bwrap', process.env, [root, ...allowedPaths]);
  if (bwrap === undefined) throw new SallyportError('NoSandbox', { reason: 'bubblewrap (bwrap) is not installed' });
  const isRoot = process.getuid?.() === 0;
  const folder = openBoxFolder([root, ...allowedPaths]);
  // What is the same for all boxes.
  let profile: BoxProfile | undefined;
  let filter: Uint8Array | undefined;
  let groups: GroupPlan | undefined;
  const limits = { ...usualLimits(), ...options.limits };
  const lacks = new Map<Lack, string>();
  let hasOpened = false;

  async function open({ env: session, grant }: ProcessSpec, { survey, granted }: Places): Promise<OpenedBox> {
    const pipes = folder.takePipes();
    const started = startBox({
      argv: [...pipes.command, ...(view?.command ?? []), bwrap as string],
      env: canBeHeld(session) ? session : {},
      folder: pipes.folder,
      hasRelay: grant?.network !== undefined,
    });
    let group: BoxGroup | undefined;
    // What others have left there could have the secret told, and what is left there could tell it.
    const own = grant?.secrets ? folder.makePrivate() : undefined;
    try {
      // While bubblewrap starts.
      profile ??= profileFor({ workspace: root, allowedPaths, home, env, closed, folder, view });
      const whole = withPlaces(own ? withOwn(profile, own) : profile, await survey(), granted);
      const args = withoutLacks(bwrapArgs(whole, pipes.folder), lacks);
      await started.tell(args, () => (filter ??= seccompFilter(process.arch, { isRoot })));
      // While bubblewrap mounts.
      groups ??= planGroups(readText('/proc/self/mountinfo'), readText('/proc/self/cgroup'));
      const made = (group = openGroup(groups, limits));
      const box = await started.open({
        // To move a process into a group takes the kernel a while; bubblewrap takes longer for the rest.
        onStarted(pid) {
          const added = made.add(pid);
          if (!hasOpened) folder.removeLeftovers();
          return added;
        },
        check: (mountinfo) => checkMounts(mountinfo, whole),
      });
      const network = grant?.network ? await joinNetwork(box, grant.network) : undefined;
      hasOpened = true;
      return { box, profile: whole, group: made, own, ...(network ? { network } : {}) };
    } catch (error) {
      await started.close();
      group?.[Symbol.dispose]();
      own?.[Symbol.dispose]();
      throw error;
    }
  }
  return {
    limits,
    lacks,
    async open(spec, places) {
      for (;;) {
        try {
          return await open(spec, places);
        } catch (error) {
          const { message } = error as Error;
          const lack = lackBehind(message, isRoot);
          // Weaker than the first one, of which was said what it holds, no later one may be.
          if (lack && !hasOpened && !lacks.has(lack)) lacks.set(lack, saidIn(message));
          // A protected path that was moved between the look and the mount.
          else if (message.includes(root)) return open(spec, places);
          else throw error;
        }
      }
    },
    async close({ box, group, network, own }) {
      await box.close();
      network?.[Symbol.dispose]();
      group[Symbol.dispose]();
      own?.[Symbol.dispose]();
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
