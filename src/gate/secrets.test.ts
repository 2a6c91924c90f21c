import { expect, test } from 'vitest';
import { shellRules } from '../policy/shell/index.ts';
import { secretsFor } from './secrets.ts';
import { checkShell } from './shell-check.ts';

const parts = {
  root: '/work',
  allowedPaths: [],
  home: '/home/me',
  state: ['.agents'],
  closed: [],
  rules: shellRules,
  hasNetwork: true,
  paths: {},
  hosts: [],
  onDisk: false,
};
const secrets = [
  { name: 'A', value: 'aaaaaaaa', program: 'npm publish' },
  { name: 'B', value: 'bbbbbbbb', program: 'gh' },
  { name: 'C', value: 'cccccccc', program: 'gh pr' },
];

test.each([
  ['npm publish', ['A']],
  ['npm publish --tag "next one"', ['A']],
  ['gh repo list', ['B']],
  ['gh pr list', ['B', 'C']],
  ['npm', []],
  ['npm run publish', []],
  ['npm --x publish', []],
  ['./npm publish', []],
  ['/tmp/gh pr', []],
  ['ghx pr', []],
  ['npm publish; env', []],
  ['npm publish && env', []],
  ['npm publish | cat', []],
  ['npm publish > out', []],
  ['npm publish $(env)', []],
  ['npm publish `env`', []],
  ['npm publish $A', []],
  ['npm publish &', []],
  ['(npm publish)', []],
  ['npm publish\nenv', []],
  ['PATH=. npm publish', []],
  ['env npm publish', []],
  ['bash -c "npm publish"', []],
  ['', []],
])('"%s" gets %j', (command, names) => {
  const question = { command, cwd: '.', shell: 'bash', preset: 'blocklist', isBoxed: true, tool: '' } as const;
  expect(Object.keys(secretsFor(command, checkShell(question, parts), secrets) ?? {})).toEqual(names);
});
