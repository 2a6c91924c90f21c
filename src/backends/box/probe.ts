import { isSallyportError } from '../../protocol/errors.ts';
import type { SandboxStatus } from '../../protocol/sandbox.ts';
import { carriedLimits, usualLimits } from './limits.ts';
import type { BoxPool } from './pool.ts';
import { describeLacks, saidIn } from './weaker.ts';

/** Opens a box, keeps it for the first run, and says what holds. */
export async function probe(open: () => BoxPool, env: Readonly<Record<string, string>>): Promise<SandboxStatus> {
  if (process.platform !== 'linux') {
    const isMac = process.platform === 'darwin';
    return none(
      `there is no sandbox for ${process.platform} ${isMac ? 'that has been run there' : 'yet'}`,
      `run Sallyport on Linux, in a container or a virtual machine${isMac ? ', or try sandbox.mode: required, which uses Seatbelt' : ''}`,
    );
  }
  try {
    const pool = open();
    const spec = { argv: [], cwd: '/', env, merged: false, timeoutMs: 0 };
    const taken = await pool.take(spec);
    await pool.give(taken);
    const { inForce, refused } = taken.group;
    const limits = [...inForce, ...carriedLimits(process.getuid?.() === 0)];
    const missing = Object.keys(usualLimits()).filter((name) => !(limits as string[]).includes(name));
    const isReduced = pool.lacks.has('userNamespace');
    return {
      kind: isReduced ? 'reduced' : 'bubblewrap',
      holds: isReduced ? [...held, 'no capabilities'] : [...held, 'no capabilities', 'user namespace of its own'],
      lacks: [
        ...describeLacks(pool.lacks),
        ...(missing.length > 0
          ? [`no limit on ${missing.join(' and ')} (${refused?.said ?? 'the system has none'})`]
          : []),
      ],
      fix: isReduced ? allowNamespaces : missing.length > 0 ? (refused?.fix ?? null) : null,
      limits,
    };
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    const said = saidIn(error.message);
    return none(said, fixes.find(([pattern]) => pattern.test(said))?.[1] ?? 'see docs/sandbox.md');
  }
}

/** What every box holds, whatever the machine lacks. */
const held = [
  'read-only system',
  'no network',
  'no host processes',
  'private /tmp and home',
  'protected paths locked',
  'system calls filtered',
];

const allowNamespaces =
  'allow user namespaces (sysctl kernel.unprivileged_userns_clone=1; on Ubuntu 24.04 an AppArmor profile for bwrap; in a container --security-opt seccomp=unconfined)';

const fixes: readonly (readonly [RegExp, string])[] = [
  [/not installed/, 'install bubblewrap (apt-get install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap)'],
  [/namespace|uid map|Operation not permitted|Permission denied/, allowNamespaces],
  [/Unknown option/, 'update bubblewrap to 0.8 or later'],
];

function none(reason: string, fix: string): SandboxStatus {
  return { kind: 'none', holds: [], lacks: [reason], fix, limits: [] };
}
