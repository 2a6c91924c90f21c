/** Words that say by themselves that the value is a secret; also glued to others, as in PGPASSWORD. */
const SECRET = /(?:PASSWORD|PASSWD|PASSPHRASE|TOKEN|SECRET|CREDENTIAL|APIKEY)S?$/;
/** Words that often say it: the value has to look like one too. */
const MAYBE = /^(?:KEY|PASS|PWD|AUTH|COOKIE|SESSION|JWT|BEARER|PAT)S?$/;
/** Last words after which the value only speaks of a secret. */
const ABOUT =
  /^(?:SOCK|SOCKET|FILE|PATH|DIR|HOME|URL|URI|HOST|PORT|NAME|TYPE|METHOD|MODE|PROVIDER|MANAGER|ADDRESS|ENABLED|TTL)$/;
const DESKTOP = /^(?:XDG|DBUS|GNOME|KDE)_/;

const SHORTEST = 6;
const PLAIN = /^(?:[\d.,+-]+|true|false)$/i;
/** Names of a path are short; a base64 value that starts with a slash rarely is. */
const PATH_LIKE = /^(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/][\w.@: -]{0,30})+$/;

/** The values in an environment that must not be shown: by the names of their variables, and by extraNames. */
export function secretEnvValues(
  env: Readonly<Record<string, string | undefined>>,
  extraNames: Iterable<string> = [],
): string[] {
  const extra = new Set(extraNames);
  const values = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value.length < SHORTEST) continue;
    if (extra.has(name) || isSecret(name.toUpperCase(), value)) values.add(value);
  }
  return [...values];
}

/** Whether a name alone lets one expect a secret, for those who would rather go without than hand one on. */
export function isSecretEnvName(name: string): boolean {
  const capitals = name.toUpperCase();
  const words = capitals.split(/[^A-Z0-9]+/);
  if (capitals === 'PWD' || DESKTOP.test(capitals) || ABOUT.test(words.at(-1) ?? '')) return false;
  return words.some((word) => SECRET.test(word) || MAYBE.test(word));
}

function isSecret(name: string, value: string): boolean {
  if (DESKTOP.test(name) || PLAIN.test(value) || PATH_LIKE.test(value)) return false;
  const words = name.split(/[^A-Z0-9]+/);
  if (ABOUT.test(words.at(-1) ?? '')) return false;
  if (words.some((word) => SECRET.test(word))) return true;
  return words.some((word) => MAYBE.test(word)) && (/\d/.test(value) || value.length >= 16);
}
