import { isOpaque } from '../policy/effects/index.ts';
import type { ProcessEnd } from '../protocol/backend.ts';
import { canonicalHost, isAddress } from '../protocol/host-rule.ts';
import type { ShellCommand } from '../protocol/shell.ts';
import type { ShellCheck, ShellParts } from './shell-check.ts';

const mostRules = 200;
const mostNotes = 10;

/**
 * The hosts that a line may reach, as rules; undefined for a line that has no business with the network. What the config allows, and,
 * where a person was asked about the line, the hosts that it names. A line that contacts something and may reach nothing gets an empty
 * list: what it asks for is then refused by name.
 */
export function networkFor(
  { plan, judgement }: ShellCheck,
  parts: Pick<ShellParts, 'hosts' | 'hasNetwork'>,
): string[] | undefined {
  const contacts = plan.commands.flatMap(({ effects }) => effects.filter(({ kind }) => kind === 'contact'));
  const wasAsked = judgement.verdict.decision !== 'allow';
  const rules = [
    ...(parts.hasNetwork ? ['*:*'] : []),
    ...parts.hosts,
    ...(wasAsked ? contacts.flatMap(({ target }) => ruleOf(target?.text)) : []),
  ];
  const hasBusiness = contacts.length > 0 || (rules.length > 0 && plan.commands.some(mayContact));
  return hasBusiness ? [...new Set(rules)].slice(0, mostRules) : undefined;
}

/** What was refused, and what can be done about it. */
export function networkNotes({ connections = [] }: ProcessEnd): string[] {
  const refused = connections.filter(({ decision }) => decision === 'refused');
  const notes = [...new Set(refused.map(({ host, port, reason }) => `${host}:${port} was refused: ${reason ?? ''}.`))];
  if (notes.length === 0) return [];
  const others = notes.length - mostNotes;
  return [
    ...notes.slice(0, mostNotes),
    ...(others > 0 ? [`${others} more hosts were refused; the record names them.`] : []),
    'A person can allow a host by network.allow in the config of the user.',
  ];
}

/** A name on any port: the person has seen the line. Addresses and this machine are allowed by the config alone. */
function ruleOf(host: string | undefined): string[] {
  if (host === undefined || host.includes('…')) return [];
  const name = canonicalHost(host);
  return name === undefined || isAddress(name) || !name.includes('.') ? [] : [`${name}:*`];
}

/** What runs in it cannot be seen in the line. */
function mayContact({ name, isUnknown, effects }: ShellCommand): boolean {
  return name === null || isUnknown || isOpaque(name) || effects.some(({ kind }) => kind === 'run');
}
