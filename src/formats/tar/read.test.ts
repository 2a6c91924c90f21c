import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { buildTar, pax } from '../../../test/fixtures/tar-builder.ts';
import { createTarReader } from './index.ts';

test('an archive is read the same however it is cut into chunks, and wherever these lie in memory', () => {
  const random = seededRandom(512);
  const files = Array.from({ length: 30 }, (_, index) => ({
    name: `folder-${index % 4}/file-${index}.txt`,
    data: Buffer.alloc(random.below(3_000), `${index},`),
  }));
  const archive = buildTar(files.flatMap((file, index) => (index % 5 === 0 ? [pax({ comment: 'c' }), file] : [file])));

  for (let round = 0; round < 200; round++) {
    const found: { name: string | undefined; data: string }[] = [];
    const reader = createTarReader(
      'a.tar',
      {
        entry({ name }) {
          const into = { name, data: '' };
          found.push(into);
          const add = (chunk: Uint8Array) => void (into.data += Buffer.from(chunk).toString('latin1'));
          return { ...(round % 2 === 0 ? { whole: add } : {}), write: add, skip() {}, end() {} };
        },
      },
      ({ bytes, from, to }) => bytes.toString('latin1', from, to),
    );
    for (let at = 0; at < archive.length;) {
      const end = Math.min(archive.length, at + 1 + random.below(round % 3 === 0 ? 700 : 9_000));
      const offset = random.below(4);
      const memory = Buffer.alloc(offset + end - at);
      archive.copy(memory, offset, at, end);
      reader.push(memory.subarray(offset));
      at = end;
    }
    reader.end();
    expect(found).toEqual(files.map(({ name, data }) => ({ name, data: data.toString('latin1') })));
  }
});
