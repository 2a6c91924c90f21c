// What does one run through the whole gate cost, and which step takes it?
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createSallyport } from '../src/sallyport.ts';
import { tempWorkspace } from '../src/testing/index.ts';
import { percentiles, printTable, timesOf, type Times } from './measure.ts';
import { loadPeer } from './peer.ts';

const rounds = 5;
const each = 400;
const us = (value: number) => value.toFixed(0);

export async function benchGate(): Promise<void> {
  const places = [...(existsSync('/dev/shm') ? [['tmpfs', '/dev/shm']] : []), ['disk', tmpdir()]] as [string, string][];
  const peer = (await loadPeer('just-bash', '3.4.2')) as
    | { Bash: new () => { exec(line: string): Promise<unknown> } }
    | undefined;
  const bash = peer && new peer.Bash();
  const gates = places.map(([name, folder]) => {
    const workspace = tempWorkspace({ in: folder });
    const steps = new Map<string, number[]>();
    let last = 0;
    const trace = (step: string) => {
      const now = performance.now();
      const times = steps.get(step) ?? [];
      steps.set(step, times);
      times.push((now - last) * 1000);
      last = performance.now();
    };
    const core = createSallyport({ root: workspace.path, env: workspace.env, trace });
    const exec = () => {
      last = performance.now();
      return core.exec('hello');
    };
    return { name, exec, steps, core, workspace };
  });

  const times = new Map<string, Times[]>();
  const measure = async (name: string, call: () => unknown) => {
    await timesOf(200, call); // warm
    times.set(name, [...(times.get(name) ?? []), await timesOf(each, call)]);
  };
  for (let round = 0; round < rounds; round++) {
    for (const { name, exec, steps } of gates) {
      await measure(`exec('hello'), state on ${name}`, exec);
      if (round === 0) steps.clear();
    }
    if (bash) await measure("just-bash 3.4.2, exec('echo hello')", () => bash.exec('echo hello'));
  }
  const median = (name: string): Times => {
    const all = times.get(name) ?? [];
    return { p50: percentiles(all.map(({ p50 }) => p50)).p50, p99: percentiles(all.map(({ p99 }) => p99)).p50 };
  };
  const base = bash ? median("just-bash 3.4.2, exec('echo hello')") : undefined;
  const rows = [...times.keys()].map((name) => {
    const { p50, p99 } = median(name);
    return [name, us(p50), us(p99), base ? `${(p50 / base.p50).toFixed(2)}×` : '–'];
  });
  printTable(
    `One warm run, µs (median of ${rounds} interleaved rounds of ${each})`,
    ['what', 'p50', 'p99', 'of just-bash'],
    rows,
  );

  const names = ['start', 'parse', 'judge', 'ask', 'run', 'bound', 'record'];
  const shares = gates.map(({ name, steps }) => {
    const medians = names.map((step) => percentiles(steps.get(step) ?? []).p50);
    const total = medians.reduce((sum, value) => sum + value, 0);
    return [name, ...medians.map((value) => `${us(value)} (${((100 * value) / total).toFixed(0)}%)`)];
  });
  printTable('Share of each step, µs at p50', ['state on', ...names], shares);
  for (const { core, workspace } of gates) {
    await core[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  }
}
