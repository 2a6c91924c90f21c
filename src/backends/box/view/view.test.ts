import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../../testing/index.ts';
import { openView } from './view.ts';

const isLinux = process.platform === 'linux';

describe.runIf(isLinux).each([
  ['an overlay', true],
  ['a copy', false],
])('%s', (_, overlays) => {
  test('shows the workspace, takes what is written, and leaves nothing', async () => {
    using workspace = tempWorkspace({ name: 'a,b:c d' });
    workspace.write('a.txt', 'a\n');
    workspace.write('folder/b.txt', 'b\n');
    symlinkSync('a.txt', join(workspace.path, 'link'));
    const place = join(workspace.path, '..', 'state,x');
    {
      await using view = await openView({ workspace: workspace.path, places: [place], overlays });
      if (view.how !== (overlays ? 'overlay' : 'copy'))
        return console.warn('this system has no overlays for this user');
      const [first, ...args] = [
        ...view.command,
        '/bin/sh',
        '-c',
        'cd "$0" && echo more >> a.txt && rm folder/b.txt && cat link',
        view.path,
      ];
      expect(spawnSync(first, args, { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stdout: 'a\nmore\n',
        stderr: '',
      });
      expect(readFileSync(join(view.written, 'a.txt'), 'utf8')).toBe('a\nmore\n');
      expect(readdirSync(join(view.whole, 'folder'))).toEqual([]);
      expect(statSync(place).mode & 0o777).toBe(0o700);
    }
    expect(readFileSync(join(workspace.path, 'a.txt'), 'utf8')).toBe('a\n');
    expect(readdirSync(join(workspace.path, 'folder'))).toEqual(['b.txt']);
    expect(readdirSync(place)).toEqual([]);
  });
});

describe.runIf(isLinux)('a view', () => {
  test('of a workspace that is too large for a copy is refused with the size', async () => {
    using workspace = tempWorkspace();
    workspace.write('a', 'x'.repeat(3 * 1024 ** 2));
    const options = { workspace: workspace.path, places: [join(workspace.path, '..', 'state')], overlays: false };
    const limits = (bytes: number, entries: number) => openView({ ...options, copyLimits: { bytes, entries } });
    await expect(limits(2 * 1024 ** 2, 10)).rejects.toThrow('larger than 2 MiB, too large for a copy');
    workspace.write('b', '');
    await expect(limits(1024 ** 3, 1)).rejects.toThrow('more than 1 files');
    expect(readdirSync(join(workspace.path, '..', 'state'))).toEqual([]);
  });

  test('is never kept in the workspace itself', async () => {
    using workspace = tempWorkspace();
    const options = { workspace: workspace.path, places: [join(workspace.path, 'state')] };
    await expect(openView(options)).rejects.toMatchObject({ code: 'NoSandbox' });
    expect(existsSync(join(workspace.path, 'state'))).toBe(false);
  });

  test('that a killed process left behind is removed by the next one', async () => {
    using workspace = tempWorkspace();
    const place = join(workspace.path, '..', 'state');
    const left = join(place, 'sallyport-view-999999999-1-00000000-1-abc');
    mkdirSync(join(left, 'upper'), { recursive: true });
    writeFileSync(join(left, 'upper', 'x'), '');
    await using view = await openView({ workspace: workspace.path, places: [place] });
    expect(view.sinceMs).toBeLessThanOrEqual(view.writtenSinceMs);
    expect(existsSync(left)).toBe(false);
  });
});
