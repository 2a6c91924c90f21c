import { isTimeOrderedId, timeOfId } from '../platform/ids.ts';
import type { RunFilter, RunRecord } from '../protocol/history.ts';
import { listRecords, readRecord, sizeOfRecord, toolsOf } from './records.ts';
import type { StateFolder } from './state-folder.ts';

/** Records that match, newest first. */
export function* queryRuns(state: StateFolder, filter: RunFilter): Generator<RunRecord> {
  const { since = -Infinity, until = Infinity, limit = Infinity } = filter;
  let left = limit;
  for (const { tool, runId } of listRecords(state)) {
    if (left <= 0) return;
    const time = timeOfId(runId);
    if (time < since || time > until || (filter.tool && filter.tool !== tool)) continue;
    const record = readRecord(state, tool, runId)?.record;
    if (!record || !matches(record, filter)) continue;
    left--;
    yield record;
  }
}

/** The records whose id starts with the given text. */
export function findRun(state: StateFolder, idOrPrefix: string): { tool: string; runId: string }[] {
  if (isTimeOrderedId(idOrPrefix)) {
    const isThere = (tool: string) => sizeOfRecord(state, tool, idOrPrefix) !== undefined;
    return toolsOf(state).flatMap((tool) => (isThere(tool) ? [{ tool, runId: idOrPrefix }] : []));
  }
  return listRecords(state).filter(({ runId }) => runId.startsWith(idOrPrefix.toLowerCase()));
}

function matches(record: RunRecord, { exit, text }: RunFilter): boolean {
  if (exit === 'failed' && record.exit_code === 0) return false;
  if (typeof exit === 'number' && record.exit_code !== exit) return false;
  if (!text) return true;
  const where = [record.command, record.stdout, record.stderr, record.error_message ?? '', record.error_code ?? ''];
  return where.some((part) => part.toLowerCase().includes(text.toLowerCase()));
}
