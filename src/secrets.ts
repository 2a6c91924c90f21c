import { readSmallText } from './files/index.ts';
import type { Secret, SecretSetting } from './protocol/secret.ts';

const mostBytes = 64 * 1024;
/** A shorter value cannot be told from other text, so it could not be hidden in output. */
const shortest = 8;

/** The secrets that are there. One that is missing is handed to nobody, and its program says so better than we could. */
export function loadSecrets(
  settings: readonly SecretSetting[],
  env: Readonly<Record<string, string | undefined>>,
): Secret[] {
  return settings.flatMap(({ name, from, program }) => {
    const value = from === 'env' ? env[name] : readSmallText(from, mostBytes)?.replace(/\r?\n$/, '');
    return value === undefined || value.length < shortest || value.includes('\0') ? [] : [{ name, program, value }];
  });
}

/** What is wrong with a setting, if anything is. */
export function wrongSecret(value: unknown): string | undefined {
  const { name, from, program, ...others } = (value ?? {}) as Record<string, unknown>;
  const isFine =
    typeof name === 'string' &&
    /^[A-Za-z_]\w*$/.test(name) &&
    typeof from === 'string' &&
    (from === 'env' || from.startsWith('/')) &&
    typeof program === 'string' &&
    /^[\w.+-]+( [\w@%+=:,./-]+)*$/.test(program) &&
    Object.keys(others).length === 0;
  return isFine
    ? undefined
    : 'it takes a list of {name, from, program}: a variable, "env" or the absolute path of a file, and the first words of a command';
}
