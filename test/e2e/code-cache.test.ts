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
  for (const part of ['main', 'first', 'base', 'core', 'shell', 'mcp'])
    expect(cached.filter((name) => name.startsWith(join('cli', part)))).not.toEqual([]);
});

test('the command line works with what is no code of this V8, and without any', async () => {
  using workspace = tempWorkspace();
  const copy = join(workspace.path, '../package');
  for (const part of ['dist', 'package.json', 'skills'])
    cpSync(join(dist, '..', part), join(copy, part), { recursive: true });
  const hello = () => run(process.execPath, [join(copy, 'dist', 'cli.cjs'), 'exec', 'hello'], workspace);
  const said = { code: 0, stdout: expect.stringContaining('lemonhall') as string };

  for (const name of cached) writeFileSync(join(copy, 'dist', folder, name), 'not code at all');
  expect(await hello()).toMatchObject(said);

  for (const name of cached) {
    // Of another file: what it was made of has another length.
    const other = cached.find((each) => each !== name) as string;
    cpSync(join(dist, folder, other), join(copy, 'dist', folder, name));
  }
  expect(await hello()).toMatchObject(said);

  rmSync(join(copy, 'dist', 'code-cache'), { recursive: true });
  expect(await hello()).toMatchObject(said);
});
