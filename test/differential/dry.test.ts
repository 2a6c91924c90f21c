import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
import { commands } from './dry/commands.ts';

/** Another user, who owns nothing; only root can become one. */
const isRoot = process.getuid?.() === 0;
const own = process.getuid?.() ?? 0;

describe.runIf(hasBubblewrap)('a dry run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-dry-'));
  const main = join(folder, 'main.mjs');
  beforeAll(async () => {
    chmodSync(folder, 0o755);
    const input = join(import.meta.dirname, 'dry', 'main.ts');
    const bundle = await rolldown({ input, platform: 'node', transform: { target: 'node20' }, external: /^node:/ });
    await bundle.write({ file: main, format: 'esm', codeSplitting: false });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['a user', isRoot ? 12_345 : own, 'overlay', 'all', commands.length - 2],
    [isRoot ? 'root' : 'a user', own, 'copy', 'few', Math.ceil(commands.length / 3) - 1],
  ] as const)(
    'of %s (%i) by %s changes nothing, and applied what a real run changes',
    { timeout: 240_000 },
    (_, uid, how, which, changed) => {
      const place = join(folder, `${uid}-${how}`);
      mkdirSync(place);
      if (uid !== own) chownSync(place, uid, uid);
      const env = { PATH: '/usr/local/bin:/usr/bin:/bin', TMPDIR: tmpdir() };
      const options = { env, cwd: '/', timeout: 240_000, ...(uid === own ? {} : { uid, gid: uid }) };
      const said = execFileSync(process.execPath, [main, place, how, which], options).toString();
      // Two of all, and one of the few, only read or fail.
      expect(JSON.parse(said)).toEqual({ problems: [], changed, uid });
    },
  );
});
