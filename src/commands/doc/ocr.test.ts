import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleWorkspace } from '../../../test/fixtures/samples.ts';
import { scanPng, scanWords, tiffOf, webpOf, wordsPdf, wordsPicture } from '../../../test/fixtures/scan.ts';
import { createSallyport } from '../../sallyport.ts';

const jpeg = readFileSync(join(import.meta.dirname, '../../../test/fixtures/documents/words.jpg'));
const pages = [wordsPicture(wordsPdf(['The first page'])), wordsPicture(wordsPdf(['The second page']))];

/** Each file by a `doc ocr` of its own, in one process. */
async function read(files: Readonly<Record<string, Buffer>>) {
  using workspace = sampleWorkspace();
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  const replies = [];
  for (const [name, content] of Object.entries(files)) {
    workspace.write(name, content);
    replies.push(await core.exec(`doc ocr --in ${name} --out ${name}.txt --mode text`));
  }
  const written = (name: string) => readFileSync(join(workspace.path, name), 'utf8');
  return replies.map(({ error_code, error_message, result: { status, warnings }, artifacts }) => ({
    error_code,
    error_message,
    status,
    warnings,
    text: artifacts.map(({ path }) => written(path)).join(''),
  }));
}

test('PNG, JPEG and WebP are read', async () => {
  const replies = await read({ png: scanPng(), jpeg, webp: webpOf(wordsPicture()) });
  for (const { status, text } of replies)
    expect({ status, words: text.trim().split(/\s+/).join(' ') }).toEqual({ status: 'ok', words: scanWords.join(' ') });
});

test('a picture that is cut off is damaged, wherever that is, and leaves no output', async () => {
  const whole = { png: scanPng(), jpeg, webp: webpOf(wordsPicture()), tiff: tiffOf([pages[0]!]) };
  const cut = Object.entries(whole).flatMap(([kind, file]) =>
    [0, 16, file.length >> 1, file.length - 12].map((at) => [`${kind}-${at}`, file.subarray(0, at)] as const),
  );
  const replies = await read(Object.fromEntries([...cut, ['tiff-6', whole.tiff.subarray(0, 6)]]));
  for (const [index, { error_code, error_message, text }] of replies.entries())
    expect({ error_code, error_message, text }).toEqual({
      error_code: 'CorruptInput',
      error_message: expect.stringContaining(`"${cut[index]?.[0] ?? 'tiff-6'}" is damaged`),
      text: '',
    });
});

test('of a TIFF that is cut off the pages that are there are read, and the result is partial', async () => {
  const whole = tiffOf(pages);
  const noPicture = Buffer.from(whole);
  noPicture.writeUInt32LE(whole.length, noPicture.readUInt32LE(4) + 2 + 5 * 12 + 8); // the strip of page 1 is behind the end
  expect(await read({ cut: whole.subarray(0, whole.length - 12), noPicture })).toMatchObject([
    { status: 'partial', text: 'The first page\n', warnings: [expect.stringMatching(/page 2 lies behind its end/)] },
    { status: 'partial', text: expect.stringContaining('The second page'), warnings: [/Page 1 cannot be read/] },
  ]);
});

test('of a PDF that has lost its end what is there is read, and the result is partial', async () => {
  const whole = wordsPdf();
  const cut = whole.subarray(0, whole.lastIndexOf('xref', whole.length - 60));
  expect(await read({ cut })).toMatchObject([
    { status: 'partial', text: expect.stringContaining(scanWords[0]!), warnings: [/parts may be missing/] },
  ]);
});

test('a TIFF of no pages is damaged, one that the recogniser cannot unpack is told what to do', async () => {
  const none = Buffer.from('II*\0\0\0\0\0\0\0\0\0', 'latin1');
  const deflate = tiffOf([pages[0]!]);
  deflate.writeUInt32LE(8, deflate.readUInt32LE(4) + 2 + 3 * 12 + 8);
  expect(await read({ none, deflate })).toMatchObject([
    { error_code: 'CorruptInput', error_message: expect.stringContaining('it has no pages') },
    { error_code: 'NotSupported', error_message: expect.stringContaining('A TIFF that is packed with Deflate') },
  ]);
});
