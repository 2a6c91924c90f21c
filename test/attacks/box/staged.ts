import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from '../../../src/protocol/backend.ts';
import { endProcessesWith } from '../../fixtures/hostile-trees.ts';
import { runProcess, type Ran, type RunOptions } from '../../fixtures/run-process.ts';
import type { Place } from './place.ts';

/** Where an attempt of several commands takes place. */
export interface Stage {
  readonly backend: Backend;
  readonly isBox: boolean;
  readonly place: Place;
  /** What a command is run with. */
  readonly options: RunOptions & { readonly env: Readonly<Record<string, string>> };
  /** By which its processes are known. */
  readonly mark: string;
}

/** One command that goes for another one. */
export interface StagedAttempt {
  readonly name: string;
  /** Whether it got through. */
  tries(stage: Stage): Promise<boolean>;
}

export const stagedAttempts: readonly StagedAttempt[] = [
  {
    name: 'read the environment of a later command by a process that was left',
    async tries(stage) {
      await run(stage, `setsid bash -c '${environments}' seen.$MARK </dev/null >/dev/null 2>&1 & sleep 0.2`);
      await run(stage, 'sleep 0.6', { LATER: 'SECRET' });
      return isFound(stage);
    },
  },
  {
    name: 'read a secret of a command that runs at the same time',
    async tries(stage) {
      const watching = run(stage, `bash -c '${environments}' seen.$MARK`);
      await runWithSecret(stage, 'sleep 0.6');
      await watching;
      return isFound(stage);
    },
  },
  {
    name: 'have a command with a secret read settings that were left in the home folder',
    async tries(stage) {
      await run(stage, 'git config --global alias.evil \'!echo "$LATER"\'');
      return (await runWithSecret(stage, 'git evil')).stdout.includes('SECRET');
    },
  },
  {
    name: 'have a command with a secret leave it in /tmp for others',
    async tries(stage) {
      await runWithSecret(stage, 'echo "$LATER" >/tmp/left.$MARK');
      return (await run(stage, 'cat /tmp/left.$MARK; rm -f /tmp/left.$MARK')).stdout.includes('SECRET');
    },
  },
  {
    name: 'read the output of a later command',
    async tries(stage) {
      const reader = stolen(stage, 'out', 1, 'timeout 2 head -c 6 <$pipe >found.$MARK');
      await run(stage, `setsid bash -c '${reader}' seen.$MARK </dev/null >/dev/null 2>&1 & sleep 0.2`);
      await run(stage, `: later.${stage.mark}; for i in {1..60}; do echo SECRET; sleep 0.01; done`);
      return isFound(stage);
    },
  },
  {
    name: 'put words into the input of a later command',
    async tries(stage) {
      const writer = stolen(stage, 'in', 0, 'echo GOT >$pipe');
      await run(stage, `setsid bash -c '${writer}' seen.$MARK </dev/null >/dev/null 2>&1 & sleep 0.2`);
      const read = await run(stage, `: later.${stage.mark}; sleep 0.5; timeout 1 cat`, {}, { stdin: 'plain\n' });
      return read.stdout.includes('GOT');
    },
  },
  {
    name: 'fill a pipe that others wait for',
    async tries(stage) {
      const { isBox } = stage;
      const pipes = isBox ? '/run/sallyport/in /run/sallyport/out /run/sallyport/err' : '"$OUTSIDE/control"';
      const fill = `for pipe in ${pipes}; do (exec 8<>$pipe; timeout 0.4 head -c 3000000 /dev/zero >&8) & done`;
      await run(stage, `${fill}; wait`, {}, { onStdout: () => {}, onStderr: () => {} });
      const next = isBox ? 'echo fine' : '(timeout 0.5 bash -c \'echo x >"$OUTSIDE/control"\') && echo fine';
      const isHeldUp = !(await run(stage, next)).stdout.includes('fine');
      if (!isBox) await run(stage, 'timeout 0.3 cat "$OUTSIDE/control" >/dev/null');
      return isHeldUp;
    },
  },
];

/** Looks into the environments of all processes until it has found what is to stay with one. */
const environments =
  'for i in {1..25}; do grep -qsa LATER=SECRET /proc/[0-9]*/environ && { echo SECRET >found.$MARK; break; }; sleep 0.03; done';

/** Waits for the pipe of a later command, which has a name in a box and is that of a process without one. */
function stolen({ isBox }: Stage, name: string, handle: number, act: string): string {
  const found = isBox ? `/run/sallyport/${name}` : `/proc/$(pgrep -fo "[l]ater.$MARK")/fd/${handle}`;
  return `for i in {1..30}; do pipe=${found}; [ -p $pipe ] && { ${act}; break; }; sleep 0.05; done`;
}

function run(
  { backend, options }: Stage,
  script: string,
  env: Record<string, string> = {},
  more: RunOptions = {},
): Promise<Ran> {
  return runProcess(backend, script, { ...options, env: { ...options.env, ...env }, ...more });
}

/** Without a box nobody is granted anything: there it is simply in the environment. */
function runWithSecret(stage: Stage, script: string): Promise<Ran> {
  const secrets = { LATER: 'SECRET' };
  return stage.isBox
    ? run(stage, script, {}, { grant: { paths: [], removes: [], secrets } })
    : run(stage, script, secrets);
}

function isFound({ place, mark }: Stage): boolean {
  endProcessesWith(`seen.${mark}`);
  const found = join(place.path, `workspace/found.${mark}`);
  return existsSync(found) && readFileSync(found, 'utf8').includes('SECRET');
}
