// How every backend ends what it runs. Almost all of it is waiting, so the tests may run at the same time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Backend } from '../../src/protocol/backend.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { endProcessesWith, runHostileTrees } from '../fixtures/hostile-trees.ts';
import { seededRandom } from '../fixtures/random.ts';
import { runProcess, type RunOptions } from '../fixtures/run-process.ts';

export interface BackendClaims {
  /** Nothing outlives a run that was ended, and the backend says so. */
  readonly endsAll: boolean;
  /** What a program leaves running ends soon after it. */
  readonly leavesNothing: boolean;
  /** The folder in which programs may write; absent when they may everywhere. */
  readonly place?: string;
}

export function backendEndings(backend: Backend, open: () => Backend, claims: BackendClaims): void {
  const { endsAll, leavesNothing, place } = claims;
  const run = (script: string, options: RunOptions = {}) => runProcess(backend, script, options);

  test('a program whose output nobody takes is held up', async () => {
    using workspace = tempWorkspace(place === undefined ? {} : { in: place });
    const done = join(workspace.path, 'done');
    let takeIt = () => {};
    const held = new Promise<void>((resolve) => (takeIt = resolve));
    let bytes = 0;
    const running = run('head -c 20000000 /dev/zero; touch done', {
      cwd: workspace.path,
      onStdout(chunk) {
        bytes += chunk.length;
        return held;
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect({ isDone: existsSync(done), isLittle: bytes < 1_000_000 }).toEqual({ isDone: false, isLittle: true });
    takeIt();
    await running;
    expect({ isDone: existsSync(done), bytes }).toEqual({ isDone: true, bytes: 20_000_000 });
  });

  test.each<[string, (error: Error) => void | Promise<void>]>([
    [
      'throws',
      (error) => {
        throw error;
      },
    ],
    ['rejects', (error) => Promise.reject(error)],
  ])('what a callback %s ends the run and comes out of it', async (way, fail) => {
    const mark = `3600.${process.pid}1${way.length}`;
    const error = new Error('full');
    await expect(run(`echo x; sleep ${mark}`, { onStdout: () => fail(error) })).rejects.toBe(error);
    expect(endProcessesWith(mark)).toBe(0);
  });

  test('a run that takes too long is ended, and what it printed is kept', async () => {
    const ran = await run('echo before; sleep 60; echo after', { timeoutMs: 1_500 });
    expect(ran).toMatchObject({ exitCode: null, signal: 'SIGTERM', timedOut: true, cancelled: false });
    expect(ran.killedBy).not.toBe(null);
    expect(ran.stdout.toString()).toBe('before\n');
  });

  test('a program may use the time it is given to end by itself', async () => {
    const ran = await run('trap "echo bye; exit 9" TERM; echo ready; sleep 60 & wait', { timeoutMs: 1_500 });
    expect(ran).toMatchObject({ exitCode: 9, signal: null, timedOut: true });
    expect(ran.stdout.toString()).toBe('ready\nbye\n');
  });

  test('a program that will not end is made to', async () => {
    expect(await run('trap "" TERM INT HUP; while :; do sleep 60; done', { timeoutMs: 1_500 })).toMatchObject({
      exitCode: null,
      signal: 'SIGKILL',
      timedOut: true,
    });
  });

  test('a run can be cancelled', async () => {
    const cancel = new AbortController();
    const ran = await run('echo x; sleep 60', { signal: cancel.signal, onStdout: () => cancel.abort() });
    expect(ran).toMatchObject({ signal: 'SIGTERM', timedOut: false, cancelled: true });
  });

  test('who holds a pipe after the exit is waited for a little, then cut off', async () => {
    const mark = `3600.${process.pid}02`;
    try {
      const ran = await run(`echo one; (sleep 0.2; echo two; sleep ${mark}) & exit 5`);
      expect(ran).toMatchObject({ exitCode: 5, drainCut: true, timedOut: false, killedBy: null });
      const isToldTruly = (survivors: unknown) =>
        leavesNothing ? survivors === 'none' : typeof survivors === 'number' && survivors >= 1;
      expect(ran.survivors).toSatisfy(isToldTruly);
      expect(ran.stdout.toString()).toBe('one\ntwo\n');
    } finally {
      expect(endProcessesWith(mark) > 0).toBe(!leavesNothing);
    }
  });

  test('who finishes soon after the exit is heard to the end', async () => {
    const ran = await run('seq 200000 > >(sleep 0.3; cat)');
    expect(ran).toMatchObject({ exitCode: 0, drainCut: false });
    expect(ran.stdout.toString().split('\n')).toHaveLength(200_001);
  });

  test('what lies in the pipe when it is cut off is not lost', async () => {
    const mark = `3600.${process.pid}03`;
    const chunks: Uint8Array[] = [];
    const { drainCut } = await run(`sleep ${mark} & seq 20000`, {
      async onStdout(chunk) {
        if (chunks.push(chunk) === 1) await new Promise((resolve) => setTimeout(resolve, 2_500));
      },
    });
    endProcessesWith(mark);
    expect(drainCut).toBe(true);
    expect(Buffer.concat(chunks).toString()).toBe(Array.from({ length: 20_000 }, (_, i) => `${i + 1}\n`).join(''));
  });

  test('a backend that is closed ends what it runs', async () => {
    const mark = `3600.${process.pid}04`;
    const other = open();
    let started = () => {};
    const start = new Promise<void>((resolve) => (started = resolve));
    const running = runProcess(other, `echo x; sleep ${mark}`, { onStdout: () => started() });
    await start;
    await other[Symbol.asyncDispose]();
    expect(await running).toMatchObject({ cancelled: true });
    expect(endProcessesWith(mark)).toBe(0);
  });

  test('nothing outlives its time limit', async () => {
    const { survivors, claims } = await runHostileTrees(backend, 8, seededRandom(4));
    expect({ survivors, claims }).toEqual({ survivors: 0, claims: { [endsAll ? 'none' : 'unknown']: 8 } });
  });
}
