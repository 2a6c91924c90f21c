import { expect, test } from 'vitest';
import { shellRules } from '../policy/shell/index.ts';
import { allowsHost } from './allowed-hosts.ts';
import { networkFor, networkNotes } from './network.ts';
import { checkShell, type ShellParts } from './shell-check.ts';

const parts: ShellParts = {
  root: '/work',
  allowedPaths: [],
  home: '/home/me',
  state: ['.agents'],
  closed: [],
  rules: shellRules,
  hasNetwork: false,
  paths: {},
  hosts: [],
  onDisk: false,
};

function reaching(command: string, given: Partial<ShellParts> = {}): string[] | undefined {
  const all = { ...parts, ...given };
  const question = { command, cwd: '.', shell: 'bash', preset: 'guarded', isBoxed: true, tool: '' } as const;
  return networkFor(checkShell(question, all), all);
}

test.each([
  ['ls -l', {}, undefined],
  ['ls -l', { hasNetwork: true }, undefined],
  ['git fetch', {}, []],
  ['git fetch', { hosts: ['example.com'] }, ['example.com']],
  ['git fetch', { hasNetwork: true, hosts: ['localhost:80'] }, ['*:*', 'localhost:80']],
  ['python3 job.py', {}, undefined],
  ['python3 job.py', { hosts: ['example.com'] }, ['example.com']],
  // These ask, and whoever lets them run has seen the host.
  ['rm -rf .git; git clone https://example.com/a', {}, ['example.com:*']],
  ['rm -rf .git; git clone http://127.0.0.1/a; git clone http://localhost:1/a; git clone http://$X/a', {}, []],
] as const)('"%s" with %j may reach %j', (command, given, rules) => {
  expect(reaching(command, given)).toEqual(rules);
});

test.each([
  ['curl https://example.com/x', [], 'deny'],
  ['curl https://example.com/x', ['example.com'], 'not denied'],
  ['curl http://example.com:81/x', ['example.com:81'], 'not denied'],
  ['curl https://a.example.com', ['*.example.com'], 'not denied'],
  ['curl https://example.com https://evil.net', ['example.com'], 'deny'],
  ['curl https://$HOST/', ['example.com'], 'deny'],
  ['curl -sx http://evil.net https://example.com', ['example.com'], 'deny'],
])('the network is off: "%s" while %j is allowed: %s', (command, hosts, expected) => {
  const question = { command, cwd: '.', shell: 'bash', preset: 'blocklist', isBoxed: true, tool: '' } as const;
  const { decision } = checkShell(question, { ...parts, hosts }).judgement.verdict;
  expect(decision === 'deny' ? 'deny' : 'not denied').toBe(expected);
});

test('a host is allowed as its rule says it', () => {
  expect(allowsHost(['GET example.com'], 'EXAMPLE.com')).toBe(true);
  expect(allowsHost(['example.com'], 'other.com')).toBe(false);
  expect(allowsHost(['example.com'], 'http://…/x')).toBe(false);
});

test('what was refused is named once, with what to do', () => {
  const refused = { host: 'a.com', port: 443, address: null, how: 'tunnel', sent: 0, received: 0, rule: null } as const;
  const row = { ...refused, decision: 'refused', reason: 'no rule allows this host and port' } as const;
  const end = { connections: [row, row, { ...row, decision: 'allowed', host: 'b.com' }] };
  expect(networkNotes(end as never)).toEqual([
    'a.com:443 was refused: no rule allows this host and port.',
    'A person can allow a host by network.allow in the config of the user.',
  ]);
});
