// What do real pipes and a tree that can be ended cost, against child_process.spawn?
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createProcessBackend } from '../src/backends/process/index.ts';
import type { Backend } from '../src/protocol/backend.ts';
import { percentiles, printTable } from './measure.ts';

const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };

export async function benchProcess(): Promise<void> {
  await using groups = createProcessBackend();
  await using search = createProcessBackend({ cgroups: false });
  const ways: Record<string, (script: string) => Promise<number>> = {
    'child_process.spawn': runPlain,
    'backend, control groups': (script) => runBackend(groups, script),
    'backend, search': (script) => runBackend(search, script),
  };
  await benchThroughput(ways);
  await benchOverhead(ways);
}

async function benchThroughput(ways: Record<string, (script: string) => Promise<number>>): Promise<void> {
  const bytes = 400_000_000;
  const samples = new Map<string, { rate: number; cpu: number }[]>();
  for (let round = 0; round < 7; round++) {
    for (const [name, run] of Object.entries(ways)) {
      const cpu = ownCpuMs();
      const start = performance.now();
      const got = await run(`exec head -c ${bytes} /dev/zero`);
      if (got !== bytes) throw new Error(`${name}: ${got} of ${bytes} bytes`);
      const rate = bytes / 1e3 / (performance.now() - start);
      samples.set(name, [...(samples.get(name) ?? []), { rate, cpu: ownCpuMs() - cpu }]);
    }
  }
  const middle = (name: string, of: 'rate' | 'cpu') => percentiles((samples.get(name) ?? []).map((one) => one[of])).p50;
  const rows = Object.keys(ways).map((name) => [
    name,
    middle(name, 'rate').toFixed(0),
    `${(middle(name, 'rate') / middle('child_process.spawn', 'rate')).toFixed(2)}×`,
    middle(name, 'cpu').toFixed(0),
  ]);
  printTable(
    `${bytes / 1e6} MB of output, median of 7 interleaved rounds`,
    ['what', 'MB/s', 'of spawn', 'CPU ms of Node'],
    rows,
  );
}

async function benchOverhead(ways: Record<string, (script: string) => Promise<number>>): Promise<void> {
  const each = 20;
  const times = new Map<string, number[]>();
  const cpu = new Map<string, number[]>();
  for (let round = 0; round < 11; round++) {
    for (const [name, run] of Object.entries(ways)) {
      const before = cpuWithChildrenMs();
      for (let i = 0; i < each; i++) {
        const start = performance.now();
        await run('true');
        times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
      }
      cpu.set(name, [...(cpu.get(name) ?? []), (cpuWithChildrenMs() - before) / each]);
    }
  }
  const base = percentiles(times.get('child_process.spawn') ?? []).p50;
  const baseCpu = percentiles(cpu.get('child_process.spawn') ?? []).p50;
  const rows = Object.keys(ways).map((name) => {
    const p50 = percentiles(times.get(name) ?? []).p50;
    const cpu50 = percentiles(cpu.get(name) ?? []).p50;
    const ratios = [`${(p50 / base).toFixed(2)}×`, `${(cpu50 / baseCpu).toFixed(2)}×`];
    return [name, p50.toFixed(2), Math.min(...(times.get(name) ?? [])).toFixed(2), cpu50.toFixed(2), ...ratios];
  });
  printTable(
    `bash -c true, ms (11 interleaved rounds of ${each}; CPU with that of the children)`,
    ['what', 'p50', 'min', 'CPU', 'p50 of spawn', 'CPU of spawn'],
    rows,
  );
}

function runPlain(script: string): Promise<number> {
  const child = spawn('/bin/bash', ['-c', script], {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  child.stderr.on('data', (chunk: Buffer) => (bytes += chunk.length));
  return new Promise((resolve) => child.on('close', () => resolve(bytes)));
}

async function runBackend(backend: Backend, script: string): Promise<number> {
  let bytes = 0;
  const count = (chunk: Uint8Array) => void (bytes += chunk.length);
  const { signal } = new AbortController();
  const spec = { argv: ['/bin/bash', '-c', script], cwd: '/', env, merged: false, timeoutMs: 60_000 };
  await backend.run(spec, { onStdout: count, onStderr: count, signal });
  return bytes;
}

function ownCpuMs(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1000;
}

/** Of this process and the children it has waited for: fields 14 to 17, in hundredths of a second. */
function cpuWithChildrenMs(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * 10;
}
