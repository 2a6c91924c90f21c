import { expect, test } from 'vitest';
import { secretEnvValues } from './secret-env.ts';

test.each([
  ['GITHUB_TOKEN', 'abcdef'],
  ['PGPASSWORD', 'letmein'],
  ['DB_PASSWD', 'letmein'],
  ['CLIENT_SECRETS', 'letmein'],
  ['SECRET_KEY_BASE', 'letmein'],
  ['AWS_SECRET_ACCESS_KEY', '/JalrXUtnFEMIaK7MDENGabPxRfiCYEXAMPLEKEY'],
  ['OPENAI_API_KEY', 'abc123'],
  ['npm_config__auth', 'dXNlcjpwYXNzd29yZA'],
  ['COMPOSER_AUTH', '{"github-oauth":{}}'],
  ['SESSION_COOKIE', 'a1b2c3'],
  ['GOOGLE_CREDENTIALS', '{"type":"service_account"}'],
])('%s=%s is a secret', (name, value) => {
  expect(secretEnvValues({ [name]: value })).toEqual([value]);
});

test.each([
  ['SSH_AUTH_SOCK', '/run/user/1000/keyring/ssh'],
  ['SSH_AUTH_SOCK', 'unix-socket-without-a-path-1'],
  ['XDG_SESSION_ID', 'session-0123456789'],
  ['DBUS_SESSION_BUS_ADDRESS', 'unix:path=/run/user/1000/bus'],
  ['DESKTOP_SESSION', 'ubuntu'],
  ['KEYBOARD_LAYOUT', 'de-latin1-nodeadkeys'],
  ['TOKENIZERS_PARALLELISM', 'enabled1'],
  ['GIT_AUTHOR_NAME', 'Somebody 2nd'],
  ['PWD', '/home/somebody/work'],
  ['GITHUB_TOKEN_FILE', 'secrets-2/github'],
  ['SIGNING_KEY', '/etc/keys/signing.pem'],
  ['SIGNING_KEY', 'C:\\keys\\signing.pem'],
  ['AUTH_METHOD', 'oauth2'],
  ['SORT_KEY', 'created'],
  ['MAX_TOKENS', '4096000'],
  ['USE_TOKEN', 'false'],
  ['MY_TOKEN', 'short'],
  ['PATH', '/usr/local/bin:/usr/bin'],
])('%s=%s is not', (name, value) => {
  expect(secretEnvValues({ [name]: value })).toEqual([]);
});

test('named variables are secrets whatever they hold, if it is long enough to be told apart', () => {
  const env = { HARMLESS: 'created', PLACE: '/etc/passwd', SHORT: 'abc', UNSET: undefined, OTHER: 'plain value' };
  expect(secretEnvValues(env, ['HARMLESS', 'PLACE', 'SHORT', 'UNSET'])).toEqual(['created', '/etc/passwd']);
});

test('a value held twice is given once', () => {
  expect(secretEnvValues({ A_TOKEN: 'abcdef', B_TOKEN: 'abcdef' })).toEqual(['abcdef']);
});
