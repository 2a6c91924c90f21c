// What does it cost to judge a shell command, and can a hostile one make it cost more?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'unbash';
import { openPolicy } from '../src/shell-commands.ts';
import { corpusRoot, readCorpus } from '../test/attacks/policy/corpus.ts';
import { hostile } from '../test/attacks/policy/hostile.ts';
import { answerCold, judgeCold, type ColdJudgement } from './cold-policy.ts';
import { percentiles, printTable, type Times } from './measure.ts';
import { installPeer, loadPeer } from './peer.ts';

const rounds = 7;
const shown = 24;
const goals = { p50: 100, p99: 2000, hostileMs: 50 };

export async function benchPolicy(): Promise<void> {
  if (await answerCold()) return;
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
  const shapes = Object.keys(hostile.bash).length + Object.keys(hostile.powershell).length;
  printTable(
    `64 KiB of hostile text as the first command of a process, ms of CPU time of all threads (least of 3; the ${shown} costliest of ${shapes} texts; goal ≤ ${goals.hostileMs}, never throws)`,
    ['what', 'decision', 'answer'],
    costliest().map(([name, { cpuMs, answer }]) => [name, cpuMs.toFixed(1), answer]),
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

/** The texts that cost most in a fresh process; the others cost less. */
function costliest(): [string, ColdJudgement][] {
  const all = (['bash', 'powershell'] as const).flatMap((shell) =>
    Object.keys(hostile[shell]).map((name) => ({ shell, name, judged: judgeCold(shell, name) })),
  );
  return all
    .toSorted((a, b) => b.judged.cpuMs - a.judged.cpuMs)
    .slice(0, shown)
    .map(({ shell, name, judged }): [string, ColdJudgement] => {
      const again = Array.from({ length: 2 }, () => judgeCold(shell, name));
      return [`${shell}: ${name}`, [judged, ...again].reduce((best, each) => (each.cpuMs < best.cpuMs ? each : best))];
    })
    .toSorted((a, b) => b[1].cpuMs - a[1].cpuMs);
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
