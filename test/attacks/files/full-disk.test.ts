import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { modes, scratch, script } from './scratch.ts';

// `ulimit -f` makes the system refuse the rest of a file that is half written, as a full disk does.
describe.skipIf(process.platform === 'win32').each(modes)(
  'a write that fails in the middle (handles: %s)',
  (handles) => {
    test('leaves the old file, no draft and no folder', async () => {
      const box = scratch();
      const path = await script(
        box.base,
        `const root = files.openRoot(process.argv[2], { handles: ${handles} });
       const big = Buffer.alloc(100_000, 'x');
       const of = (action) => { try { action(); return 'nothing'; } catch (e) { return e.name + ': ' + e.message; } };
       root.write('old', 'old');
       const folder = files.Folder.open(root.path, { handles: ${handles} });
       const chunks = root.create('c/d/chunks');
       const said = [
         of(() => root.write('old', big, { replace: true })),
         of(() => root.write('a/b/new', big)),
         of(() => folder.write('state', big)),
         of(() => { for (let i = 0; i < 100; i++) chunks.write(big.subarray(0, 500)); }),
         of(() => chunks.commit()),
       ];
       console.log(JSON.stringify(said));`,
      );
      const line = 'ulimit -f 8; exec "$0" "$@"';
      const output = execFileSync('bash', ['-c', line, process.execPath, path, box.workspace], { encoding: 'utf8' });
      const failed = (name: string) =>
        `SallyportError: Sallyport failed: the system allows no larger file than what was written of "${name}" (EFBIG).`;
      expect(JSON.parse(output)).toEqual([
        failed('old'),
        failed('a/b/new'),
        failed(`${box.workspace}/state`),
        failed('c/d/chunks'),
        'SallyportError: Sallyport failed: the file was closed already.',
      ]);
      const left = Object.entries(box.snapshot()).filter(([name]) => name.startsWith('workspace/'));
      expect(left).toEqual([['workspace/old', 'old']]);
    });
  },
);
