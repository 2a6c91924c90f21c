import { buildTar, pax, type BuiltTarEntry } from '../../fixtures/tar-builder.ts';
import { buildZip, type BuiltEntry } from '../../fixtures/zip-builder.ts';
import type { Attack } from './attack.ts';

/** An entry that zip and tar can both hold. */
export interface PlainEntry {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  readonly type?: keyof typeof types;
  /** Permission bits. */
  readonly mode?: number;
}

const types = {
  file: { mode: 0o100000, flag: '0' },
  folder: { mode: 0o040000, flag: '5' },
  symlink: { mode: 0o120000, flag: '2' },
  fifo: { mode: 0o010000, flag: '6' },
  character: { mode: 0o020000, flag: '3' },
  block: { mode: 0o060000, flag: '4' },
} as const;

export const good: PlainEntry = { name: 'good.txt', data: 'fine' };

/** The builders of an attack that works by the same entries in both. */
export function inBoth(entries: readonly PlainEntry[]): Pick<Attack, 'zip' | 'tar'> {
  return { zip: () => buildZip(entries.map(zipEntry)), tar: () => buildTar(entries.flatMap(tarEntries)) };
}

function zipEntry({ name, data = '', type = 'file', mode }: PlainEntry): BuiltEntry {
  return { name, data, mode: types[type].mode | (mode ?? (type === 'folder' ? 0o755 : 0o644)) };
}

/** A name that a header cannot hold goes into a PAX record. */
function tarEntries({ name, data = '', type = 'file', mode }: PlainEntry): BuiltTarEntry[] {
  const bytes = Buffer.from(name);
  const fits = bytes.length <= 100 && !bytes.includes(0) && bytes.length > 0;
  const link = type === 'symlink' ? { link: data.toString() } : { data };
  const permissions = mode ?? (type === 'folder' ? 0o755 : 0o644);
  const entry = { name: fits ? name : 'x', flag: types[type].flag, mode: permissions, ...link };
  return fits ? [entry] : [pax({ path: bytes.toString() }), entry];
}
