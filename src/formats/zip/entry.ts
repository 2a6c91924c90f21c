import { corrupt } from '../corrupt.ts';
import { checkExtra, dosTime, extraTime, findExtra, has, kinds, wideReader } from './extra.ts';
import { decodeName, type NameEncoding } from './names.ts';

/** Of the content, strongly, or of the directory. */
export const encryptedFlags = 0x2041;

/** What all entries of an archive share. */
export interface Directory {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly archive: string;
  readonly shift: number;
  readonly encoding: NameEncoding;
}

/**
 * One entry as the central directory has it, which is the only truth about an archive. What is not always asked for is
 * read when it is, and little is kept: an archive may have more than a million entries.
 */
export class ZipEntry {
  readonly compressedBytes: number;
  readonly bytes: number;
  /** Of the local header. */
  readonly offset: number;
  /** Where the next thing in the file begins: the data must end before it. */
  end: number;
  /** Its place in the list. */
  readonly index: number;
  private readonly directory: Directory;
  private readonly at: number;
  /** Which rare extra fields it has. */
  private readonly rare: number;

  constructor(directory: Directory, at: number, end: number, index: number) {
    const { view, archive } = directory;
    this.directory = directory;
    this.at = at;
    const { nameEnd } = this;
    this.rare = checkExtra(directory.bytes, view, nameEnd, nameEnd + view.getUint16(at + 30, true), archive);
    let bytes = view.getUint32(at + 24, true);
    let compressedBytes = view.getUint32(at + 20, true);
    let offset = view.getUint32(at + 42, true);
    if (bytes === 0xffffffff || compressedBytes === 0xffffffff || offset === 0xffffffff) {
      // APPNOTE 4.5.3: only the fields that are all ones are in the zip64 field, in this order.
      const wide = wideReader(this.extra(has.wide, kinds.wide), archive);
      bytes = wide(bytes);
      compressedBytes = wide(compressedBytes);
      offset = wide(offset);
    }
    const disk = view.getUint16(at + 34, true);
    if (disk !== 0 && disk !== 0xffff) throw corrupt(archive, 'it is one of several disks');
    this.bytes = bytes;
    this.compressedBytes = compressedBytes;
    this.offset = offset + directory.shift;
    this.end = end;
    this.index = index;
  }

  /** Undefined when the bytes are no name in their encoding. */
  get name(): string | undefined {
    const { bytes, encoding } = this.directory;
    const isUtf8 = (this.flags & 0x800) !== 0;
    const unicodePath = this.extra(has.unicodePath, kinds.unicodePath);
    return decodeName(bytes, this.at + 46, this.nameEnd, isUtf8, unicodePath, encoding);
  }

  get rawName(): Buffer {
    return this.directory.bytes.subarray(this.at + 46, this.nameEnd);
  }

  /** Whether the bytes are those of its name. */
  isNamed(bytes: Buffer, from: number, to: number): boolean {
    const own = this.directory.bytes;
    const start = this.at + 46;
    if (to - from !== this.nameEnd - start) return false;
    for (let at = from; at < to; at++) if (bytes[at] !== own[start + at - from]) return false;
    return true;
  }

  /** Of Unix, whatever host the entry claims; 0 when it has none. */
  get mode(): number {
    return this.directory.view.getUint16(this.at + 40, true);
  }

  get isFolder(): boolean {
    const { bytes } = this.directory;
    const last = this.nameEnd > this.at + 46 ? bytes[this.nameEnd - 1] : 0;
    const format = this.mode & 0o170000;
    if (last === 0x2f || format === 0o040000) return true;
    // The byte of a backslash is also the second half of characters in GBK and CP932.
    if (last === 0x5c && /[\\/]$/.test(this.name ?? '')) return true;
    const isDosFolder = ((bytes[this.at + 38] as number) & 0x10) !== 0;
    return isDosFolder && format === 0 && this.bytes === 0 && this.compressedBytes === 0;
  }

  get method(): number {
    return this.directory.view.getUint16(this.at + 10, true);
  }

  get encrypted(): boolean {
    return (this.flags & encryptedFlags) !== 0;
  }

  /** Bit 3: sizes and checksum of the local header are not filled in. */
  get streamed(): boolean {
    return (this.flags & 8) !== 0;
  }

  get crc(): number {
    return this.directory.view.getUint32(this.at + 16, true);
  }

  get mtimeMs(): number {
    const { view } = this.directory;
    const date = view.getUint16(this.at + 14, true);
    const mtimeMs = extraTime(view, this.nameEnd, this.extraEnd);
    if (mtimeMs === undefined) return dosTime(date, view.getUint16(this.at + 12, true));
    // 32 bits end in 2038; when the DOS date says that it is later, they are meant without a sign.
    return mtimeMs < 0 && date >> 9 >= 2038 - 1980 ? mtimeMs + 2 ** 32 * 1000 : mtimeMs;
  }

  private extra(rare: number, kind: number): Buffer | undefined {
    if ((this.rare & rare) === 0) return undefined;
    return findExtra(this.directory.bytes, this.directory.view, this.nameEnd, this.extraEnd, kind);
  }

  private get nameEnd(): number {
    return this.at + 46 + this.directory.view.getUint16(this.at + 28, true);
  }

  private get extraEnd(): number {
    return this.nameEnd + this.directory.view.getUint16(this.at + 30, true);
  }

  private get flags(): number {
    return this.directory.view.getUint16(this.at + 8, true);
  }
}
