import { corrupt } from '../corrupt.ts';
import { sizeOf, sliceOf, type Slice, type TarHeader, type TarType } from './header.ts';
import { decimal } from './pax.ts';
import type { OldMapReader } from './sparse.ts';

export interface TarEntry {
  /** Undefined when its bytes are no name. */
  readonly name: string | undefined;
  readonly type: TarType;
  /** With its holes, for a sparse file. */
  readonly bytes: number;
  /** In the archive. */
  readonly storedBytes: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtimeMs: number;
  readonly linkName: string | undefined;
  /** The map of a PAX sparse file. */
  readonly sparseList?: Buffer | 'in front of the data' | undefined;
}

/** What came before a header and overrides it. */
export interface Overrides {
  readonly pax: ReadonlyMap<string, Buffer> | undefined;
  readonly global: ReadonlyMap<string, Buffer>;
  readonly longName: Buffer | undefined;
  readonly longLink: Buffer | undefined;
  /** Of an old GNU sparse file. */
  readonly map: OldMapReader | undefined;
}

/** Undefined for what is no name. `isUtf8` for text that is UTF-8 whatever a person says of the other names. */
export type NameDecoder = (text: Slice, isUtf8: boolean) => string | undefined;

/** The one reading of an entry: PAX wins over GNU, GNU over the header itself. */
export function describe(header: TarHeader, overrides: Overrides, decode: NameDecoder, archive: string): TarEntry {
  const { pax, global, longName, longLink, map } = overrides;
  const isPlain = pax === undefined && global.size === 0;
  const sparse = pax && sparseOf(pax, archive);
  const paxName = isPlain ? undefined : (pax?.get('GNU.sparse.name') ?? recordOf(overrides, 'path'));
  const paxLink = isPlain ? undefined : recordOf(overrides, 'linkpath');
  const isUtf8 = isPlain || recordOf(overrides, 'hdrcharset')?.toString('latin1') !== 'BINARY';
  const rawName = paxName ?? longName ?? header.name;
  const name = Buffer.isBuffer(rawName) ? sliceOf(rawName) : rawName;
  const number = (key: string, otherwise: number): number => {
    const value = isPlain ? undefined : recordOf(overrides, key);
    return value ? decimal(value, archive) : otherwise;
  };

  // Readers differ on what these mean, and so on where the next header is, or on which file it is.
  if ((pax?.get('size') ?? global.get('size'))?.length === 0) throw corrupt(archive, 'the size of an entry is empty');
  const path = longName && recordOf(overrides, 'path');
  if (path && !path.equals(longName)) throw corrupt(archive, 'an entry has two names');

  const size = sizeOf(number('size', header.size), archive);
  const type = sparse === 'unknown' ? 'other' : typeOf(header.flag, name);
  // Links, devices and folders have a header only, whatever size it names.
  const storedBytes = '123456'.includes(header.flag) ? 0 : size;
  const isSparse = sparse !== undefined && sparse !== 'unknown' && type === 'file';
  return {
    name: Buffer.isBuffer(rawName) && rawName.includes(0) ? undefined : decode(name, isUtf8 && paxName !== undefined),
    type,
    bytes: map?.realSize ?? (isSparse ? sparse.realSize : storedBytes),
    storedBytes,
    mode: header.mode,
    uid: number('uid', header.uid),
    gid: number('gid', header.gid),
    mtimeMs: Math.round(number('mtime', header.mtime) * 1000),
    linkName:
      type === 'link' ? decode(linkOf(paxLink ?? longLink, header), isUtf8 && paxLink !== undefined) : undefined,
    sparseList: isSparse ? sparse.list : undefined,
  };
}

/** An empty value takes back what a global header says, so that the header itself counts again. */
function recordOf({ pax, global }: Overrides, key: string): Buffer | undefined {
  const value = pax?.get(key) ?? global.get(key);
  return value?.length === 0 ? undefined : value;
}

function linkOf(link: Buffer | undefined, header: TarHeader): Slice {
  return link ? sliceOf(link) : header.linkName;
}

/** Formats 0.0 and 0.1 have the map in the records, format 1.0 has it in front of the data. */
function sparseOf(
  pax: ReadonlyMap<string, Buffer>,
  archive: string,
): 'unknown' | { realSize: number; list: Buffer | 'in front of the data' } | undefined {
  const text = (key: string) => pax.get(`GNU.sparse.${key}`)?.toString('latin1');
  const [major, minor, list] = [text('major'), text('minor'), pax.get('GNU.sparse.map')];
  const size = pax.get('GNU.sparse.realsize') ?? pax.get('GNU.sparse.size');
  const realSize = size && sizeOf(decimal(size, archive), archive);
  if (major === '1' && minor === '0' && realSize !== undefined) return { realSize, list: 'in front of the data' };
  if ((major ?? '0') === '0' && list && realSize !== undefined) return { realSize, list };
  return [...pax.keys()].some((key) => key.startsWith('GNU.sparse.')) ? 'unknown' : undefined;
}

function typeOf(flag: string, { bytes, from, to }: Slice): TarType {
  if (flag === '0' || flag === '7' || flag === 'S') return to > from && bytes[to - 1] === 0x2f ? 'folder' : 'file';
  if (flag === '5') return 'folder';
  return flag === '1' || flag === '2' ? 'link' : 'other';
}
