import { randomName } from '../platform/ids.ts';
import { chainName } from './chain.ts';
import type { Head } from './head.ts';
import { listRecords, orNothing } from './records.ts';
import type { StateFolder } from './state-folder.ts';

/**
 * A state folder that holds a history while this user has none of this workspace came with a repository or a copy:
 * it is put aside, so that what it claims is never taken for what happened here.
 */
export function setForeignAside(state: StateFolder, head: Head): void {
  if (head.count > 0) return;
  const name = `foreign-${randomName()}`;
  if ((orNothing(() => state.audit().stat(chainName))?.size ?? 0) > 0) state.audit().rename(chainName, `${name}.jsonl`);
  for (const tool of new Set(listRecords(state).map((record) => record.tool))) state.setAside(tool, name);
}
