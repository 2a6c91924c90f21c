import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
import { cli, series } from './cli.ts';

describe.runIf(hasBubblewrap)('run --dry', () => {
  test('off a terminal shows the changes and drops them; --apply takes them over, --json prints them', async () => {
    using workspace = tempWorkspace();
    workspace.write('a.txt', 'one\n');
    const command = 'echo two >> a.txt; echo said';
    const [shown, json, applied, none] = await series(workspace, [
      ['run', '--dry', command],
      ['run', '--dry', '--json', command],
      ['run', '--dry', '--apply', `${command}; chmod 600 a.txt`],
      ['run', '--dry', 'cat a.txt'],
    ]);
    const diff = '    @@ -1 +1,2 @@\n     one\n    +two\n';
    expect(shown).toEqual({
      code: 0,
      stdout: 'said\n',
      stderr: `1 changed\n~ a.txt  4 B → 8 B\n${diff}dropped: 1 changed; nothing was changed\n`,
    });
    expect(JSON.parse(json?.stdout ?? '')).toMatchObject({ dry: { decision: 'dropped', counts: { changed: 1 } } });
    expect(applied?.stderr).toMatch(
      /^1 changed\n~ a\.txt {2}4 B → 8 B, 644 → 600\n[^]*\napplied: 1 changed; sallyport undo \w+ brings/,
    );
    expect(none).toEqual({ code: 0, stdout: 'one\ntwo\n', stderr: 'it changes nothing in the workspace\n' });
    expect(readdirSync(workspace.path).toSorted()).toEqual(['.agents', 'a.txt']);
  });

  test('is taken over neither by halves nor by a command of an agent', async () => {
    using workspace = tempWorkspace();
    const inside = { env: { SALLYPORT: '1' } };
    expect(await cli(workspace, ['run', '--dry', '--apply', 'echo x > x'], inside)).toMatchObject({
      code: 3,
      stdout: '',
    });
    const steps = [['--apply'], ['--dry', '--apply', '--drop']].map((flags) => ['run', ...flags, 'echo x > x']);
    for (const { code } of await series(workspace, steps)) expect(code).toBe(2);
    expect(readdirSync(workspace.path)).toEqual([]);
  });
});
