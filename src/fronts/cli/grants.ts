import { SallyportError } from '../../protocol/errors.ts';
import type { Grant } from '../../protocol/grant.ts';
import { defineCliCommand } from './define.ts';
import type { Screen } from './screen.ts';

const usage = 'sallyport grants --help';

export const grants = defineCliCommand({
  name: 'grants',
  summary: 'Answers that hold for longer than once: list, show <id>, revoke <id>',
  args: {
    action: { type: 'positional', required: false, description: 'list (the default), show or revoke' },
    id: { type: 'positional', required: false, description: 'show and revoke: the id, or the start of it' },
  },
  async run(args, { core, screen }) {
    const say = (value: unknown, text: () => string) => screen.out(args.json ? `${screen.json(value)}\n` : text());
    if (args.action === undefined || args.action === 'list') {
      const all = await core().grants.list();
      return say(all, () => (all.length === 0 ? 'There are no grants.\n' : table(screen, all)));
    }
    if (args.action !== 'show' && args.action !== 'revoke')
      throw new SallyportError('InvalidArgs', {
        reason: `"grants ${args.action}" is not known; there are list, show and revoke`,
        usage,
      });
    if (args.id === undefined)
      throw new SallyportError('InvalidArgs', { reason: `Which one? "sallyport grants list" has the ids`, usage });
    if (args.action === 'show') {
      const grant = await core().grants.read(args.id);
      return say(grant, () => details(screen, grant));
    }
    const revoked = await core().grants.revoke(args.id);
    return say({ revoked: revoked.id }, () => `revoked ${revoked.id}: ${screen.safe(revoked.covers.join('; '))}\n`);
  },
});

function table(screen: Screen, all: readonly Grant[]): string {
  const rows = all.map(({ id, scope, expires, who, covers }) => [
    id,
    scope,
    expires.slice(0, 10),
    who,
    covers.join('; '),
  ]);
  return screen.table(['ID', 'SCOPE', 'UNTIL', 'BY', 'COVERS'], rows, [undefined, undefined, 'dim', 'dim']);
}

function details(screen: Screen, grant: Grant): string {
  const rows: (readonly [string, string])[] = [
    ['grant', grant.id],
    ['scope', grant.session === undefined ? grant.scope : `session ${grant.session}`],
    ['given', `${grant.created} by ${grant.who} over ${grant.how}`],
    ['until', grant.expires],
    ['asked', grant.command],
    ...grant.covers.map((text) => ['covers', text] as const),
    ...grant.commands.flatMap(({ files }) =>
      files.map(
        ({ path, sha256 }) => ['bound to', `${path}${sha256 === null ? ' (missing)' : ` sha256 ${sha256}`}`] as const,
      ),
    ),
  ];
  return rows
    .map(
      ([name, value]) =>
        `${screen.paint('dim', name.padStart(9))}  ${screen.wrap(screen.safe(value).replaceAll('\n', ' '), 11)}\n`,
    )
    .join('');
}
