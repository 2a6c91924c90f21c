import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followLinks } from './look.ts';

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
