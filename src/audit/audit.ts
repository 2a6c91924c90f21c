import { fstatSync, statSync } from 'node:fs';
import type { SpillFile } from '../output/index.ts';
import type { Clock } from '../platform/clock.ts';
import { randomName } from '../platform/ids.ts';
import { ownerOfThisProcess } from '../platform/owner.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import type { ExportFormat, Pruned, Retention, RunFilter, Verification, Vouched } from '../protocol/history.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { chainName, openChain, type Chain } from './chain.ts';
import { setForeignAside } from './foreign.ts';
import { exportRuns } from './export.ts';
import { holdHead } from './head.ts';
import { readLine } from './line.ts';
import { prune } from './prune.ts';
import { findRun, queryRuns } from './query.ts';
import { linesOf } from './read-chain.ts';
import { orNothing, readRecord, sizeOfRecord, writeRecord } from './records.ts';
import { closeInterrupted, deadMarkers } from './recover.ts';
import { openSpill } from './spill.ts';
import { openStateFolder, type StateFolder } from './state-folder.ts';
import { openUserState, type UserState } from './user-state.ts';
import { verify } from './verify.ts';

/** What is known of a run when it begins. */
export type RunStart = Pick<RunRecord, 'run_id' | 'tool' | 'front' | 'session' | 'timestamp' | 'cwd' | 'command'>;

export type SpillPart = 'stdout.txt' | 'stderr.txt' | 'result.json';

/** The history of one workspace. Writing it creates its folders; reading it never does. */
export interface Audit extends AsyncDisposable {
  /** Gives its path, relative to the workspace, if it was not there. */
  makeStateFolder(): string[];
  /** Puts the start line into the chain; nothing may happen in the world before it. */
  begin(start: RunStart): Promise<void>;
  /** Writes the record, then the end line that vouches for it. */
  end(record: RunRecord): Promise<void>;
  /** Closes the runs of processes that died, as the next run would; where it cannot, they stay open. */
  closeInterrupted(): Promise<void>;
  /** A file in the state folder for output that does not fit into the reply. */
  spill(tool: string, runId: string, part: SpillPart): SpillFile;
  list(filter?: RunFilter): Iterable<RunRecord>;
  /** By id or unambiguous start of one. */
  read(idOrPrefix: string): RunRecord;
  has(runId: string): boolean;
  /** Whether the record is still what was written. */
  vouches(record: RunRecord): Promise<Vouched>;
  verify(): Promise<Verification>;
  export(format: ExportFormat, filter?: RunFilter): Iterable<string>;
  prune(retention: Retention): Promise<Pruned>;
}

interface Writing {
  readonly state: StateFolder;
  readonly userState: UserState;
  readonly chain: Chain;
}

export function openAudit(options: { workspace: string; userStatePath: string; clock: Clock }): Audit {
  const { workspace, clock } = options;
  const marker = `${ownerOfThisProcess()}.${randomName()}`;
  const reader = openStateFolder(workspace, { create: false });
  let writing: Promise<Writing> | undefined;
  let spills: StateFolder | undefined;
  let disposed = false;
  /** Runs that have a start line and no end yet. */
  let begun = 0;

  const write = () => (writing ??= startWriting());

  async function startWriting(): Promise<Writing> {
    if (disposed) throw new SallyportError('InternalError', { reason: 'this Sallyport was disposed of' });
    const userState = openUserState(options.userStatePath, { create: true }) as UserState;
    const state = openStateFolder(workspace, { create: true });
    const chain = openChain({
      folder: () => (state.reopen(), state.audit()),
      userState: userState.folder,
      holder: marker,
      key: userState.key,
    });
    state.hideFromGit();
    await holdHead(userState.folder, marker, ({ head }) => setForeignAside(state, head));
    await closeInterrupted({ chain, state, userState, now: clock.now });
    userState.live.write(marker, '', { durable: false });
    spills = state;
    return { state, userState, chain };
  }

  /** Without user state of this workspace, whatever lies in its state folder came with it. */
  const isOurs = () => statSync(options.userStatePath, { throwIfNoEntry: false }) !== undefined;

  /** What reading needs, only if there is a history. */
  function existing(): Omit<Writing, 'state'> & Disposable {
    const userState = openUserState(options.userStatePath, { create: false });
    if (!userState)
      throw new SallyportError('NotFound', {
        says: 'This workspace has no history yet.',
        next: 'The first run begins it.',
      });
    const chain = openChain({
      folder: () => (reader.reopen(), reader.audit()),
      userState: userState.folder,
      holder: marker,
      key: userState.key,
    });
    return {
      userState,
      chain,
      [Symbol.dispose]() {
        chain[Symbol.dispose]();
        userState[Symbol.dispose]();
      },
    };
  }

  return {
    makeStateFolder() {
      using state = openStateFolder(workspace, { create: true });
      return state.make() ? [`${state.prefix}.gitignore`] : [];
    },
    async begin(start) {
      const { chain, state } = await write();
      retryOnce(state, () => state.runs(start.tool)); // what cannot be recorded must not begin
      const { run_id, tool, front, session, timestamp: time, cwd, command } = start;
      await chain.append({
        kind: 'start',
        run_id,
        time,
        tool,
        front,
        session,
        owner: marker,
        cwd,
        command: command.slice(0, 4096).toWellFormed(),
      });
      begun++;
    },
    async end(record) {
      const { chain, state } = await write();
      const { run_id, tool, exit_code, error_code } = record;
      const sha256 = retryOnce(state, () => writeRecord(state, record));
      await chain.append({
        kind: 'end',
        run_id,
        time: new Date(clock.now()).toISOString(),
        tool,
        exit_code,
        error_code,
        sha256,
      });
      begun--;
    },
    async closeInterrupted() {
      try {
        using userState = openUserState(options.userStatePath, { create: false });
        if (userState && deadMarkers(userState).length > 0) await write();
      } catch {
        writing = undefined; // whoever only reads needs no right to write
      }
    },
    spill(tool, runId, part) {
      if (!spills) throw new SallyportError('InternalError', { reason: 'output came before its run began' });
      return openSpill(spills, tool, `${runId}-${part}`);
    },
    list: (filter = {}) => (isOurs() ? queryRuns(reader, filter) : []),
    has: (runId) => isOurs() && findRun(reader, runId).length > 0,
    read(idOrPrefix) {
      const found = isOurs() ? findRun(reader, idOrPrefix) : [];
      const [first] = found;
      if (found.length > 1)
        throw new SallyportError('InvalidArgs', {
          reason: `"${idOrPrefix}" is the start of ${found.length} run ids; give more of it`,
          next: '"sallyport runs" lists them.',
        });
      const record = first && readRecord(reader, first.tool, first.runId)?.record;
      if (first && !record) {
        const bytes = sizeOfRecord(reader, first.tool, first.runId);
        throw new SallyportError('CorruptInput', {
          says: `The record of run ${first.runId} cannot be read: its ${bytes} bytes are too many, or no record.`,
          next: '"sallyport audit verify" says whether it was changed.',
        });
      }
      if (!record)
        throw new SallyportError('NotFound', {
          says: `There is no run "${idOrPrefix.slice(0, 80)}".`,
          next: '"sallyport runs" lists those on record.',
        });
      return record;
    },
    async vouches(record) {
      using parts = existing();
      if (!orNothing(() => reader.audit().stat(chainName))) return 'unknown'; // hold() would make one
      const now = readRecord(reader, record.tool, record.run_id)?.sha256;
      const { key } = parts.userState;
      const { fd, size } = await parts.chain.hold((file) => ({ fd: file, size: fstatSync(file).size }));
      for (const { text } of linesOf(fd, size)) {
        const line = text.includes(record.run_id) ? readLine(text, key) : undefined;
        if (line?.kind === 'end' && line.run_id === record.run_id) return line.sha256 === now ? 'intact' : 'changed';
      }
      return 'unknown';
    },
    async verify() {
      using parts = existing();
      if (!orNothing(() => reader.audit().stat(chainName))) {
        const { count } = await holdHead(parts.userState.folder, marker, ({ head }) => head);
        const message = `the chain is gone, but ${count} lines were written`;
        return {
          ok: count === 0,
          lines: 0,
          runs: 0,
          open: 0,
          problems: count === 0 ? [] : [{ what: 'chain', message }],
        };
      }
      return await verify({ ...parts, state: reader });
    },
    export: (format, filter = {}) => exportRuns(isOurs() ? queryRuns(reader, filter) : [], format),
    async prune(retention) {
      const parts = await write();
      const { problems } = await verify(parts);
      // Pruning would destroy the evidence.
      if (problems[0])
        throw new SallyportError('CorruptInput', {
          says: `The history is broken, and stays as it is: ${problems[0].message}.`,
          next: '"sallyport audit verify" says all that is wrong with it.',
        });
      return prune({ ...parts, now: clock.now() }, retention);
    },
    async [Symbol.asyncDispose]() {
      if (disposed) return;
      disposed = true;
      reader[Symbol.dispose]();
      const parts = await writing?.catch(() => undefined);
      if (!parts) return;
      // A run whose end could not be written is left for the next process to close.
      if (begun === 0) parts.userState.live.remove(marker);
      for (const part of [parts.chain, parts.state, parts.userState]) part[Symbol.dispose]();
    },
  };
}

/** The state folder may be deleted while it is in use; it is then made anew, and `verify` tells what is missing. */
function retryOnce<T>(state: StateFolder, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isSallyportError(error) || error.code !== 'NotFound') throw error;
    state.reopen();
    return work();
  }
}
