import { expect, test } from 'vitest';
import { environmentFor } from './environment.ts';

const given = {
  PATH: '/usr/bin',
  HOME: '/home/somebody',
  LC_TIME: 'de_DE.UTF-8',
  https_proxy: 'http://proxy:3128',
  JAVA_HOME: '/opt/java',
  EDITOR: 'vim',
  PWD: '/home/somebody/work',
  BASH_ENV: '/home/somebody/evil.sh',
  LD_PRELOAD: '/tmp/evil.so',
  MY_SETTING: 'x',
  SSH_AUTH_SOCK: '/run/ssh',
  GITHUB_TOKEN: 'ghp_x',
  PGPASSWORD: '123456',
  AWS_SECRET_ACCESS_KEY: 'abc',
  STRIPE_API_KEY: 'sk',
  GONE: undefined,
};

test('only what finds programs and toolchains is handed on, and the rest is named', () => {
  const { env, dropped } = environmentFor({ env: given });
  expect(env).toMatchObject({
    PATH: '/usr/bin',
    HOME: '/home/somebody',
    LC_TIME: 'de_DE.UTF-8',
    https_proxy: 'http://proxy:3128',
    JAVA_HOME: '/opt/java',
  });
  expect(dropped).toEqual([
    'AWS_SECRET_ACCESS_KEY',
    'BASH_ENV',
    'EDITOR',
    'GITHUB_TOKEN',
    'LD_PRELOAD',
    'MY_SETTING',
    'PGPASSWORD',
    'PWD',
    'SSH_AUTH_SOCK',
    'STRIPE_API_KEY',
  ]);
  for (const name of [...dropped, 'GONE']) if (name !== 'EDITOR') expect(env).not.toHaveProperty(name);
});

test('a command knows who runs it, and finds neither pager nor prompt', () => {
  expect(environmentFor({ env: { PAGER: 'less', GIT_TERMINAL_PROMPT: '1' } }).env).toMatchObject({
    MYCODEAGENT: '1',
    SALLYPORT: '1',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    DEBIAN_FRONTEND: 'noninteractive',
  });
  expect(environmentFor({ env: {} }).env).not.toHaveProperty('CI');
});

test('names that are asked for pass, secrets too', () => {
  const { env, dropped } = environmentFor({ env: given, passthrough: ['GITHUB_TOKEN', 'MY_SETTING', 'NOT_SET'] });
  expect(env).toMatchObject({ GITHUB_TOKEN: 'ghp_x', MY_SETTING: 'x' });
  expect(env).not.toHaveProperty('NOT_SET');
  expect(dropped).not.toContain('GITHUB_TOKEN');
});

test('everything can be handed on but what is called like a secret', () => {
  const { env, dropped } = environmentFor({ env: given, inherit: true });
  expect(dropped).toEqual(['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'PGPASSWORD', 'STRIPE_API_KEY']);
  expect(env).toMatchObject({ MY_SETTING: 'x', SSH_AUTH_SOCK: '/run/ssh', PWD: '/home/somebody/work', EDITOR: 'true' });
});

test('what is set on purpose wins over everything', () => {
  const { env } = environmentFor({ env: given, extra: { PAGER: 'less', PATH: '/opt/bin', NEW: '1' } });
  expect(env).toMatchObject({ PAGER: 'less', PATH: '/opt/bin', NEW: '1' });
});

test('a name that every object has is a name like any other', () => {
  const env = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, string>;
  const handedOn = environmentFor({ env, inherit: true }).env;
  expect(Object.entries(handedOn)).toEqual(
    expect.arrayContaining([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]),
  );
});
