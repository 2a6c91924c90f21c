import fs from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Folder, handlesWork } from '../../../src/files/index.ts';
import { startSwapper } from '../../fixtures/swapper.ts';
import { refusalOf, scratch, snapshot, type Scratch } from './scratch.ts';

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
    const swapping = await swap(box, folders);

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
    const swapping = await swap(box, ['tree', 'tree/sub']);
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

async function swap(box: Scratch, folders: string[]): Promise<{ stop(): Promise<void> }> {
  const swapping = await startSwapper(box.outside, folders.map(box.at));
  onTestFinished(swapping.stop);
  return swapping;
}
