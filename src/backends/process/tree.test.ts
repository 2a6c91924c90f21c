import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openCgroupFolder } from './cgroup.ts';
import { processTable, tableFromPs } from './process-table.ts';
import { openSearch } from './search.ts';
import { endTree } from './tree.ts';

test('both tables of processes know this one and its children, and tell the same', async () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  try {
    const wanted = [
      { pid: process.pid, parent: process.ppid },
      { pid: child.pid, parent: process.pid, group: child.pid },
    ];
    for (const rows of [await processTable(), await tableFromPs()]) {
      for (const row of wanted) expect(rows.find(({ pid }) => pid === row.pid)).toMatchObject(row);
    }
  } finally {
    child.kill('SIGKILL');
  }
});

test('a process that has ended and was not waited for is not in the table', async () => {
  const child = spawn('/bin/sh', ['-c', 'sleep 0 & exec sleep 60'], { stdio: 'ignore' });
  try {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const rows = [...(await processTable()), ...(await tableFromPs())];
    expect(rows.filter(({ parent }) => parent === child.pid)).toEqual([]);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a search finds who left the group, its parent and its environment behind, and nobody else', async () => {
  const marker = `marker-of-a-test-${process.pid}`;
  const tree = openSearch().openTree(marker);
  const other = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const script = '(env -i setsid sleep 61 </dev/null >/dev/null 2>&1 &); exit 0';
  const [program = '', ...args] = tree.wrap(['/bin/sh', '-c', script], {});
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env: { ...process.env, MARK: marker } });
  const root = { pid: child.pid as number, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
  tree.began(root);
  try {
    await new Promise((resolve) => child.on('exit', resolve));
    expect(await tree.isEmpty()).toBe(false);
    await endTree(tree, root);
    expect(await tree.isEmpty()).toBe(true);
    expect(await tree.close({ exitCode: 0, look: true })).toEqual({ survivors: 'unknown' });
    expect((await processTable()).some(({ pid }) => pid === other.pid)).toBe(true);
  } finally {
    other.kill('SIGKILL');
  }
});

test('a program that cannot enter its control group does not run outside of it', async () => {
  using folder = await openCgroupFolder();
  if (!folder) return console.warn('this user has no control groups: not tested');
  const tree = folder.openTree();
  const [program = '', ...args] = tree.wrap(['/bin/sh', '-c', 'exit 0'], {});
  rmdirSync(args.find((arg) => arg.includes('/sallyport-')) as string);
  const code = await new Promise<number | null>((resolve) => {
    spawn(program, args, { stdio: 'ignore' }).on('exit', resolve);
  });
  expect(code).not.toBe(0);
  await expect(tree.close({ exitCode: code, look: true })).rejects.toMatchObject({ code: 'InternalError' });
});

test('the control groups of a process that died are removed, those of living ones stay', async () => {
  using folder = await openCgroupFolder();
  if (!folder) return console.warn('this user has no control groups: not tested');
  const group = folder
    .openTree()
    .wrap([], {})
    .find((arg) => arg.includes('/sallyport-')) as string;
  const own = dirname(dirname(group));
  // A pid above what the kernel gives to any process.
  const dead = join(own, 'sallyport-4999999-1-00000000-1-x');
  mkdirSync(join(dead, '0'), { recursive: true });
  (await openCgroupFolder())?.[Symbol.dispose]();
  expect([existsSync(dead), existsSync(group)]).toEqual([false, true]);
  expect(readdirSync(own).filter((name) => name.startsWith(`sallyport-${process.pid}-`)).length).toBeGreaterThan(0);
});
