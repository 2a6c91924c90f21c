import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { cli, cliPath, dist } from './cli.ts';

/** The files of the built package that a command made Node load, as the coverage of V8 names them. */
async function loadedBy(args: readonly string[]): Promise<string[]> {
  using workspace = tempWorkspace();
  const folder = join(workspace.path, '../coverage');
  expect((await cli(workspace, args, { env: { NODE_V8_COVERAGE: folder } })).code).toBe(0);
  const urls = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  return [...new Set(urls)]
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url))
    .filter((path) => path.startsWith(dist));
}

/** Whether the place where all parts are joined is in one of these files. */
const hasCore = (files: readonly string[]) =>
  files.some((file) => readFileSync(file, 'utf8').includes('function createSallyport('));

test('the version is told by the first three files', async () => {
  const files = await loadedBy(['--version']);
  expect(files).toHaveLength(3);
  expect(files).toContain(cliPath);
});

test.each([['help'], ['--help'], ['help run'], ['policy --help'], ['mcp --help']])(
  '%s is told without the core',
  async (args) => {
    expect(hasCore(await loadedBy(args.split(' ')))).toBe(false);
  },
);

test('a command loads the core', async () => {
  expect(hasCore(await loadedBy(['exec', 'hello']))).toBe(true);
});
