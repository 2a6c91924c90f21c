import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openGroup, planGroups } from './groups.ts';
import { usualLimits } from './limits.ts';
import { readText } from './read-text.ts';

const limits = usualLimits();
const ours = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('sallyport-box-'));

/** The tree of version 2, which may be there beside those of version 1 and then has no controllers. */
const tree = /^\S+ \S+ \S+ \/ (\S+) .* - cgroup2 /m.exec(readText('/proc/self/mountinfo'))?.[1];
const isWritable = tree !== undefined && mayWrite(tree);
if (!isWritable) console.warn('no control groups of version 2 that this user may make: only their table is tested');

test.runIf(isWritable)(
  'a group of version 2 is made, takes a process in, counts its time, and is removed',
  async () => {
    const folder = tree as string;
    const before = ours(folder).length;
    const group = openGroup({ version: 2, folders: { pids: folder, memory: folder, cpuacct: folder } }, limits);
    const [name = ''] = ours(folder).slice(before);
    const child = spawn('/bin/bash', ['-c', 'read; for ((i = 0; i < 100000; i++)); do :; done']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await group.add(child.pid as number);
    expect(readFileSync(`/proc/${child.pid}/cgroup`, 'utf8')).toContain(name);
    child.stdin.end('\n');
    await ended;
    expect(group.used().cpuMs).toBeGreaterThan(0);
    // What is in force is what the kernel took: a tree without controllers limits nothing.
    const controllers = readText(join(folder, name, 'cgroup.controllers'))
      .trim()
      .split(' ');
    expect(group.inForce).toEqual([
      ...(controllers.includes('pids') ? ['processes'] : []),
      ...(controllers.includes('memory') ? ['memoryBytes'] : []),
    ]);
    group[Symbol.dispose]();
    expect(existsSync(join(folder, name))).toBe(false);
  },
);

test('a group of a process that is gone is removed by the next one, that of a living one is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-groups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const living = openGroup({ version: 2, folders: { cpuacct: folder } }, limits);
  const [name = ''] = ours(folder);
  // As this process names its own, but for one that cannot exist.
  const dead = name.replace(/\d+/, '4194999');
  mkdirSync(join(folder, dead));
  const next = openGroup({ version: 2, folders: { cpuacct: folder } }, limits);
  expect(existsSync(join(folder, dead))).toBe(false);
  expect(existsSync(join(folder, name))).toBe(true);
  next[Symbol.dispose]();
  living[Symbol.dispose]();
  expect(ours(folder)).toEqual([]);
});

test('where the kernel does not take a limit, none is said to be in force, and nothing stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-groups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const group = openGroup({ version: 2, folders: { pids: folder, memory: folder } }, limits);
  expect({ inForce: group.inForce, left: ours(folder) }).toEqual({ inForce: [], left: [] });
  expect(group.refused?.said).toContain('ENOENT');
  expect(openGroup(planGroups('', ''), limits).inForce).toEqual([]);
});

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
