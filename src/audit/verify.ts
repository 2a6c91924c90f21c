import { fstatSync } from 'node:fs';
import { livenessOf } from '../platform/owner.ts';
import type { Problem, Verification } from '../protocol/history.ts';
import type { Chain } from './chain.ts';
import type { Head, Link } from './head.ts';
import { readLine, type Line } from './line.ts';
import { linesOf } from './read-chain.ts';
import { hashOfFile, hashOfRecord, listRecords, orNothing, readRecord, sizeOfRecord } from './records.ts';
import type { StateFolder } from './state-folder.ts';
import type { UserState } from './user-state.ts';

const maxProblems = 100;

type Ended = Map<string, Extract<Line, { kind: 'end' }>>;

/** Holds every line, record and spilled artifact against the chain, and the chain against the head kept in user state. */
export async function verify(parts: VerifyParts): Promise<Verification> {
  for (let tries = 0; ; tries++) {
    const { base, result } = await verifyOnce(parts);
    // A prune that went on meanwhile takes away records of lines that were read before it.
    const { head } = await parts.chain.hold((_, held) => ({ head: held.head }));
    if (result.ok || tries === 3 || head.base.seq === base.seq) return result;
  }
}

interface VerifyParts {
  readonly chain: Chain;
  readonly state: StateFolder;
  readonly userState: UserState;
}

async function verifyOnce({ chain, state, userState }: VerifyParts): Promise<{ base: Link; result: Verification }> {
  const problems: Problem[] = [];
  const ended: Ended = new Map();
  const open = new Map<string, string>();
  // Listed before the chain is read: every record that is there by now has its start line in it.
  const records = listRecords(state);
  // The file only grows, and pruning puts another one in its place: what was there under the lock can be read without it.
  const { head, fd, size } = await chain.hold((file, held) => ({
    head: held.head,
    fd: file,
    size: fstatSync(file).size,
  }));
  const { broken, lines } = walkChain(fd, size, head, userState.key, ended, open);
  if (broken) problems.push(broken);

  let runs = 0;
  for (const [runId, end] of ended) {
    if (problems.length >= maxProblems) break;
    const problem = checkRecord(state, runId, end, head);
    if (problem) problems.push(problem);
    else runs++;
  }
  for (const { runId, tool } of records) {
    if (problems.length >= maxProblems) break;
    if (ended.get(runId)?.tool === tool || open.has(runId)) continue;
    problems.push({
      what: 'record',
      run_id: runId,
      message: `run ${runId} has a record in ${tool} but no line in the chain: it was not written by this gate`,
    });
  }
  for (const [runId, owner] of open) {
    if (livenessOf(owner.split('.')[0] ?? '') !== 'dead') continue;
    problems.push({ what: 'record', run_id: runId, message: `run ${runId} never ended, and its process is gone` });
  }
  return { base: head.base, result: { ok: problems.length === 0, lines, runs, open: open.size, problems } };
}

function walkChain(fd: number, size: number, head: Head, key: Uint8Array, ended: Ended, open: Map<string, string>) {
  let broken: Problem | undefined;
  let { seq, mac } = head.base;
  let lines = 0;
  for (const { text, number } of linesOf(fd, size)) {
    lines = number;
    const line = readLine(text, key);
    if (number === 1 && head.pending && line?.seq === head.pending.seq + 1) ({ seq, mac } = head.pending);
    broken ??= checkLink(line, number, seq, mac);
    if (!line) continue;
    [seq, mac] = [line.seq, line.mac];
    if (line.kind === 'start') open.set(line.run_id, line.owner);
    if (line.kind === 'end') {
      open.delete(line.run_id);
      ended.set(line.run_id, line);
    }
  }
  if (!broken && (seq !== head.count || mac !== head.mac)) {
    const message = `the chain ends at line ${lines} (number ${seq}), but ${head.count} were written: its end was cut off`;
    broken = { what: 'chain', line: lines, message };
  }
  return { broken, lines };
}

function checkLink(line: Line | undefined, number: number, seq: number, mac: string): Problem | undefined {
  const problem = (message: string): Problem => ({
    what: 'chain',
    line: number,
    message,
    ...(line && 'run_id' in line ? { run_id: line.run_id } : {}),
  });
  if (!line) return problem(`line ${number} of the chain was changed, or was not written by this gate`);
  if (line.seq !== seq + 1)
    return problem(
      `line ${number} of the chain has number ${line.seq} where ${seq + 1} belongs: lines were removed, added or moved`,
    );
  if (line.prev !== mac) return problem(`line ${number} of the chain does not follow from the line before it`);
  return undefined;
}

function checkRecord(
  state: StateFolder,
  runId: string,
  end: Extract<Line, { kind: 'end' }>,
  head: Head,
): Problem | undefined {
  const hash = hashOfRecord(state, end.tool, runId);
  if (hash === undefined) {
    if (end.seq <= (head.pending?.seq ?? 0)) return undefined; // a prune that was killed on its way
    return { what: 'record', run_id: runId, message: `the record of run ${runId} is missing` };
  }
  if (hash !== end.sha256)
    return { what: 'record', run_id: runId, message: `the record of run ${runId} was changed after it was written` };

  const record = readRecord(state, end.tool, runId)?.record;
  if (!record) {
    const bytes = sizeOfRecord(state, end.tool, runId);
    return {
      what: 'record',
      run_id: runId,
      message: `the record of run ${runId} is too large to be read: ${bytes} bytes`,
    };
  }
  const out = `${state.prefix}artifacts/${end.tool}/out/`;
  for (const artifact of record.artifacts) {
    if (!artifact.path.startsWith(out)) continue; // a file of the user's, free to change
    const sum = orNothing(() => hashOfFile(state.out(end.tool), artifact.path.slice(out.length)));
    const what =
      sum === undefined ? 'is missing' : sum === artifact.sha256 ? undefined : 'was changed after it was written';
    if (what) return { what: 'artifact', run_id: runId, message: `${artifact.path} of run ${runId} ${what}` };
  }
  return undefined;
}
