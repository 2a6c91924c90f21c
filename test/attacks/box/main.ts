// Tries every way out, once without a box and once in one, as whoever runs it; prints what got through, as JSON.
// File handle 200 is left open on a secret, as a careless parent would.
import { join } from 'node:path';
import { createBoxBackend } from '../../../src/backends/box/index.ts';
import { createProcessBackend } from '../../../src/backends/process/index.ts';
import type { Backend } from '../../../src/protocol/backend.ts';
import { runProcess } from '../../fixtures/run-process.ts';
import { attempts, type CallAttempt, type ScriptAttempt } from './attempts.ts';
import { copyOf, openPlace, startVictim, type Place, type Victim } from './place.ts';
import { races } from './races.ts';
import { stagedAttempts, type Stage } from './staged.ts';

type Results = Record<string, { raw: boolean; box: boolean }>;

interface Where {
  readonly place: Place;
  readonly victim: Victim;
  /** The process to be attacked. */
  readonly target: number;
}

const helpers = process.argv[2] ?? import.meta.dirname;
const isRoot = process.getuid?.() === 0;

// In places of their own: the one waits, the other works.
const [staged, { results, works, backend }] = await Promise.all([tryStaged(), tryAll()]);
console.log(JSON.stringify({ results: { ...staged, ...results }, works, backend, uid: process.getuid?.() }));

async function tryAll(): Promise<{ results: Results; works: string[]; backend: string }> {
  using boxed = openPlace(helpers);
  using open = openPlace(helpers);
  using victimOfBox = await startVictim(helpers, boxed);
  using victim = await startVictim(helpers, open);
  await using raw = createProcessBackend();
  await using box = boxFor(boxed);
  const tried = attempts.filter(({ rootOnly }) => !rootOnly || isRoot);
  const outside = { place: open, victim, target: victim.pid };
  const inside = { place: boxed, victim: victimOfBox, target: 1 };
  const calls = tried.filter((attempt) => 'call' in attempt);
  const [rawCalls, boxCalls] = await Promise.all([callAll(calls, raw, outside), callAll(calls, box, inside)]);
  const results: Results = {};
  for (const attempt of tried) {
    if ('call' in attempt) {
      const at = calls.indexOf(attempt);
      results[attempt.name] = { raw: rawCalls[at] === 'GOT', box: boxCalls[at] !== 'refused' };
      continue;
    }
    using copy = attempt.changes ? copyOf(open) : undefined;
    const [isRaw, isBox] = await Promise.all([
      isThrough(attempt, raw, copy ? { ...outside, place: copy } : outside),
      isThrough(attempt, box, inside),
    ]);
    results[attempt.name] = { raw: isRaw, box: isBox };
  }
  const check = '~/.cargo/bin/tool; echo personality 0 | python3 call.py';
  const works = await runProcess(box, check, environment({ place: boxed, victim, target: 1 }, ''));
  return { results, works: works.stdout.toString().split('\n'), backend: box.name };
}

async function tryStaged(): Promise<Results> {
  using boxed = openPlace(helpers);
  using open = openPlace(helpers);
  using victim = await startVictim(helpers, open);
  await using raw = createProcessBackend();
  await using box = boxFor(boxed);
  const results: Results = {};
  for (const { name, tries } of [...stagedAttempts, ...races]) {
    const [isRaw, isBox] = await Promise.all([
      tries(stageFor(raw, false, { place: open, victim, target: victim.pid })),
      tries(stageFor(box, true, { place: boxed, victim, target: 1 })),
    ]);
    results[name] = { raw: isRaw, box: isBox };
  }
  return results;
}

function boxFor({ path }: Place): Backend {
  return createBoxBackend({
    root: join(path, 'workspace'),
    home: join(path, 'home'),
    closed: [join(path, 'state')],
  });
}

async function isThrough({ script, after }: ScriptAttempt, backend: Backend, where: Where): Promise<boolean> {
  const mark = newMark();
  const { stdout } = await runProcess(backend, script, environment(where, mark));
  return stdout.toString().includes('GOT') || (after?.({ ...where, mark }) ?? false);
}

function stageFor(backend: Backend, isBox: boolean, where: Where): Stage {
  const mark = newMark();
  return { backend, isBox, place: where.place, options: environment(where, mark), mark };
}

function newMark(): string {
  return `${process.pid}${String(Math.random()).slice(2, 8)}`;
}

/** In one process: starting one for each would take longer than all the rest. */
async function callAll(calls: readonly CallAttempt[], backend: Backend, where: Where): Promise<string[]> {
  const stdin = calls.map(({ call }) => `${call}\n`).join('');
  const { stdout } = await runProcess(backend, 'python3 call.py', { ...environment(where, ''), stdin });
  return stdout.toString().split('\n');
}

function environment({ place: { path }, victim, target }: Where, mark: string) {
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: join(path, 'home'),
    OUTSIDE: join(path, 'outside'),
    STATE: join(path, 'state'),
    TARGET: String(target),
    VICTIM: String(victim.pid),
    TCP: String(victim.tcp),
    TCP6: String(victim.tcp6),
    UDP: String(victim.udp),
    ABSTRACT: victim.abstract,
    MARK: mark,
  };
  return { cwd: join(path, 'workspace'), env, timeoutMs: 20_000 };
}
