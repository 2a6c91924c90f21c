import type { ProgramEffect, Word } from '../../protocol/shell.ts';
import type { Found, Reader } from './define.ts';
import { after, headOf, literal, textOf } from './words.ts';

/** Says what an address contacts: its host where that is known, else all of it. */
export function contacted(address: Word, effect: ProgramEffect, found: Found): void {
  const head = headOf(address);
  if (/^file:/i.test(head)) {
    found.effect({ kind: 'read', target: filePath(address) });
    // A tool that is switched off is off for files too.
    if (effect.note === 'network tool') found.effect(effect);
    return;
  }
  found.effect({ ...effect, target: hostOf(address) });
}

/** The path in an address of a file; from a `{` or `[` on it may be several. */
export function filePath(address: Word): Word {
  const path = after(address, /^file:(\/\/(localhost)?)?/i.exec(headOf(address))?.[0].length ?? 5);
  const head = headOf(path);
  const several = head.search(/[{[]/);
  return several < 0 ? path : { ...path, pieces: [head.slice(0, several), { unknown: 'argument' }] };
}

/** Paths of a copy between machines: `host:path`, `user@host:path`, an address, or a path here. */
export const remoteOr =
  (local: 'read' | 'write'): Reader =>
  (value, found, call) => {
    if (isRemote(headOf(value))) contacted(value, { kind: 'contact' }, found);
    else found.effect({ kind: local, target: value, recursive: call.has('-r') || undefined });
  };

/** A file, or an address that is fetched or sent to; `-` is a standard stream. */
export const addressOr =
  (local: 'read' | 'write'): Reader =>
  (value, found) => {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(headOf(value)))
      contacted(value, { kind: 'contact', note: 'network tool' }, found);
    else if (textOf(value) !== '-') found.effect({ kind: local, target: value });
  };

export function isRemote(head: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(head) || (/^[^/:]+:/.test(head) && !/^[A-Za-z]:[\\/]/.test(head));
}

/** The host in an address; a host that is known only in part is the whole address. */
function hostOf(address: Word): Word {
  const head = headOf(address);
  const rest = head.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^[^/@?#]*@/, '');
  const host = /^(\[[^\]]*\]|[^/:?#]+)/.exec(rest)?.[1];
  if (host === undefined) return address;
  if (host.length === rest.length && textOf(address) === undefined) return address;
  return host === head ? address : literal(host.toLowerCase(), address.span);
}
