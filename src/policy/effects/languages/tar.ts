import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found, Reader } from '../define.ts';
import { contacted, isRemote } from '../hosts.ts';
import { after, headOf, literal, within } from '../words.ts';
import { runsNamed } from './named-program.ts';

/** Absolute names and `..` in an archive are followed. */
export const anywhere = 'the archive says where its files go, also outside';

/** `exec=command` runs; the other actions print. */
export const checkpointAction: Reader = (value, found) => {
  const head = headOf(value);
  if (head.startsWith('exec=')) {
    runsNamed(after(value, 5), 'tar --checkpoint-action', found);
  } else if (head === '') found.doubt('an action that is known only when it runs');
};

/** What is packed is read, what is unpacked is written to the folder; the archive itself is not moved by `-C`. */
export function tarred(call: Call, found: Found): void {
  const isPacking = call.has('-c') || call.has('--delete');
  const isUnpacking = call.has('-x');
  const early = beforeFolder(call);
  if (early.length > 0 && call.values('-C').length > 1) found.doubt('folders between the names of files');
  for (const archive of call.values('-f')) {
    const isDashed = headOf(archive) === '-';
    if (isDashed) continue;
    if (isRemote(headOf(archive)) && !call.has('--force-local')) contacted(archive, { kind: 'contact' }, found);
    else found.effect({ kind: isPacking ? 'write' : 'read', target: archive });
  }
  if (isUnpacking && !call.has('-O')) {
    const [top] = call.values('--one-top-level');
    const target = top ? within(call.folder, top) : (call.folder ?? literal('.', { start: 0, end: 0 }));
    found.effect({ kind: 'write', target, recursive: true });
    if (early.length > 0) found.effect({ kind: 'write', recursive: true, note: 'unpacks here' });
    if (call.has('-P')) found.doubt(anywhere);
  }
  if (!isPacking) return;
  for (const target of [...call.operands.map((path) => within(call.folder, path)), ...early]) {
    found.effect({ kind: 'read', target, recursive: true });
    if (call.has('--remove-files')) found.effect({ kind: 'delete', target, recursive: true });
  }
}

/** A folder is gone to only for the names that follow it. */
function beforeFolder({ folder, operands, invocation: { args } }: Call): readonly Word[] {
  const last = folder ? args.findLastIndex((word) => /^-\w*C|^--(?:d|cd)/.test(headOf(word))) : -1;
  return operands.filter((word) => args.indexOf(word) < last);
}
