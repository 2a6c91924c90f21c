import { expect, test } from 'vitest';
import { seatbeltProfile, type SeatbeltWorld } from './seatbelt-profile.ts';

const world: SeatbeltWorld = {
  readable: ['/usr', '/Users/me/.cargo'],
  writable: ['/Users/me/project', '/Users/me/data "1"\\x'],
  locked: ['/Users/me/project/.git/hooks', '/Users/me/project/.vscode'],
  pinned: ['/Users/me/project/.git'],
  closed: [
    { path: '/Users/me/.cargo/credentials.toml', isFolder: false },
    { path: '/Users/me/project/.agents', isFolder: true },
  ],
  tmp: '/private/var/folders/x/box',
  home: { path: '/Users/me' },
};

type Expression = string | Expression[];

/** Reads the parentheses of a profile; strings lose their quotes. */
function parse(text: string): Expression[] {
  const stack: Expression[][] = [[]];
  for (const [token] of text.matchAll(/[()]|"(?:[^"\\]|\\.)*"|[^\s()"]+/g)) {
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const done = stack.pop() as Expression[];
      (stack.at(-1) as Expression[]).push(done);
    } else
      (stack.at(-1) as Expression[]).push(token.startsWith('"') ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token);
  }
  expect(stack).toHaveLength(1);
  return stack[0] as Expression[];
}

/** As the sandbox decides: the last rule that fits the operation and the object. */
function decide(profile: string, operation: string, object: string): string {
  let decision = 'none';
  for (const one of parse(profile)) {
    const [action, ...rest] = one as Expression[];
    if (action !== 'allow' && action !== 'deny') continue;
    const names = rest.filter((part): part is string => typeof part === 'string');
    const filters = rest.filter((part): part is string[] => typeof part !== 'string');
    const isMeant = names.some((name) => {
      if (name === 'default' || name === operation) return true;
      return name.endsWith('*') && operation.startsWith(name.slice(0, -1));
    });
    const fits = ([kind, value, more]: string[]) =>
      (kind === 'literal' && object === value) ||
      (kind === 'subpath' && (value === '/' || object === value || object.startsWith(`${value}/`))) ||
      (kind === 'remote' && value === 'ip' && object === more) ||
      (kind === 'global-name' && object === value);
    if (isMeant && (filters.length === 0 || filters.some(fits))) decision = action;
  }
  return decision;
}

test.each([
  ['file-read-data', '/usr/bin/git', 'allow'],
  ['file-read-data', '/System/Library/x.dylib', 'allow'],
  ['file-read-data', '/Users/me/.ssh/id_ed25519', 'deny'],
  ['file-read-data', '/Users/me/.aws/credentials', 'deny'],
  ['file-read-data', '/Users/me/Library/Keychains/login.keychain-db', 'deny'],
  ['file-read-data', '/Users/other/file', 'deny'],
  ['file-read-data', '/Volumes/backup/file', 'deny'],
  ['file-read-data', '/Users/me/.cargo/bin/cargo', 'allow'],
  ['file-read-data', '/Users/me/.cargo/credentials.toml', 'deny'],
  ['file-write-data', '/Users/me/.cargo/bin/cargo', 'deny'],
  ['file-read-data', '/Users/me/project/src/a.ts', 'allow'],
  ['file-write-data', '/Users/me/project/src/a.ts', 'allow'],
  ['file-write-create', '/Users/me/project/new', 'allow'],
  ['file-write-create', '/Users/me/projects/new', 'deny'],
  ['file-write-data', '/Users/me/data "1"\\x/a', 'allow'],
  ['file-read-data', '/Users/me/project/.vscode/tasks.json', 'allow'],
  ['file-write-data', '/Users/me/project/.vscode/tasks.json', 'deny'],
  ['file-write-unlink', '/Users/me/project/.vscode', 'deny'],
  ['file-write-create', '/Users/me/project/.git/hooks/pre-commit', 'deny'],
  ['file-write-create', '/Users/me/project/.git/objects/aa', 'allow'],
  ['file-write-unlink', '/Users/me/project/.git', 'deny'],
  ['file-write-unlink', '/Users/me/project/.git/index.lock', 'allow'],
  ['file-read-data', '/Users/me/project/.agents/audit/chain.jsonl', 'deny'],
  ['file-write-data', '/Users/me/project/.agents/audit/chain.jsonl', 'deny'],
  ['file-write-setugid', '/Users/me/project/a', 'deny'],
  ['file-write-create', '/private/var/folders/x/box/a', 'allow'],
  ['file-write-create', '/private/tmp/a', 'deny'],
  ['file-write-data', '/private/etc/hosts', 'deny'],
  ['file-write-create', '/usr/local/bin/x', 'deny'],
  ['file-write-data', '/dev/null', 'allow'],
  ['file-write-data', '/dev/disk0', 'deny'],
  ['network-outbound', 'localhost:3128', 'deny'],
  ['network-outbound', 'example.com:443', 'deny'],
  ['network-bind', 'localhost:8080', 'deny'],
  ['mach-lookup', 'com.apple.system.notification_center', 'allow'],
  ['mach-lookup', 'com.apple.SecurityServer', 'deny'],
  ['mach-lookup', 'com.apple.pasteboard.1', 'deny'],
  ['mach-register', 'x', 'deny'],
  ['iokit-open', 'x', 'deny'],
  ['process-exec', '/bin/sh', 'allow'],
])('%s of %s: %s', (operation, object, decision) => {
  expect(decide(seatbeltProfile(world), operation, object)).toBe(decision);
});

test('with a proxy its port alone can be reached', () => {
  const profile = seatbeltProfile({ ...world, proxyPort: 3128 });
  expect(decide(profile, 'network-outbound', 'localhost:3128')).toBe('allow');
  expect(decide(profile, 'network-outbound', 'localhost:5432')).toBe('deny');
  expect(decide(profile, 'network-outbound', 'example.com:443')).toBe('deny');
});

test('nothing is allowed that no rule names, and no path ends its quotes', () => {
  const profile = seatbeltProfile({ ...world, writable: ['/w") (allow default) ("'] });
  expect(profile.split('\n').slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
  expect(decide(profile, 'file-write-create', '/anywhere')).toBe('deny');
  expect(parse(profile).filter((one) => one[0] === 'allow' && one[1] === 'default')).toEqual([]);
});
