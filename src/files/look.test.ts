import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { followLinks, matchingPaths } from './look.ts';

test('a path is followed through links, also through those to what does not exist yet', () => {
  const base = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'sallyport-look-'));
  try {
    fs.mkdirSync(join(base, 'inner'));
    fs.symlinkSync('inner', join(base, 'link'));
    fs.symlinkSync('/nowhere/at-all', join(base, 'open'));
    fs.symlinkSync('loop', join(base, 'loop'));
    const follow = (path: string) => followLinks(join(base, path));
    expect(follow('inner')).toBe(join(base, 'inner'));
    expect(follow('link/a/b')).toBe(join(base, 'inner/a/b'));
    expect(follow('open')).toBe('/nowhere/at-all');
    expect(follow('open/x')).toBe('/nowhere/at-all/x');
    expect(follow('loop/x')).toBe(join(base, 'loop/x'));
    expect(follow(`${'a/'.repeat(3000)}b`)).toBe(join(base, `${'a/'.repeat(3000)}b`));
    expect(followLinks('/')).toBe('/');
  } finally {
    fs.rmSync(base, { recursive: true, force: true });
  }
});

test('a pattern means the paths that bash makes of it', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'sallyport-look-'));
  try {
    for (const name of [
      '.vscode/tasks.json',
      '.env',
      'a.ts',
      'b.ts',
      'src/a.ts',
      'src/.hidden',
      'src/deep/c.ts',
      'x y',
    ]) {
      fs.mkdirSync(dirname(join(folder, name)), { recursive: true });
      fs.writeFileSync(join(folder, name), '');
    }
    for (const pattern of [
      '*',
      '*.ts',
      '.*',
      '.vs*/t*.json',
      's?c/*',
      '*/*/c.ts',
      '[ab].ts',
      '[!a].ts',
      'x*',
      'no*',
      '*/../*.ts',
    ]) {
      const { stdout } = spawnSync('bash', ['-c', `shopt -s nullglob; printf '%s\\n' ${pattern}`], {
        cwd: folder,
        encoding: 'utf8',
      });
      const made = stdout.split('\n').filter((name) => name !== '' && name !== '.' && name !== '..');
      expect(matchingPaths(join(folder, pattern)).sort(), pattern).toEqual(
        [...new Set(made.map((name) => join(folder, name)))].sort(),
      );
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
