import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { wrap } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { dist, run } from './cli.ts';

const folder = join('code-cache', `${process.version}-${process.arch}`);
const cached = readdirSync(join(dist, folder), { recursive: true, withFileTypes: true })
  .filter((item) => item.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(join(dist, folder).length + 1));

test('what V8 compiled at build time is taken by the same V8, for the parts that short calls need', () => {
  for (const name of cached) {
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

test('the command line works with what is no code of this V8, and without any', async () => {
  using workspace = tempWorkspace();
  const copy = join(workspace.path, '../package');
  for (const part of ['dist', 'package.json', 'skills'])
    cpSync(join(dist, '..', part), join(copy, part), { recursive: true });
  writeFileSync(join(workspace.path, 'page.html'), '<h1>Title</h1>');
  const say = async (line: string) =>
    (await run(process.execPath, [join(copy, 'dist', 'cli.cjs'), 'exec', line], workspace)).stdout;
  const expectBoth = async () => {
    expect(await say('hello')).toContain('lemonhall');
    expect(await say('doc extract --in page.html')).toContain('# Title'); // by a thread
  };

  for (const name of cached) writeFileSync(join(copy, 'dist', folder, name), 'not code at all');
  await expectBoth();

  for (const name of cached) {
    // Of another file: what it was made of has another length.
    const other = cached.find((each) => each !== name) as string;
    cpSync(join(dist, folder, other), join(copy, 'dist', folder, name));
  }
  await expectBoth();

  rmSync(join(copy, 'dist', 'code-cache'), { recursive: true });
  await expectBoth();
});
