import type { BoundCommand, Grant } from '../../protocol/grant.ts';
import { effectParts } from './bind.ts';

/** What a grant covers, a line for each of its commands. */
export function describeGrant(commands: readonly BoundCommand[], scope: Grant['scope']): string[] {
  return commands.map((command) =>
    [whatOf(command), ...redirectsOf(command), whereOf(command, scope), ...conditionsOf(command)].join(', '),
  );
}

function whatOf({ kind, argv, assignments }: BoundCommand): string {
  const text = [...assignments, ...argv].map(quote).join(' ');
  return kind === 'exact' ? `"${text}" exactly` : `"${text}" with any files of the workspace`;
}

/** What its redirects write, which is not among its words. */
function redirectsOf({ effects }: BoundCommand): string[] {
  const written = effects.flatMap((effect) => {
    const { kind, place, note } = effectParts(effect);
    return kind === 'write' && note === 'redirect' ? [quote(place)] : [];
  });
  return written.length === 0 ? [] : [`with its output into ${written.join(' and ')}`];
}

function whereOf({ cwd }: BoundCommand, scope: Grant['scope']): string {
  const place = cwd === '.' ? 'the top folder' : `the folder ${cwd}`;
  return scope === 'user' ? `in ${place} of every workspace` : `in ${place} of this workspace`;
}

function conditionsOf({ executable, files, stdin }: BoundCommand): string[] {
  const isOurs = files.some(({ what }) => what === 'the program');
  return [
    ...(executable === 'builtin' || isOurs ? [] : [`run from ${executable}`]),
    ...files.map(({ path, what, sha256 }) =>
      sha256 === null
        ? `while there is no ${path}`
        : `while ${what.includes('"') ? `${what} in ${path}` : path} stays as it is`,
    ),
    ...(stdin === '' ? [] : ['with the same input']),
  ];
}

function quote(word: string): string {
  return /^[\w@%+=:,./*?[\]~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
