// What does it cost to judge a shell command, and can a hostile one make it cost more?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'unbash';
import { createSecondReader } from '../src/gate/second-reader.ts';
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
  benchPowerShell(policy);
  const shapes = Object.keys(hostile.bash).length + Object.keys(hostile.powershell).length;
  printTable(
    `64 KiB of hostile text, ms (least of 3; the ${shown} costliest of ${shapes} texts; goal ≤ ${goals.hostileMs}, never throws). Warm: in a process that has judged other commands. First: as the first command of a process, whose code is not compiled yet; CPU is that of all threads`,
    ['what', 'warm', 'first', 'first, CPU', 'answer'],
    costliest(policy).map(({ name, warmMs, cold: { wallMs, cpuMs, answer } }) => [
      name,
      warmMs.toFixed(1),
      wallMs.toFixed(1),
      cpuMs.toFixed(1),
      answer,
    ]),
  );
}

/** What reading a line twice costs of judging it. */
function benchPowerShell(policy: Awaited<ReturnType<typeof openPolicy>>): void {
  const commands = [...readCorpus().values()]
    .flat()
    .filter(({ shell }) => shell === 'powershell')
    .map(({ command }) => command);
  using reader = createSecondReader();
  const calls = {
    'decision: read twice, plan, judge': (command: string) =>
      policy.check(command, { shell: 'powershell', sandboxed: true }),
    'the second reading alone': (command: string) => reader.read(command),
  };
  printTable(
    `One warm line of PowerShell, µs (each of ${commands.length}: median of ${rounds} interleaved rounds)`,
    ['what', 'p50', 'p99'],
    Object.entries(medians(calls, commands)).map(([name, { p50, p99 }]) => [name, p50.toFixed(1), p99.toFixed(1)]),
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

interface Hostile {
  readonly name: string;
  readonly warmMs: number;
  readonly cold: ColdJudgement;
}

/** The texts that cost most as the first command of a process; the others cost less. */
function costliest(policy: Awaited<ReturnType<typeof openPolicy>>): Hostile[] {
  const all = (['bash', 'powershell'] as const).flatMap((shell) =>
    Object.entries(hostile[shell]).map(([name, text]) => ({ shell, name, text, cold: judgeCold(shell, name) })),
  );
  return all
    .toSorted((a, b) => b.cold.cpuMs - a.cold.cpuMs)
    .slice(0, shown)
    .map(({ shell, name, text, cold }) => ({
      name: `${shell}: ${name}`,
      warmMs: Math.min(...threeTimes(() => timed(() => policy.check(text, { shell, sandboxed: true })))),
      cold: threeTimes(() => judgeCold(shell, name)).reduce(least, cold),
    }))
    .toSorted((a, b) => b.cold.wallMs - a.cold.wallMs);
}

function least(one: ColdJudgement, other: ColdJudgement): ColdJudgement {
  return {
    ...one,
    cpuMs: Math.min(one.cpuMs, other.cpuMs),
    wallMs: Math.min(one.wallMs, other.wallMs),
  };
}

function threeTimes<T>(call: () => T): T[] {
  return Array.from({ length: 3 }, call);
}

function timed(call: () => unknown): number {
  const start = performance.now();
  call();
  return performance.now() - start;
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
