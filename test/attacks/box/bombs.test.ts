import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createBoxBackend } from '../../../src/backends/box/index.ts';
import { tempWorkspace } from '../../../src/testing/index.ts';
import { hasBubblewrap } from '../../fixtures/bubblewrap.ts';
import { runProcess } from '../../fixtures/run-process.ts';

const mib = 1024 * 1024;
const limits = {
  processes: 60,
  memoryBytes: 96 * mib,
  cpuSeconds: 1,
  fileBytes: 8 * mib,
  writtenBytes: 48 * mib,
  openFiles: 128,
};

describe.runIf(hasBubblewrap)('a bomb in a box', async () => {
  const workspace = tempWorkspace();
  const backend = createBoxBackend({ root: workspace.path, limits });
  afterAll(async () => {
    await backend[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });
  const run = (script: string, timeoutMs = 30_000) => runProcess(backend, script, { cwd: workspace.path, timeoutMs });
  const { limits: inForce = [] } = hasBubblewrap ? await run('true') : {};
  const missing = Object.keys(limits).filter((name) => !inForce.includes(name));
  if (missing.length > 0)
    console.warn(`this user has no control groups: ${missing.join(', ')} not in force, not tested`);

  test.each<[keyof typeof limits, string]>([
    ['processes', ':(){ :|:& };:; sleep 1'],
    ['memoryBytes', 'python3 -c "x = bytearray(400_000_000)"'],
    ['cpuSeconds', 'while :; do :; done'],
    ['fileBytes', 'exec head -c 100000000 /dev/zero >file'],
    ['writtenBytes', 'for i in {1..99}; do head -c 8000000 /dev/zero >f$i; sync f$i; sleep 0.1; done'],
  ])('that goes for %s is stopped, says so, and the next command works', async (name, script) => {
    if (!inForce.includes(name)) return;
    const ran = await run(script);
    expect(ran).toMatchObject({ hitLimit: name, timedOut: false, cancelled: false, survivors: 'none' });
    expect((await run('echo fine')).stdout.toString()).toBe('fine\n');
    for (const file of readdirSync(workspace.path)) rmSync(join(workspace.path, file), { recursive: true });
  });

  test('of open files comes to its end', async () => {
    const { stdout } = await run(
      'ulimit -n; for i in {10..400}; do eval "exec $i</dev/null" 2>/dev/null || { echo no; break; }; done',
    );
    expect(stdout.toString()).toBe('128\nno\n');
  });

  test('that prints for ever is held up by who reads it, and ended with its time', async () => {
    let bytes = 0;
    const ran = await runProcess(backend, 'yes', {
      timeoutMs: 700,
      async onStdout(chunk) {
        bytes += chunk.length;
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    });
    expect(ran).toMatchObject({ timedOut: true, survivors: 'none' });
    expect(bytes).toBeLessThan(100 * mib);
  });
});

test.runIf(hasBubblewrap)('a backend that is closed leaves no process, control group or folder', async () => {
  using workspace = tempWorkspace();
  const backend = createBoxBackend({ root: workspace.path });
  const before = leftovers();
  const { limits: inForce = [] } = await runProcess(backend, 'true');
  const during = leftovers();
  expect(during.folders).toBeGreaterThan(before.folders);
  expect(during.processes).toBe(before.processes + 1);
  if (inForce.includes('memoryBytes')) expect(during.groups).toBeGreaterThan(before.groups);
  await backend[Symbol.asyncDispose]();
  expect(leftovers()).toEqual(before);
});

/** What belongs to boxes of this process: temporary folders, control groups, and children that are bubblewrap. */
function leftovers(): { folders: number; groups: number; processes: number } {
  const isOurs = (name: string) => name.startsWith(`sallyport-box-${process.pid}-`);
  const below = (folder: string, depth: number): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => [name, ...(depth > 0 ? below(join(folder, name), depth - 1) : [])]);
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return {
    folders: [tmpdir(), '/dev/shm']
      .filter((place) => existsSync(place))
      .flatMap((place) => readdirSync(place))
      .filter(isOurs).length,
    groups: existsSync('/sys/fs/cgroup') ? below('/sys/fs/cgroup', 3).filter(isOurs).length : 0,
    processes: children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('bwrap')).length,
  };
}
