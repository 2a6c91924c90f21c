import { closeSync, constants, fstatSync, writeSync } from 'node:fs';
import { timeOfId } from '../platform/ids.ts';
import { SallyportError } from '../protocol/errors.ts';
import type { Pruned, Retention } from '../protocol/history.ts';
import { chainName, write, type Chain } from './chain.ts';
import type { Head, HeldHead, Link } from './head.ts';
import { readLine, type Line } from './line.ts';
import { linesOf } from './read-chain.ts';
import { orNothing, recordName } from './records.ts';
import { draftName, type StateFolder } from './state-folder.ts';
import type { UserState } from './user-state.ts';

interface Run {
  readonly id: string;
  readonly tool: string;
  readonly first: number;
  last: number;
  ended: boolean;
}

/**
 * Takes the oldest runs out of the history: records, spilled output and their part of the chain. What is left still
 * verifies, because the new beginning is noted in user state before anything is removed.
 */
export async function prune(
  parts: { chain: Chain; state: StateFolder; userState: UserState; now: number },
  retention: Retention,
): Promise<Pruned> {
  const { state, userState } = parts;
  return parts.chain.hold((fd, held) => {
    const lines: { text: string; line: Line }[] = [];
    for (const { text } of linesOf(fd, fstatSync(fd).size)) {
      const line = readLine(text, userState.key);
      // Pruning a broken chain would destroy the evidence.
      if (!line)
        throw new SallyportError('CorruptInput', {
          path: chainName,
          reason: 'its chain is broken; "sallyport audit verify" says where',
        });
      lines.push({ text, line });
    }
    const runs = runsOf(lines.map(({ line }) => line));
    const sizes = new Map([...runs.values()].map((run) => [run.id, sizeOf(state, run)]));
    // A prune that was killed on its way may have removed records already: this one goes at least as far.
    const begun = lines.findIndex(({ line }) => line.seq === held.head.pending?.seq) + 1;
    const cut = Math.max(begun, firstKept(runs, sizes, parts.now, retention, lines.length));
    const last = lines[cut - 1]?.line;
    if (!last) return { runs: 0, bytes: 0, kept: runs.size };

    const gone = [...runs.values()].filter((run) => run.first < cut);
    const base: Link = { seq: last.seq, mac: last.mac };
    held.update({ ...held.head, pending: base });
    for (const run of gone) remove(state, run);
    const rest = lines.slice(cut).map(({ text }) => text);
    held.update(replaceChain(state, held, rest, base, { runs: gone.length, now: parts.now }, userState.key));
    return {
      runs: gone.length,
      bytes: gone.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0),
      kept: runs.size - gone.length,
    };
  });
}

function runsOf(lines: readonly Line[]): Map<string, Run> {
  const runs = new Map<string, Run>();
  lines.forEach((line, index) => {
    if (line.kind === 'start')
      runs.set(line.run_id, { id: line.run_id, tool: line.tool, first: index, last: index, ended: false });
    if (line.kind !== 'end') return;
    const run = runs.get(line.run_id);
    if (run) Object.assign(run, { last: index, ended: true });
  });
  return runs;
}

/** The index of the first line that stays. Everything before it belongs to runs that go as a whole. */
function firstKept(
  runs: ReadonlyMap<string, Run>,
  sizes: ReadonlyMap<string, number>,
  now: number,
  retention: Retention,
  end: number,
): number {
  const oldest = retention.days === undefined ? -Infinity : now - retention.days * 86_400_000;
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  let cut = end;
  for (const run of runs.values()) {
    const goes = run.ended && (timeOfId(run.id) < oldest || total > (retention.maxBytes ?? Infinity));
    if (!goes) {
      cut = run.first;
      break;
    }
    total -= sizes.get(run.id) ?? 0;
  }
  // A run that began before the cut and ended after it stays, and moves the cut before itself.
  for (const run of [...runs.values()].reverse()) if (run.first < cut && run.last >= cut) cut = run.first;
  return cut;
}

function replaceChain(
  state: StateFolder,
  held: HeldHead,
  rest: readonly string[],
  base: Link,
  note: { runs: number; now: number },
  key: Uint8Array,
): Head {
  const folder = state.audit();
  const draft = draftName(chainName);
  folder.remove(draft);
  const fd = folder.open(draft, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
  try {
    const bytes = Buffer.from(rest.map((text) => `${text}\n`).join(''));
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
    const { pending: _, ...head } = held.head;
    const entry = {
      kind: 'prune',
      time: new Date(note.now).toISOString(),
      runs: note.runs,
      through: base.seq,
    } as const;
    const next = write(fd, { ...head, base, bytes: bytes.length }, [entry], key);
    folder.rename(draft, chainName);
    return next;
  } finally {
    closeSync(fd);
  }
}

function remove(state: StateFolder, run: Run): void {
  orNothing(() => state.runs(run.tool).remove(recordName(run.id)));
  for (const name of spilled(state, run)) state.out(run.tool).remove(name);
}

function sizeOf(state: StateFolder, run: Run): number {
  const record = orNothing(() => state.runs(run.tool).stat(recordName(run.id)))?.size ?? 0;
  return spilled(state, run).reduce((sum, name) => sum + (state.out(run.tool).stat(name)?.size ?? 0), record);
}

function spilled(state: StateFolder, run: Run): string[] {
  return ['stdout.txt', 'stderr.txt', 'result.json']
    .map((part) => `${run.id}-${part}`)
    .filter((name) => orNothing(() => state.out(run.tool).stat(name)));
}
