import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { wrap } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { keptModule } from '../../src/platform/kept-code.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { buildPdf, text } from '../fixtures/pdf-builder.ts';
import { dist, run } from './cli.ts';

const folder = join('code-cache', `${process.version}-${process.arch}`);
const cached = readdirSync(join(dist, folder), { recursive: true, withFileTypes: true })
  .filter((item) => item.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(join(dist, folder).length + 1));

const [pdfium, sum] = ['pdfium.code', 'pdfium.sum'];
const wasm = readFileSync(join(dist, 'pdfium', 'pdfium.wasm'));

test('what V8 compiled at build time is taken by the same V8, for the parts that short calls need', () => {
  for (const name of cached.filter((each) => each !== pdfium && each !== sum)) {
    const source = wrap(readFileSync(join(dist, name), 'utf8'));
    const { cachedDataRejected } = new Script(source, { cachedData: readFileSync(join(dist, folder, name)) });
    expect(cachedDataRejected, name).toBe(false);
  }
  const parts = [
    ...['main', 'first', 'base', 'core', 'shell', 'mcp'].map((part) => join('cli', part)),
    ...['main', 'base', 'unzip', 'untar', 'docx', 'html', 'open-pages'].map((part) => join('worker', part)),
  ];
  for (const part of parts)
    expect(
      cached.filter((name) => name.startsWith(part)),
      part,
    ).not.toEqual([]);
});

test('so is PDFium, for the very same WebAssembly', () => {
  expect(keptModule('pdfium', wasm)).toBeInstanceOf(WebAssembly.Module);
  expect(keptModule('pdfium', Buffer.concat([wasm, Buffer.of(0)]))).toBeUndefined();
  expect(keptModule('another', wasm)).toBeUndefined();
  expect(() => new Script('%DebugPrint(1)'), 'what only it may say is forbidden again').toThrow(SyntaxError);
});

test('the command line works with what is no code of this V8, and without any', async () => {
  using workspace = tempWorkspace();
  const copy = join(workspace.path, '../package');
  for (const part of ['dist', 'package.json', 'skills'])
    cpSync(join(dist, '..', part), join(copy, part), { recursive: true });
  writeFileSync(join(workspace.path, 'page.html'), '<h1>Title</h1>');
  writeFileSync(join(workspace.path, 'page.pdf'), buildPdf([{ content: [text(50, 700, 12, 'Some words')] }]));
  const say = async (line: string) =>
    (await run(process.execPath, [join(copy, 'dist', 'cli.cjs'), 'exec', line], workspace)).stdout;
  const expectAll = async () => {
    expect(await say('hello')).toContain('lemonhall');
    expect(await say('doc extract --in page.html')).toContain('# Title'); // by a thread
    expect(await say('doc extract --in page.pdf')).toContain('Some words');
  };

  for (const name of cached) writeFileSync(join(copy, 'dist', folder, name), 'not code at all');
  await expectAll();

  for (const name of cached) {
    // Of another file: what it was made of has another length.
    const other = cached.find((each) => each !== name) as string;
    cpSync(join(dist, folder, other), join(copy, 'dist', folder, name));
  }
  await expectAll();

  const code = readFileSync(join(dist, folder, pdfium));
  writeFileSync(join(copy, 'dist', folder, pdfium), code.subarray(0, code.length / 2)); // cut off
  writeFileSync(join(copy, 'dist', folder, sum), readFileSync(join(dist, folder, sum)));
  await expectAll();

  for (let at = 0; at < 16; at++) code.writeUInt8(code.readUInt8(at) ^ 0xff, at); // of another V8, and whole
  writeFileSync(join(copy, 'dist', folder, pdfium), code);
  writeFileSync(join(copy, 'dist', folder, sum), String(crc32(code, crc32(wasm))));
  await expectAll();

  rmSync(join(copy, 'dist', 'code-cache'), { recursive: true });
  await expectAll();
});
