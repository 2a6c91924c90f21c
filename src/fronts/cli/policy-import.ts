import { SallyportError } from '../../protocol/errors.ts';
import type { Policy } from '../../protocol/policy.ts';
import type { Screen } from './screen.ts';

/** A line of somebody else's allow-list. */
interface Entry {
  readonly source: string;
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The words that a command has to begin with; undefined when it is no list of words. */
  readonly words?: readonly string[];
  /** It speaks of this line alone, not of every line that begins so. */
  readonly isExact?: boolean;
  /** It speaks of something else than shell commands. */
  readonly isOther?: boolean;
}

interface Proposal {
  readonly source: string;
  readonly rule?: Readonly<Record<string, unknown>>;
  readonly refused?: string;
}

/** Shows the allow-list of Claude Code or VS Code as rules of ours, and says what is not taken and why. Writes nothing. */
export function importRules(judge: Policy, text: string, screen: Screen, asJson: boolean): void {
  const proposals = entriesOf(text).map((entry) => propose(entry, judge));
  if (asJson) return screen.out(`${screen.json(proposals)}\n`);
  const taken = proposals.flatMap(({ rule }) => (rule ? [rule] : []));
  const refused = proposals.filter((proposal) => proposal.refused !== undefined);
  if (taken.length > 0)
    screen.out(
      `# for ~/.config/sallyport/config.yaml\npolicy:\n  rules:\n${taken.map((rule) => `    - ${JSON.stringify(rule)}\n`).join('')}`,
    );
  if (refused.length > 0)
    screen.out(
      `\n${screen.table(
        ['NOT TAKEN', 'WHY'],
        refused.map((each) => [each.source, each.refused ?? '']),
      )}`,
    );
  screen.out(`\n${taken.length} rules, ${refused.length} not taken; nothing was written\n`);
}

function entriesOf(text: string): Entry[] {
  const settings = parseSettings(text);
  const permissions = mapping(settings, 'permissions');
  const claude = (['allow', 'ask', 'deny'] as const).flatMap((decision) =>
    list(permissions[decision], `permissions.${decision}`).flatMap((source) => claudeEntry(source, decision)),
  );
  const rules = mapping(settings, 'chat.tools.terminal.autoApprove');
  const code = Object.entries(rules).flatMap(([source, value]) => codeEntry(source, value));
  if (claude.length + code.length > 0) return [...claude, ...code];
  throw wrong('There is neither "permissions" (Claude Code) nor "chat.tools.terminal.autoApprove" (VS Code) in it');
}

/** `Bash(npm run test:*)`, `Bash(git diff *)`; `Bash(npm install)` is that line and no other. */
function claudeEntry(source: string, decision: Entry['decision']): Entry[] {
  const inner = /^Bash\((.*)\)$/s.exec(source)?.[1];
  if (inner === undefined) return [{ source, decision, isOther: source !== 'Bash' }];
  const prefix = inner.replace(/:\*$| \*$/, '');
  return [{ source, decision, words: wordsOf(prefix), isExact: prefix === inner }];
}

function codeEntry(source: string, value: unknown): Entry[] {
  const approve = typeof value === 'object' && value !== null ? (value as { approve?: unknown }).approve : value;
  if (typeof approve !== 'boolean') return [];
  const decision = approve ? 'allow' : 'ask';
  return [{ source, decision, ...(source.startsWith('/') ? {} : { words: wordsOf(source) }) }];
}

function wordsOf(prefix: string): string[] {
  return prefix.trim().split(/\s+/);
}

/** A standing yes is only taken for what is at most unrated now: theirs does not know what ours calls dangerous. */
function propose({ source, decision, words, isExact, isOther }: Entry, judge: Policy): Proposal {
  if (isOther) return { source, refused: 'it is not about shell commands' };
  const [program, ...args] = words ?? [];
  if (program === undefined || program === '' || words?.some((word) => /[*?$`'"\\|;&<>()]/.test(word)))
    return { source, refused: 'it is a pattern, not a list of words; write a rule by hand' };
  const line = [program, ...args].join(' ');
  const { level, commands } = judge.check(line);
  if (decision === 'allow' && (commands.length !== 1 || commands[0]?.name === null))
    return { source, refused: 'it starts other commands' };
  // Some programs do something only to what is named: "chmod +x" alone changes nothing.
  const rated = [level, judge.check(`${line} x`).level].find((each) => each !== 'low' && each !== 'unrated');
  if (decision === 'allow' && rated !== undefined)
    return { source, refused: `"${line}" is ${rated} here, which no rule that allows can change` };
  if (decision === 'allow' && isExact)
    return {
      source,
      refused: 'it allows this line alone, and a rule also allows what begins so; answer "w" when asked',
    };
  if (decision === 'allow' && args.length === 0 && level !== 'low')
    return { source, refused: `it would allow everything that ${program} can do; name a subcommand` };
  const id = `import.${[program, ...args]
    .join('-')
    .replace(/[^\w.-]/g, '_')
    .slice(0, 60)}`;
  const reason = `From ${source}`;
  return {
    source,
    rule: { id, decision, reason, programs: [program], ...(args.length > 0 ? { args } : {}), match: [line] },
  };
}

function mapping(settings: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = settings[key] ?? {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrong(`"${key}" is not a mapping`);
}

/** What is left out in silence would be a question that is never asked. */
function list(value: unknown, key: string): readonly string[] {
  const items: unknown = value ?? [];
  if (Array.isArray(items) && items.every((item) => typeof item === 'string')) return items;
  throw wrong(`"${key}" is not a list of texts`);
}

function wrong(reason: string): SallyportError {
  return new SallyportError('InvalidArgs', { reason, usage: 'sallyport policy --help' });
}

/** JSON with comments and trailing commas, as both editors write it. */
function parseSettings(text: string): Record<string, unknown> {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : '',
  );
  try {
    const given: unknown = JSON.parse(plain.replace(/,(\s*[}\]])/g, '$1'));
    if (typeof given === 'object' && given !== null) return given as Record<string, unknown>;
  } catch {}
  throw wrong('The settings are not JSON');
}
