import { fstatSync } from 'node:fs';
import { livenessOf } from '../platform/owner.ts';
import { SallyportError } from '../protocol/errors.ts';
import { recordVersion } from '../protocol/limits.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { write, type Chain } from './chain.ts';
import { readLine, type Entry, type Line } from './line.ts';
import { linesOf } from './read-chain.ts';
import { orNothing, recordName, writeRecord } from './records.ts';
import { draftName, type StateFolder } from './state-folder.ts';
import type { UserState } from './user-state.ts';

type Start = Extract<Line, { kind: 'start' }>;

/** Closes, as `Interrupted`, the runs of processes that died: gives their ids. */
export async function closeInterrupted(parts: {
  chain: Chain;
  state: StateFolder;
  userState: UserState;
  now: () => number;
}): Promise<string[]> {
  const { live, key } = parts.userState;
  const dead = deadMarkers(parts.userState);
  if (dead.length === 0) return [];

  const closed = await parts.chain.hold((fd, held) => {
    const open = new Map<string, Start>();
    for (const { text } of linesOf(fd, fstatSync(fd).size)) {
      const line = readLine(text, key);
      if (line?.kind === 'start' && dead.includes(line.owner)) open.set(line.run_id, line);
      if (line?.kind === 'end') open.delete(line.run_id);
    }
    const ends = [...open.values()].map((start) => interrupt(parts.state, start, parts.now()));
    let { head } = held;
    // One by one: whoever finds what a killed process left completes a single line, not several.
    for (const end of ends) held.update((head = write(fd, head, [end], key)));
    return [...open.keys()];
  });
  for (const name of dead) live.remove(name);
  return closed;
}

/** Of processes that ended without closing their runs. */
export function deadMarkers({ live }: UserState): string[] {
  // A name that begins with a dot is a marker that another process is just writing.
  const markers = live.entries().filter(({ name }) => !name.startsWith('.'));
  return markers.flatMap(({ name }) => (livenessOf(name.split('.')[0] ?? '') === 'dead' ? [name] : []));
}

function interrupt(state: StateFolder, start: Start, now: number): Entry {
  removeDrafts(state, start);
  const error = new SallyportError('Interrupted');
  const record: RunRecord = {
    version: recordVersion,
    run_id: start.run_id,
    tool: start.tool,
    front: start.front,
    session: start.session,
    timestamp: start.time,
    command: start.command,
    parsed: null,
    cwd: start.cwd,
    verdict: null,
    approval: null,
    backend: null,
    exit_code: error.exitCode,
    signal: null,
    duration_ms: Math.max(0, now - Date.parse(start.time)),
    stdout: '',
    stderr: '',
    result: null,
    truncated: false,
    artifacts: [],
    error_code: error.code,
    error_message: error.message,
    cost: { bytes: 0, tokens: 0, cpu_ms: 0, max_rss: 0 },
  };
  const sha256 = writeRecord(state, record);
  const { exit_code, error_code } = record;
  return {
    kind: 'end',
    run_id: start.run_id,
    time: new Date(now).toISOString(),
    tool: start.tool,
    exit_code,
    error_code,
    sha256,
  };
}

function removeDrafts(state: StateFolder, start: Start): void {
  orNothing(() => state.runs(start.tool).remove(draftName(recordName(start.run_id))));
  const out = orNothing(() => state.out(start.tool));
  for (const { name } of out?.entries() ?? []) if (name.includes(start.run_id)) out?.remove(name);
}
