import { namesOf } from './define.ts';
import { interpreters } from './programs/interpreters.ts';
import { privilege } from './programs/privilege.ts';
import { repls } from './programs/repls.ts';
import { shells } from './programs/shells.ts';
import { wrappers } from './programs/wrappers.ts';

/** Of other families: those that run what they are told. */
const others =
  'awk gawk mawk nawk original-awk bun npx bunx pnpx pnx uvx pipx ssh mosh find fd fdfind eval exec command builtin source .';

const names = [
  ...[...wrappers, ...shells, ...interpreters, ...repls, ...privilege].flatMap(namesOf),
  ...others.split(' '),
];
const whole: ReadonlySet<string> = new Set(names.filter((name) => !name.endsWith('*')));
const starts = names.flatMap((name) => (name.endsWith('*') ? [name.slice(0, -1)] : []));

/** Interpreters, shells and wrappers: what they do is in their arguments or in a script, not in their name. */
export function isOpaque(name: string): boolean {
  return whole.has(name) || starts.some((start) => name.startsWith(start));
}
