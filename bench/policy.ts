// What does it cost to judge a shell command, and can a hostile one make it cost more?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'unbash';
import type { Policy } from '../src/protocol/policy.ts';
import { openPolicy } from '../src/shell-commands.ts';
import { corpusRoot, readCorpus } from '../test/attacks/policy/corpus.ts';
import { percentiles, printTable, type Times } from './measure.ts';
import { installPeer, loadPeer } from './peer.ts';

const rounds = 7;
const goals = { p50: 100, p99: 2000, hostileMs: 50 };

export async function benchPolicy(): Promise<void> {
  const policy = await openPolicy({ root: corpusRoot, env: { HOME: '/home/dev' } });
  const commands = [...readCorpus().values()]
    .flat()
    .filter(({ shell }) => shell === 'bash')
    .map(({ command }) => command);
  const treeSitter = await loadTreeSitter();
  const calls: Record<string, (command: string) => unknown> = {
    'decision: parse, plan, judge': (command) => policy.check(command, { sandboxed: true }),
    'unbash parse alone': (command) => parse(command),
    ...(treeSitter ? { 'tree-sitter-bash 0.25.1 parse alone': treeSitter } : {}),
  };
  const rows = Object.entries(medians(calls, commands)).map(([name, { p50, p99 }]) => [
    name,
    p50.toFixed(1),
    p99.toFixed(1),
  ]);
  printTable(
    `One warm command, µs (each of ${commands.length} commands of the corpus: median of ${rounds} interleaved rounds; goal p50 ≤ ${goals.p50}, p99 ≤ ${goals.p99})`,
    ['what', 'p50', 'p99'],
    rows,
  );
  printTable(
    `64 KiB of hostile text, ms of CPU time (least of ${rounds}; goal ≤ ${goals.hostileMs}, never throws)`,
    ['what', 'decision', 'answer'],
    Object.entries(hostile).map(([name, text]) => [name, ...judgeHostile(policy, text)]),
  );
}

type Calls = Readonly<Record<string, (command: string) => unknown>>;

/** Other work on the machine hits some rounds of a command, hardly most of them. */
function medians(calls: Calls, commands: readonly string[]): Record<string, Times> {
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, commands.map((): number[] => [])]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, call] of Object.entries(calls))
      commands.forEach((command, at) => {
        const start = performance.now();
        call(command);
        // The first round only warms.
        if (round > 0) times[name]?.[at]?.push((performance.now() - start) * 1000);
      });
  return Object.fromEntries(
    Object.entries(times).map(([name, each]) => [name, percentiles(each.map((found) => percentiles(found).p50))]),
  );
}

/** What it cost and what was answered; in words when it threw, which is a defect. */
function judgeHostile(policy: Policy, text: string): [string, string] {
  try {
    let answer = '';
    const costs = Array.from({ length: rounds }, () => {
      const before = process.cpuUsage();
      const { decision, level } = policy.check(text, { sandboxed: true });
      const { user, system } = process.cpuUsage(before);
      answer = `${decision} ${level}`;
      return (user + system) / 1000;
    });
    return [Math.min(...costs).toFixed(1), answer];
  } catch (error) {
    return ['-', `THREW ${error instanceof Error ? error.name : String(error)}`];
  }
}

const size = 64 * 1024;
const fill = (unit: string) => unit.repeat(Math.floor(size / unit.length));
const nest = (open: string, close: string, inner = 'x') => {
  const depth = Math.floor(size / (open.length + close.length));
  return `${open.repeat(depth)}${inner}${close.repeat(depth)}`.slice(0, size);
};

const hostile: Readonly<Record<string, string>> = {
  'one huge word': `echo ${fill('a')}`.slice(0, size),
  'many arguments': `echo ${fill('a ')}`.slice(0, size),
  'many statements': fill('rm a;'),
  'many lines': fill('ls\n'),
  'many pipes': fill('a|'),
  'many and-ors': fill('a&&'),
  'nested $()': nest('$(', ')'),
  'nested backquotes': fill('`'),
  'nested subshells': nest('(', ')'),
  'nested groups': nest('{ ', ';}'),
  'nested ${}': `echo ${nest('${x:-', '}')}`.slice(0, size),
  'nested arithmetic': `echo ${nest('$((', '))', '1')}`.slice(0, size),
  'nested if': nest('if x; then ', '\nfi'),
  'nested sh -c': Array.from({ length: 12 })
    .reduce<string>((code) => `sh -c ${quote(code)}`, 'rm x')
    .slice(0, size),
  'brace bomb': fill('{a,b}'),
  'brace ranges': `echo ${fill('{1..9999}')}`.slice(0, size),
  'nested braces': nest('{a,', '}'),
  'quote storm': fill(`'"`),
  'open quotes': fill('"$("'),
  'single quotes': fill("''"),
  'many here-documents': fill('cat <<E\n'),
  'one here-document': `cat <<E\n${fill('$x ')}`.slice(0, size),
  'many substitutions': fill('$(a)'),
  'many variables': fill('$a'),
  'many assignments': fill('a=b '),
  'doubling variables': `x=aaaaaaaa;${fill('x=$x$x;')}$x`.slice(0, size),
  'doubling eval': `x='eval "$x;$x"';${fill('eval "$x";')}`.slice(0, size),
  'many functions': fill('f(){ f;};'),
  'functions that call each other': Array.from({ length: 2000 }, (_, at) => `f${at}(){ f${at + 1};f${at + 1};};`)
    .join('')
    .concat('f0')
    .slice(-size),
  'nested loops': nest('for i in 1 2 3 4 5 6 7 8 9; do ', ' done', 'x;'),
  'many globs': `ls ${fill('*?[a] ')}`.slice(0, size),
  'long case': `case x in ${fill('a|')}b) x;; esac`.slice(0, size),
  'many redirects': fill('>a '),
  backslashes: fill('\\'),
  'dollar signs': fill('$'),
  'control characters': fill('\u0001\u200b'),
  'printf bomb': `printf '${fill('%9999d')}'`.slice(0, size),
};

function quote(code: string): string {
  return `'${code.replaceAll("'", `'\\''`)}'`;
}

interface WebTreeSitter {
  readonly Parser: (new () => {
    setLanguage(language: unknown): void;
    parse(text: string): { delete(): void } | null;
  }) & {
    init(): Promise<void>;
  };
  readonly Language: { load(wasm: Uint8Array): Promise<unknown> };
}

/** Parses with the grammar that editors use; undefined where it cannot be installed. */
async function loadTreeSitter(): Promise<((text: string) => unknown) | undefined> {
  const peer = (await loadPeer('web-tree-sitter', '0.27.1')) as WebTreeSitter | undefined;
  const grammar = peer && installPeer('tree-sitter-bash', '0.25.1');
  if (!peer || grammar === undefined) return undefined;
  await peer.Parser.init();
  const folder = grammar.slice(0, grammar.lastIndexOf('tree-sitter-bash') + 'tree-sitter-bash'.length);
  const parser = new peer.Parser();
  parser.setLanguage(await peer.Language.load(readFileSync(join(folder, 'tree-sitter-bash.wasm'))));
  return (text) => parser.parse(text)?.delete();
}
