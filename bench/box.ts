// What does a command in a box cost, against a plain spawn and against a sandbox for each command?
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBoxBackend } from '../src/backends/box/index.ts';
import { openGuard } from '../src/backends/box/guard/guard.ts';
import type { Backend } from '../src/protocol/backend.ts';
import { percentiles, printTable } from './measure.ts';

const env = { PATH: '/usr/bin:/bin' };
const bare = '--unshare-all --die-with-parent --ro-bind / / --dev /dev --proc /proc'.split(' ');

export async function benchBox(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
  try {
    const coldMs = await firstOfProcess(root);
    await benchWarm(root);
    await benchFirst(root, coldMs);
    await benchIdle(root);
    await benchGuard(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function benchWarm(root: string): Promise<void> {
  await using box = createBoxBackend({ root });
  const ways: Record<string, () => Promise<void>> = {
    'child_process.spawn': () => runPlain('/bin/bash', ['-c', 'true']),
    'box that is open': () => runIn(box),
    'bare bwrap for each': () => runPlain('bwrap', [...bare, '/bin/bash', '-c', 'true']),
  };
  const times = await interleave(ways, 15, 20);
  printTimes('bash -c true with captured output, ms (15 interleaved rounds of 20)', times, 'child_process.spawn');
}

/** With nothing loaded, compiled or looked at before; there is only one in a process. */
async function firstOfProcess(root: string): Promise<number> {
  await using box = createBoxBackend({ root });
  const start = performance.now();
  await runIn(box);
  return performance.now() - start;
}

/** What somebody waits for: from the call of the first command of a session to its result, and from the call of its end to that. */
async function benchFirst(root: string, coldMs: number): Promise<void> {
  const session = { box: createBoxBackend({ root }) };
  const ways: Record<string, () => Promise<void>> = {
    'bare bwrap': () => runPlain('bwrap', [...bare, '/bin/bash', '-c', 'true']),
    'first command of a session': () => runIn((session.box = createBoxBackend({ root }))),
    async 'end of the session'() {
      await session.box[Symbol.asyncDispose]();
    },
  };
  const times = await interleave(ways, 30, 1);
  const [, first = [], end = []] = times.values();
  times.set(
    'first command and end',
    first.map((time, round) => time + (end[round] ?? 0)),
  );
  times.set('first command of the first session of a process (once)', [coldMs]);
  printTimes('A session of one command, ms (30 rounds)', times, 'bare bwrap');
}

async function benchIdle(root: string): Promise<void> {
  const sessions = Array.from({ length: 20 }, () => createBoxBackend({ root }));
  await Promise.all(sessions.map(runIn));
  const pids = childrenOf(process.pid).flatMap((pid) => [pid, ...childrenOf(pid)]);
  const [pss, dirty] = ['Pss', 'Private_Dirty'].map((name) => pids.reduce((sum, pid) => sum + kibOf(pid, name), 0));
  await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  const each = (kib = 0) => `${(kib / 1024 / sessions.length).toFixed(2)} MiB`;
  printTable(
    'Memory of an idle box: bubblewrap and the shell (20 open)',
    ['proportional', 'private'],
    [[each(pss), each(dirty)]],
  );
}

async function benchGuard(root: string): Promise<void> {
  for (let index = 0; index < 5_000; index++) {
    const folder = join(root, `p${index % 50}`, `d${index % 500}`, `e${index}`);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < 10; file++) writeFileSync(join(folder, `f${file}`), '');
  }
  const guard = openGuard({ workspace: root, state: ['.agents'] });
  const cpuMs: number[] = [];
  for (let round = 0; round < 10; round++) {
    const before = process.cpuUsage();
    await guard.look(() => [{ locked: [], granted: [] }]);
    const { user, system } = process.cpuUsage(before);
    cpuMs.push((user + system) / 1000);
  }
  const [first = 0, ...later] = cpuMs;
  printTable(
    'Looking for protected paths in 50,000 files of 5,550 folders, CPU ms',
    ['first look', 'after each command'],
    [[first.toFixed(0), percentiles(later).p50.toFixed(0)]],
  );
}

async function interleave(ways: Record<string, () => Promise<void>>, rounds: number, each: number) {
  const times = new Map<string, number[]>();
  for (const run of Object.values(ways)) await run();
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(ways)) {
      for (let i = 0; i < each; i++) {
        const start = performance.now();
        await run();
        times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
      }
    }
  }
  return times;
}

function printTimes(title: string, times: ReadonlyMap<string, number[]>, base: string): void {
  const p50 = (name: string) => percentiles(times.get(name) ?? []).p50;
  const least = (name: string) => Math.min(...(times.get(name) ?? []));
  const rows = [...times.keys()].map((name) => [
    name,
    p50(name).toFixed(2),
    least(name).toFixed(2),
    `${(p50(name) / p50(base)).toFixed(2)}×`,
    `${(least(name) / least(base)).toFixed(2)}×`,
  ]);
  printTable(title, ['what', 'p50', 'min', `p50 of ${base}`, 'min of it'], rows);
}

function runPlain(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((resolve) => child.on('close', () => resolve()));
}

async function runIn(backend: Backend): Promise<void> {
  const spec = { argv: ['/bin/bash', '-c', 'true'], cwd: '/', env, merged: false, timeoutMs: 60_000 };
  await backend.run(spec, { onStdout() {}, onStderr() {}, signal: new AbortController().signal });
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

function kibOf(pid: number, name: string): number {
  return Number(
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0,
  );
}
