import { corrupt } from '../corrupt.ts';
import { sizeOf, sliceOf, type Slice, type TarHeader, type TarType } from './header.ts';
import { decimal, tryDecimal } from './pax.ts';
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

/** The one reading of an entry. Most headers have no overrides. */
export function describe(
  header: TarHeader,
  overrides: Overrides | undefined,
  decode: NameDecoder,
  archive: string,
): TarEntry {
  const said: Said = overrides ? override(header, overrides, archive) : header;
  const type = said.sparse === 'unknown' ? 'other' : typeOf(said.flag, said.name);
  const storedBytes = hasContent(said.flag) ? said.size : 0;
  const sparse = said.sparse !== 'unknown' && type === 'file' ? said.sparse : undefined;
  return {
    name: said.isNoName ? undefined : decode(said.name, said.isNameUtf8 === true),
    type,
    bytes: overrides?.map?.realSize ?? sparse?.realSize ?? storedBytes,
    storedBytes,
    mode: said.mode,
    uid: said.uid,
    gid: said.gid,
    mtimeMs: Math.round(said.mtime * 1000),
    linkName: type === 'link' ? decode(said.linkName, said.isLinkUtf8 === true) : undefined,
    sparseList: sparse?.list,
  };
}

/** A header, and what only its overrides can say. */
interface Said extends TarHeader {
  readonly isNoName?: boolean;
  readonly isNameUtf8?: boolean;
  readonly isLinkUtf8?: boolean;
  readonly sparse?: SparseRecords | 'unknown' | undefined;
}

/** PAX wins over GNU, GNU over the header itself. */
function override(header: TarHeader, overrides: Overrides, archive: string): Said {
  const { pax, global, longName, longLink } = overrides;
  const paxName = pax?.get('GNU.sparse.name') ?? recordOf(overrides, 'path');
  const paxLink = recordOf(overrides, 'linkpath');
  const isUtf8 = recordOf(overrides, 'hdrcharset')?.toString('latin1') !== 'BINARY';
  const name = paxName ?? longName;
  const link = paxLink ?? longLink;
  const size = recordOf(overrides, 'size');
  // An owner or a time that is none is worth no archive: the one in the header counts.
  const number = (key: string, otherwise: number): number => {
    const value = recordOf(overrides, key);
    return (value && tryDecimal(value)) ?? otherwise;
  };

  // Readers differ on what these mean, and so on where the next header is, or on which file it is.
  if ((pax?.get('size') ?? global.get('size'))?.length === 0) throw corrupt(archive, 'the size of an entry is empty');
  const path = longName && recordOf(overrides, 'path');
  if (path && !path.equals(longName)) throw corrupt(archive, 'an entry has two names');

  return {
    ...header,
    name: name ? sliceOf(name) : header.name,
    linkName: link ? sliceOf(link) : header.linkName,
    size: sizeOf(size ? decimal(size, archive) : header.size, archive),
    uid: number('uid', header.uid),
    gid: number('gid', header.gid),
    mtime: number('mtime', header.mtime),
    isNoName: name?.includes(0) === true,
    isNameUtf8: isUtf8 && paxName !== undefined,
    isLinkUtf8: isUtf8 && paxLink !== undefined,
    sparse: pax && sparseOf(pax, archive),
  };
}

/** An empty value takes back what a global header says, so that the header itself counts again. */
function recordOf({ pax, global }: Overrides, key: string): Buffer | undefined {
  const value = pax?.get(key) ?? global.get(key);
  return value?.length === 0 ? undefined : value;
}

interface SparseRecords {
  readonly realSize: number;
  readonly list: Buffer | 'in front of the data';
}

/** Formats 0.0 and 0.1 have the map in the records, format 1.0 has it in front of the data. */
function sparseOf(pax: ReadonlyMap<string, Buffer>, archive: string): SparseRecords | 'unknown' | undefined {
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

/** Links, devices and folders have a header only, whatever size it names. */
function hasContent(flag: string): boolean {
  return flag < '1' || flag > '6';
}
