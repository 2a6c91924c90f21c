import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createBoxBackend, openView } from '../../../src/backends/box/index.ts';
import { openTrial } from '../../../src/dry/index.ts';
import { openRoot } from '../../../src/files/index.ts';
import type { TrialChanges } from '../../../src/protocol/dry.ts';
import { isSallyportError } from '../../../src/protocol/errors.ts';
import { runProcess } from '../../fixtures/run-process.ts';
import type { Stage, StagedAttempt } from './staged.ts';

/**
 * A command exchanges the folder `sub` of the workspace for a link that leads outside and back, as fast as it can, while something is
 * done to what is in it: by us, for the box; by who looks at a path first and then uses it, without one.
 */
export const races: readonly StagedAttempt[] = [
  {
    name: 'exchange a folder for a link while hooks are disarmed',
    tries: (stage) =>
      racing(stage, {
        act: () => runProcess(stage.backend, newHook, stage.options),
        naive: (sub) => chmodSync(join(sub, hook), 0o644),
        isThrough: (outside) => (statSync(join(outside, hook)).mode & 0o111) === 0,
      }),
  },
  {
    name: 'exchange a folder for a link while a box is opened',
    tries(stage) {
      let isSeen = false;
      const grant = { paths: [join(stage.place.path, 'workspace/.vscode')], removes: [] };
      const look = async () => {
        const { stdout } = await runProcess(stage.backend, 'cat sub/.vscode/*', { ...stage.options, grant });
        isSeen ||= stdout.includes('SECRET');
      };
      return racing(stage, { act: look, naive: look, isThrough: () => isSeen });
    },
  },
  {
    name: 'exchange a folder for a link while files are written',
    async tries(stage) {
      using root = openRoot(join(stage.place.path, 'workspace'));
      return await racing(stage, {
        act: async () => root.write('sub/written', 'x', { durable: false, replace: true }),
        naive: (sub) => writeFileSync(join(sub, 'written'), 'x'),
        isThrough: (outside) => existsSync(join(outside, 'written')),
      });
    },
  },
  {
    name: 'exchange a folder for a link while a dry run is applied',
    async tries(stage) {
      const sub = join(stage.place.path, 'workspace/sub');
      await using trials = stage.isBox ? await dryRuns(stage) : undefined;
      return await racing(stage, {
        act: async () => trials?.apply(),
        naive: () => cpSync(join(sub, '.vscode/key'), join(sub, 'dry0')),
        isThrough: (outside) => existsSync(join(outside, 'dry0')),
      });
    },
  },
];

const hook = 'new/.git/hooks/pre-commit';
const newHook = `for at in sub real; do
  rm -rf $at/new; mkdir -p $at/new/.git/{hooks,objects}; : >$at/new/.git/HEAD; cp /bin/true $at/${hook}
done`;

interface Race {
  /** What we do. */
  act(): Promise<unknown>;
  /** What somebody does who has seen that `sub` is a folder. */
  naive(sub: string): unknown;
  /** Whether it reached the folder that the link leads to. */
  isThrough(outside: string): boolean;
}

const most = { rounds: 3_000, actMs: 800, naiveMs: 8_000 };

async function racing(stage: Stage, { act, naive, isThrough }: Race): Promise<boolean> {
  const { place, backend, options, isBox, mark } = stage;
  const [workspace, outside] = [join(place.path, 'workspace'), join(place.path, `outside/${mark}`)];
  for (const [name, content] of Object.entries({ [hook]: '', '.vscode/key': 'SECRET' })) {
    mkdirSync(join(outside, name, '..'), { recursive: true });
    writeFileSync(join(outside, name), content);
  }
  chmodSync(join(outside, hook), 0o755);
  startOver(workspace, outside);
  const stop = new AbortController();
  const swapping = runProcess(backend, `exec python3 -c '${swapper}'`, { ...options, signal: stop.signal });
  for (let waits = 0; waits < 1_000 && !isLink(join(workspace, 'sub')); waits++) await pause(5);
  const end = performance.now() + (isBox ? most.actMs : most.naiveMs);
  try {
    for (let round = 0; round < most.rounds * (isBox ? 1 : 100); round++) {
      if (performance.now() > end || isThrough(outside)) break;
      try {
        if (isBox) await act();
        else if (lstatSync(join(workspace, 'sub')).isDirectory()) await naive(join(workspace, 'sub'));
      } catch (error) {
        const isRefused = isSallyportError(error) || (error as NodeJS.ErrnoException).code !== undefined;
        if (!isRefused) throw error;
      }
      // Nothing of it need wait for anything.
      if (round % 20 === 0) await pause(0);
    }
  } finally {
    stop.abort();
    await swapping;
  }
  return isThrough(outside);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function startOver(workspace: string, outside: string): void {
  for (const name of ['sub', 'real']) rmSync(join(workspace, name), { recursive: true, force: true });
  mkdirSync(join(workspace, 'sub/.vscode'), { recursive: true });
  writeFileSync(join(workspace, 'sub/.vscode/key'), 'ours');
  symlinkSync(outside, join(workspace, 'real'));
}

/** renameat2 with RENAME_EXCHANGE: there is always something under the name. */
const swapper = `
import ctypes, platform, random, time
number = 316 if platform.machine() == "x86_64" else 276
libc = ctypes.CDLL(None)
while True:
    libc.syscall(number, -100, b"sub", -100, b"real", 2)
    end = time.perf_counter() + random.random() / 1e4
    while time.perf_counter() < end: pass
`;

const mostRuns = 3;

/** Some commands that were run dry and wait to be applied. */
async function dryRuns({ place, mark }: Stage): Promise<{ apply(): Promise<void> } & AsyncDisposable> {
  const workspace = join(place.path, 'workspace');
  startOver(workspace, join(place.path, `outside/${mark}`));
  const opened: AsyncDisposable[] = [];
  const waiting: TrialChanges[] = [];
  for (let count = 0; count < mostRuns; count++) {
    const view = await openView({ workspace, places: [join(place.path, 'state')] });
    const backend = createBoxBackend({ root: workspace, home: join(place.path, 'home'), view });
    const trial = openTrial({ workspace, view, backend, state: ['.agents'], closed: [] });
    opened.push(trial);
    await runProcess(trial.backend, `for n in {0..2}; do echo ${count} >sub/dry$n; done`, { cwd: workspace });
    waiting.push(await trial.look());
  }
  let turn = 0;
  return {
    // One that met with a conflict has changed nothing, and can be tried again.
    apply: () => (waiting[turn++ % waiting.length] as TrialChanges).apply(),
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one[Symbol.asyncDispose]();
    },
  };
}
