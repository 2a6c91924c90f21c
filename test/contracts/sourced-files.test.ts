import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPolicy } from '../../src/shell-commands.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-sourced-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const files: Readonly<Record<string, string>> = {
  'ok.sh': 'echo hi\n',
  'functions.sh': 'greet() { echo hi; }\ngreet\n',
  'nested.sh': 'source ok.sh\nexport A=1\n',
  'unknown.sh': 'frobnicate x\n',
  'half.sh': 'source missing.sh\nsource ok.sh\n',
  'deleting.sh': 'rm -rf build\n',
  'root.sh': 'sudo ls\n',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
const policy = await openPolicy({ root, env: { HOME: '/home/dev' } });

test.each([
  ['source ok.sh', 'low'],
  ['. ./ok.sh && ls', 'low'],
  ['source functions.sh', 'low'],
  ['source nested.sh', 'low'],
  ['source unknown.sh', 'unrated'],
  ['source missing.sh', 'unrated'],
  ['source missing.sh; source ok.sh', 'unrated'],
  ['source half.sh', 'unrated'],
  ['. deleting.sh', 'critical'],
  ['source root.sh', 'blocked'],
])('%s is as dangerous as the commands in the file: %s', (line, level) => {
  expect(policy.check(line).level).toBe(level);
});
