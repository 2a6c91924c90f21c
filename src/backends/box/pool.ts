import type { ProcessSpec, TouchedPath } from '../../protocol/backend.ts';
import { openGuard, type Exempt } from './guard/guard.ts';
import { ulimitArgs, type BoxLimits } from './limits.ts';
import { stillMounted } from './mounts.ts';
import { createOpener, type BoxBackendOptions, type OpenedBox } from './opener.ts';
import { readText } from './read-text.ts';
import type { Lack } from './weaker.ts';
import { isWithin } from './within.ts';

/** Opens boxes, and keeps some for the next run. */
export interface BoxPool extends AsyncDisposable {
  readonly limits: BoxLimits;
  /** Arguments of bash's `ulimit`. */
  readonly carried: string;
  /** What this machine could not give when the first box was opened, with what it said. */
  readonly lacks: ReadonlyMap<Lack, string>;
  /** What its programs write is not in the workspace. */
  readonly hasView: boolean;
  take(spec: ProcessSpec): Promise<PooledBox>;
  /** What of the protected paths was made or changed since somebody last looked; to be called before the box is given back. */
  look(): Promise<TouchedPath[]>;
  give(taken: PooledBox): Promise<void>;
}

export interface PooledBox extends OpenedBox {
  /** It holds less back than others, for one run. */
  readonly isOneShot: boolean;
}

/** Boxes that wait for the next run; others are closed. */
const mostIdle = 2;

export function openPool(options: BoxBackendOptions): BoxPool {
  const opener = createOpener(options);
  const guard = openGuard({ workspace: options.root, state: options.state ?? ['.agents'] });
  const isRoot = process.getuid?.() === 0;
  const idle: PooledBox[] = [];
  const busy = new Map<PooledBox, ProcessSpec>();
  let underWay = 0;
  const survey = () => guard.survey(() => underWay === 1); // the one that is about to begin

  /** Those of a grant that make a difference: most commands remove nothing that is protected. */
  async function grantedTo({ grant }: ProcessSpec): Promise<string[]> {
    if (!grant) return [];
    const { locked, pinned } = await survey();
    const isInTheWay = (path: string) =>
      [...locked, ...pinned].some((one) => isWithin(one, path) || isWithin(path, one));
    return [...grant.paths, ...grant.removes].filter(isInTheWay);
  }
  async function boxFor(spec: ProcessSpec): Promise<PooledBox> {
    const { network, secrets } = spec.grant ?? {};
    const granted = await grantedTo(spec);
    const isOneShot = granted.length > 0 || network !== undefined || secrets !== undefined;
    for (let known = isOneShot ? undefined : idle.pop(); known; known = idle.pop()) {
      if (isWhole(known)) return known;
      await opener.close(known);
    }
    return { ...(await opener.open(spec, { survey, granted })), isOneShot };
  }
  return {
    limits: opener.limits,
    carried: ulimitArgs(opener.limits, { isRoot, own: readText('/proc/self/limits') }),
    lacks: opener.lacks,
    hasView: options.view !== undefined,
    async take(spec) {
      underWay++;
      try {
        const taken = await boxFor(spec);
        busy.set(taken, spec);
        return taken;
      } catch (error) {
        underWay--;
        throw error;
      }
    },
    look: () => guard.look(() => [...busy].map(exemptIn)),
    async give(taken) {
      busy.delete(taken);
      underWay--;
      if (!taken.box.isOpen || taken.isOneShot || idle.length >= mostIdle) return opener.close(taken);
      taken.box.hold(false);
      idle.push(taken);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(idle.splice(0).map((box) => opener.close(box)));
      opener[Symbol.dispose]();
    },
  };
}

/** Nothing that is locked or closed in it has come open since. */
function isWhole({ box, profile: { locked, pinned, closed, replaced } }: PooledBox): boolean {
  if (!box.isOpen) return false;
  const covered = [...locked, ...pinned, ...[...closed, ...replaced].map(({ path }) => path)];
  return stillMounted(box.mounts(), covered).length === covered.length;
}

function exemptIn([{ box, profile }, { grant }]: [PooledBox, ProcessSpec]): Exempt {
  return { locked: stillMounted(box.mounts(), profile.locked), granted: grant?.paths ?? [] };
}
