import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import type { Folder } from '../files/index.ts';
import { isTimeOrderedId } from '../platform/ids.ts';
import { isSallyportError } from '../protocol/errors.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { fittedText } from './fit.ts';
import { writeWhole, type StateFolder } from './state-folder.ts';

/** More than is ever written here: another version may have written more. */
const readableBytes = 64 * 1024 * 1024;

/** Writes a record file whole or not at all and gives its hash for the chain. */
export function writeRecord(state: StateFolder, record: RunRecord): string {
  const text = fittedText(record);
  writeWhole(state.runs(record.tool), recordName(record.run_id), text);
  return sha256(text);
}

/** A record and the hash of its file; undefined when there is none or it cannot be read as one. */
export function readRecord(
  state: StateFolder,
  tool: string,
  runId: string,
): { record: RunRecord; sha256: string } | undefined {
  const bytes = orNothing(() => state.runs(tool).read(recordName(runId), readableBytes));
  if (!bytes) return undefined;
  try {
    const record = JSON.parse(bytes.toString('utf8')) as RunRecord;
    return record.run_id === runId && record.tool === tool && isWhole(record)
      ? { record, sha256: sha256(bytes) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The hash of a record file as it is on disk now, whatever is in it. */
export function hashOfRecord(state: StateFolder, tool: string, runId: string): string | undefined {
  return orNothing(() => hashOfFile(state.runs(tool), recordName(runId)));
}

/** A piece at a time: spilled output may be larger than memory. */
export function hashOfFile(folder: Folder, name: string): string {
  const { fd, stats } = folder.openRegular(name);
  try {
    const sum = createHash('sha256');
    const piece = Buffer.alloc(Math.max(1, Math.min(stats.size, 1 << 20)));
    // One that grows meanwhile is another file already, and read no further.
    for (let at = 0; at <= stats.size;) {
      const got = readSync(fd, piece, 0, piece.length, at);
      if (got === 0) break;
      sum.update(piece.subarray(0, got));
      at += got;
    }
    return sum.digest('hex');
  } finally {
    closeSync(fd);
  }
}

/** The size of a record file in bytes, whether it can be read or not. */
export function sizeOfRecord(state: StateFolder, tool: string, runId: string): number | undefined {
  return orNothing(() => state.runs(tool).stat(recordName(runId)))?.size;
}

/** Every record on disk, newest first: ids sort by time. */
export function listRecords(state: StateFolder): { tool: string; runId: string }[] {
  const found = toolsOf(state).flatMap((tool) => recordIds(state, tool).map((runId) => ({ tool, runId })));
  return found.sort((a, b) => (a.runId < b.runId ? 1 : -1));
}

export function toolsOf(state: StateFolder): string[] {
  return orNothing(() => state.tools()) ?? [];
}

export function recordName(runId: string): string {
  return `${runId}.json`;
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function recordIds(state: StateFolder, tool: string): string[] {
  const entries = orNothing(() => state.runs(tool).entries(10_000_000)) ?? [];
  return entries.flatMap(({ name }) =>
    name.endsWith('.json') && isTimeOrderedId(name.slice(0, -5)) ? [name.slice(0, -5)] : [],
  );
}

/** Enough of a record for whoever lists it; what is not was not written by us. */
function isWhole(record: RunRecord): boolean {
  const { timestamp, tool, front, session, command, cwd, stdout, stderr, duration_ms, artifacts, cost } = record;
  return (
    [timestamp, tool, front, session, command, cwd, stdout, stderr].every((text) => typeof text === 'string') &&
    typeof duration_ms === 'number' &&
    Array.isArray(artifacts) &&
    typeof cost === 'object' &&
    cost !== null
  );
}

/** A file that is missing, too large, or of which a folder or a link has taken the place, is no record of ours. */
export function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isSallyportError(error) && ['NotFound', 'PathOutsideRoot', 'InvalidArgs'].includes(error.code))
      return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
