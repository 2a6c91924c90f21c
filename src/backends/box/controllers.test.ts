import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { limitBelow } from './controllers.ts';
import { readText } from './read-text.ts';

const prefix = 'sallyport-box-';
const tree = /^\S+ \S+ \S+ \/ (\S+) .* - cgroup2 /m.exec(readText('/proc/self/mountinfo'))?.[1];
/** One that the kernel refuses to groups with processes; some that it counts by thread it does not refuse. */
const controller = ['memory', 'io', 'hugetlb', 'rdma', 'misc'].find((name) =>
  readText(join(tree ?? '', 'cgroup.controllers'))
    .split(/\s/)
    .includes(name),
);
const canTry = tree !== undefined && controller !== undefined && isOn(tree, controller);
if (!canTry) console.warn('no control groups of version 2 with a controller that this user may turn on: not tested');

test.runIf(canTry)('who is alone in a group moves aside for the limits of its boxes', async () => {
  const { folder, start } = openFolder();
  const program = await start();
  expect(() => writeFileSync(join(folder, 'cgroup.subtree_control'), `+${controller}`)).toThrow('EBUSY');
  limitBelow(folder, String(controller), prefix, program.pid);
  expect(readText(join(folder, 'cgroup.subtree_control')).trim()).toBe(controller);
  expect(readText(`/proc/${program.pid}/cgroup`)).toMatch(/^0::.*\/sallyport-box-[^/]+-aside$/m);
});

test.runIf(canTry)('processes of others are left where they are, and the kernel is quoted', async () => {
  const { folder, start } = openFolder();
  const [program, other] = [await start(), await start()];
  expect(() => limitBelow(folder, String(controller), prefix, program.pid)).toThrow('EBUSY');
  const stayed = readFileSync(join(folder, 'cgroup.procs'), 'utf8').trim().split('\n').map(Number);
  expect(new Set(stayed)).toEqual(new Set([program.pid, other.pid]));
});

/** A group of its own, whose processes are gone when the test has ended. */
function openFolder() {
  const folder = join(tree as string, `sallyport-test-${process.pid}-${Math.random().toString(36).slice(2)}`);
  mkdirSync(folder);
  const started: ChildProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(
      started.map((child) => {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        return gone;
      }),
    );
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) rmdirSync(join(folder, entry.name));
    rmdirSync(folder);
  });
  return {
    folder,
    async start() {
      const child = spawn('/bin/sleep', ['600'], { stdio: 'ignore' });
      await once(child, 'spawn');
      started.push(child);
      writeFileSync(join(folder, 'cgroup.procs'), String(child.pid));
      return child;
    },
  };
}

/** Left on, since somebody else may be at this test: groups that set no limit are not changed by it. */
function isOn(folder: string, name: string): boolean {
  try {
    writeFileSync(join(folder, 'cgroup.subtree_control'), `+${name}`, { flag: 'r+' });
    return true;
  } catch {
    return false; // closed, or the top of a container, in which there are processes
  }
}
