import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasTool } from '../../../test/fixtures/trees.ts';
import { createSallyport } from '../../sallyport.ts';
import { tempWorkspace } from '../../testing/index.ts';

/** Data at some places and holes between them; the last hole is at the end. */
function writeWithHoles(path: string, size: number, places: readonly number[]): void {
  const fd = openSync(path, 'w');
  for (const place of places) writeSync(fd, Buffer.alloc(5000, `data at ${place}, `), 0, 5000, place);
  ftruncateSync(fd, size);
  closeSync(fd);
}

test.runIf(hasTool('tar')).each([
  ['gnu', '--format=gnu'],
  ['PAX 0.0', '--format=posix --sparse-version=0.0'],
  ['PAX 0.1', '--format=posix --sparse-version=0.1'],
  ['PAX 1.0', '--format=posix --sparse-version=1.0'],
])('files with holes come back as they were from GNU tar (%s)', async (_, flags) => {
  using workspace = tempWorkspace();
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  const at = (...names: string[]) => join(workspace.path, ...names);
  mkdirSync(at('tree'));
  const long = `${'a-long-name-'.repeat(10)}.bin`;
  writeWithHoles(at('tree/two'), 3_000_000, [0, 1_048_576]);
  writeWithHoles(
    at('tree', long),
    40 << 20,
    Array.from({ length: 60 }, (__, i) => (i + 1) * 524_288),
  );
  writeWithHoles(at('tree/only-a-hole'), 2_000_000, []);
  workspace.write('tree/usual', 'no hole');
  execFileSync('tar', ['--sparse', ...flags.split(' '), '-cf', at('a.tar'), '-C', at('tree'), '.']);
  expect(statSync(at('a.tar')).size).toBeLessThan(1_500_000);

  const sizes = { two: 3_000_000, [long]: 40 << 20, 'only-a-hole': 2_000_000, usual: 7 };
  const { result } = await core.exec('tar list --in a.tar');
  const listed = result['entries'] as { name: string; uncompressed_bytes: number; is_dir: boolean }[];
  expect(
    Object.fromEntries(
      listed.filter((each) => !each.is_dir).map((each) => [each.name.replace('./', ''), each.uncompressed_bytes]),
    ),
  ).toEqual(sizes);

  expect(await core.exec('tar extract --in a.tar --dest out --confirm')).toMatchObject({
    exit_code: 0,
    result: { files_written: 4, bytes_written: Object.values(sizes).reduce((sum, size) => sum + size) },
  });
  for (const name of Object.keys(sizes))
    expect(readFileSync(at('out', name)).equals(readFileSync(at('tree', name)))).toBe(true);
  expect(statSync(at('out', long)).blocks * 512).toBeLessThan(20 << 20);

  // What counts is the size with the holes.
  expect(await core.exec('tar extract --in a.tar --dest no --max-bytes 20000000 --confirm')).toMatchObject({
    error_code: 'ArchiveTooLarge',
  });
  expect(await core.exec('tar extract --in a.tar --dest some --max-entry-bytes 20000000 --confirm')).toMatchObject({
    exit_code: 0,
    result: { files_written: 3, skipped: { too_large: 1 } },
  });
});
