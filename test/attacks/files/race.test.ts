import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Folder, handlesWork } from '../../../src/files/index.ts';
import { refusalOf, scratch, snapshot, type Scratch } from './scratch.ts';

/** Exchanges each folder for a link to the outside and back, as fast as it can, until it is killed. */
const swapper = `
  const fs = require('node:fs');
  const [outside, ...folders] = process.argv.slice(1);
  const attempt = (action) => { try { action(); } catch {} };
  // Without pauses the kernel's lock on the folder decides who comes when, and the two take turns.
  const spin = () => { for (const end = performance.now() + Math.random() * 0.1; performance.now() < end; ); };
  process.stdout.write('ready');
  for (let turn = 0; ; turn++) for (const folder of folders) {
    const aside = folder + '.' + turn;
    attempt(() => fs.renameSync(folder, aside));
    attempt(() => fs.symlinkSync(outside, folder));
    spin();
    attempt(() => fs.unlinkSync(folder));
    attempt(() => fs.renameSync(aside, folder));
    spin();
  }`;

if (!handlesWork()) console.log('skipped: races are only promised where folders can be held by handle');

describe.runIf(handlesWork())('a process that exchanges folders for links while we work', () => {
  test('cannot make us read or write outside', async () => {
    const box = scratch();
    const folders = ['dir', 'deep', 'deep/inner'];
    for (const folder of folders) {
      fs.mkdirSync(box.at(folder));
      fs.writeFileSync(box.at(`${folder}/canary`), 'ours');
    }
    fs.mkdirSync(`${box.outside}/inner`);
    fs.writeFileSync(`${box.outside}/inner/canary`, 'alive');
    const before = snapshot(box.outside);
    const root = box.open(true);
    const outcomes = new Map<string, number>();
    const count = (key: string) => outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    const swapping = await startSwapper(box, folders);

    for (let round = 0; round < 1_500; round++) {
      const folder = ['dir', 'deep/inner'][round % 2]!;
      const attempts: Record<string, () => unknown> = {
        write: () => root.write(`${folder}/f${round}`, 'pwned', { durable: false }),
        mkdir: () => root.mkdir(`${folder}/d${round}`),
        read: () => (root.read(`${folder}/canary`).toString() === 'ours' ? undefined : count('read outside')),
      };
      // Replacing makes ext4 flush the file, so it is tried less often.
      if (round % 16 < 2)
        attempts['replace'] = () => root.write(`${folder}/canary`, 'ours', { durable: false, replace: true });
      for (const [name, attempt] of Object.entries(attempts)) {
        count(`${name} ${refusalOf(attempt)?.split(':')[0] ?? 'done'}`);
      }
    }
    await swapping.stop();

    expect(snapshot(box.outside)).toEqual(before);
    // Proof that the race took place: each kind of work was both done and stopped.
    for (const name of ['write', 'mkdir', 'read', 'replace']) {
      expect([name, outcomes.get(`${name} done`) ?? 0, outcomes.get(`${name} PathOutsideRoot`) ?? 0]).toEqual([
        name,
        expect.toSatisfy(isMany),
        expect.toSatisfy(isMany),
      ]);
    }
    expect(
      [...outcomes.keys()].filter((key) => !/ (done|PathOutsideRoot|NotFound|AlreadyExists|InvalidArgs)$/.test(key)),
    ).toEqual([]);
  });

  test('cannot make us delete outside', async () => {
    const box = scratch();
    for (const name of ['a', 'b', 'c']) fs.writeFileSync(`${box.outside}/${name}`, 'alive');
    const before = snapshot(box.outside);
    const folder = Folder.open(box.workspace);
    onTestFinished(() => folder[Symbol.dispose]());
    const swapping = await startSwapper(box, ['tree', 'tree/sub']);
    const deadline = performance.now() + 1_000;
    let stopped = 0;
    for (let round = 0; performance.now() < deadline; round++) {
      refusalOf(() => {
        const tree = folder.folder('tree', { create: true });
        try {
          const sub = tree.folder('sub', { create: true });
          for (const name of ['a', 'b', 'c']) sub.write(name, '', { durable: false });
          sub[Symbol.dispose]();
        } finally {
          tree[Symbol.dispose]();
        }
      });
      if (refusalOf(() => folder.removeFolder('tree'))) stopped++;
    }
    await swapping.stop();
    expect(snapshot(box.outside)).toEqual(before);
    expect(stopped).toBeGreaterThan(0);
  });
});

function isMany(count: number): boolean {
  return count >= 10;
}

async function startSwapper(box: Scratch, folders: string[]): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', swapper, '--', box.outside, ...folders.map(box.at)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(stop);
  await once(child.stdout, 'data');
  return { stop };
}
