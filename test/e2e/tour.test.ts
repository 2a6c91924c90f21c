import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { cli, cliPath, filesBelow, makeFolder, run } from './cli.ts';

test('tour shows its five steps for real, and leaves nothing behind', async () => {
  using workspace = tempWorkspace();
  const TMPDIR = makeFolder(join(workspace.path, '../tmp'));
  const { code, stdout, stderr } = await cli(workspace, ['tour'], { env: { TMPDIR } });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.match(/^ \d {2}.*$/gm)).toEqual([
    ' 1  A command that may run',
    ' 2  One that may not',
    ' 3  Every run leaves a record',
    ' 4  A record can be replayed',
    ' 5  And a changed history is found',
  ]);
  const shown = [
    "$ sallyport exec 'hello'",
    'lemonhall',
    "$ sallyport exec 'hello; rm -rf ~'",
    'error: Not a command line that can be run: it contains ";" outside quotes (column 6).',
    'error: There is no command "helo". Did you mean "hello"?',
    '$ sallyport runs',
    '2 InvalidCommand',
    '$ sallyport explain',
    '$ sallyport replay',
    'intact  3 runs, 6 lines',
    'was changed after it was written',
  ];
  const places = shown.map((text) => stdout.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(readdirSync(TMPDIR)).toEqual([]);
  expect(filesBelow(join(workspace.path, '..'))).toEqual({});
});

test('tour of an installed package ends with how that is called', async () => {
  using workspace = tempWorkspace();
  const bin = join(workspace.path, 'node_modules/.bin/sallyport');
  mkdirSync(join(workspace.path, 'node_modules/.bin'), { recursive: true });
  symlinkSync(cliPath, bin);
  expect((await run(process.execPath, [bin, 'tour'], workspace)).stdout).toMatch(/ Next: npx sallyport help {3}/);
});

test('without a folder for temporary files, what is missing is said, and what to do', async () => {
  using workspace = tempWorkspace();
  const TMPDIR = join(workspace.path, 'none');
  const { code, stderr } = await cli(workspace, ['run', 'echo hi'], { env: { TMPDIR } });
  expect([code, stderr]).toEqual([
    1,
    `error: No folder for temporary files can be made in "${TMPDIR}" (ENOENT).\nhint: Set TMPDIR to a folder that is there and that you can write to.\n`,
  ]);
});
