import { crc32 } from 'node:zlib';
import { createDeflater } from '../deflate.ts';

export interface NewEntry {
  /** With forward slashes; a folder ends with one. */
  readonly name: string;
  readonly mtimeMs: number;
  readonly executable: boolean;
}

/** Writes an archive from front to back. Everything is known before it is written, but for files larger than `wholeBytes`. */
export interface ZipWriter {
  folder(entry: NewEntry): void;
  /** A file that fits into memory. */
  file(entry: NewEntry, data: Uint8Array): void;
  /** A file that comes in parts; `bytes` is what it is expected to have, and decides whether sizes need 64 bits. */
  largeFile(entry: NewEntry, bytes: number, parts: Iterable<Uint8Array>): void;
  /** Writes the directory; gives the bytes of the whole archive. */
  end(): number;
}

const max32 = 0xffffffff;
const utf8Flag = 0x800;
const descriptorFlag = 8;

interface Written extends NewEntry {
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly compressed: number;
  readonly bytes: number;
  readonly offset: number;
}

export function createZipWriter(emit: (bytes: Uint8Array) => void, options: { level: number }): ZipWriter {
  const { level } = options;
  const deflater = createDeflater(level);
  const written: Written[] = [];
  let at = 0;
  const put = (bytes: Uint8Array) => {
    emit(bytes);
    at += bytes.length;
  };

  function whole(entry: NewEntry, data: Uint8Array): void {
    const deflated = level > 0 && data.length > 0 ? deflater.deflate(data) : data;
    const smaller = deflated.length < data.length;
    const body = smaller ? deflated : data;
    const record: Written = {
      ...entry,
      method: smaller ? 8 : 0,
      flags: utf8Flag,
      crc: crc32(data),
      compressed: body.length,
      bytes: data.length,
      offset: at,
    };
    written.push(record);
    put(localHeader(record));
    put(body);
  }

  return {
    folder: (entry) => whole(entry, new Uint8Array(0)),
    file: whole,
    largeFile(entry, expected, parts) {
      const offset = at;
      // The room for 64 bits must be decided on before the size is known; nothing grows by a tenth while it is read.
      const wide = expected * 1.1 + 65536 > max32;
      const head: Written = {
        ...entry,
        method: 8,
        flags: utf8Flag | descriptorFlag,
        crc: 0,
        compressed: 0,
        bytes: 0,
        offset,
      };
      put(localHeader(head, wide));
      const start = at;
      let [crc, bytes] = [0, 0];
      const seen = function* () {
        for (const part of parts) {
          crc = crc32(part, crc);
          bytes += part.length;
          yield part;
        }
      };
      deflater.deflateParts(seen(), put);
      const compressed = at - start;
      if (!wide && (bytes > max32 || compressed > max32)) throw new Error('the file grew past 4 GiB while it was read');
      put(descriptor(crc, compressed, bytes, wide));
      written.push({ ...head, crc, compressed, bytes });
    },
    end() {
      const directoryAt = at;
      for (const entry of written) put(centralHeader(entry));
      deflater.close();
      put(endRecords(written.length, directoryAt, at - directoryAt, at));
      return at;
    },
  };
}

function localHeader(entry: Written, wide = false): Buffer {
  const name = Buffer.from(entry.name);
  const extra = Buffer.concat([...(wide ? [wideField(0, 0)] : []), timeField(entry.mtimeMs)]);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(wide ? 45 : 20, 4);
  header.writeUInt16LE(entry.flags, 6);
  header.writeUInt16LE(entry.method, 8);
  header.writeUInt32LE(dosTime(entry.mtimeMs), 10);
  if ((entry.flags & descriptorFlag) === 0) header.writeUInt32LE(entry.crc, 14);
  header.writeUInt32LE(wide ? max32 : entry.compressed, 18);
  header.writeUInt32LE(wide ? max32 : entry.bytes, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function descriptor(crc: number, compressed: number, bytes: number, wide: boolean): Buffer {
  const record = Buffer.alloc(wide ? 24 : 16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  if (wide) {
    record.writeBigUInt64LE(BigInt(compressed), 8);
    record.writeBigUInt64LE(BigInt(bytes), 16);
  } else {
    record.writeUInt32LE(compressed, 8);
    record.writeUInt32LE(bytes, 12);
  }
  return record;
}

function centralHeader(entry: Written): Buffer {
  const name = Buffer.from(entry.name);
  const large = [entry.bytes, entry.compressed, entry.offset].filter((value) => value >= max32);
  const extra = Buffer.concat([...(large.length > 0 ? [wideField(...large)] : []), timeField(entry.mtimeMs)]);
  const folder = entry.name.endsWith('/');
  const mode = folder ? 0o40755 : entry.executable ? 0o100755 : 0o100644;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE((3 << 8) | 45, 4);
  header.writeUInt16LE(large.length > 0 ? 45 : 20, 6);
  header.writeUInt16LE(entry.flags, 8);
  header.writeUInt16LE(entry.method, 10);
  header.writeUInt32LE(dosTime(entry.mtimeMs), 12);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(Math.min(entry.compressed, max32), 20);
  header.writeUInt32LE(Math.min(entry.bytes, max32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(((mode << 16) | (folder ? 0x10 : 0)) >>> 0, 38);
  header.writeUInt32LE(Math.min(entry.offset, max32), 42);
  return Buffer.concat([header, name, extra]);
}

function endRecords(count: number, directoryAt: number, directoryBytes: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(directoryBytes, max32), 12);
  end.writeUInt32LE(Math.min(directoryAt, max32), 16);
  if (count < 0xffff && directoryAt < max32 && directoryBytes < max32) return end;
  const wide = Buffer.alloc(76);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE((3 << 8) | 45, 12);
  wide.writeUInt16LE(45, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(directoryBytes), 40);
  wide.writeBigUInt64LE(BigInt(directoryAt), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(at), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}

function wideField(...values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => field.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return field;
}

/** Seconds since 1970, which DOS time cannot hold: it has two-second steps and no zone. */
function timeField(mtimeMs: number): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field[4] = 1;
  field.writeInt32LE(Math.max(-0x80000000, Math.min(0x7fffffff, Math.floor(mtimeMs / 1000))), 5);
  return field;
}

function dosTime(mtimeMs: number): number {
  const time = new Date(mtimeMs);
  const year = Math.max(1980, Math.min(2107, time.getFullYear()));
  const date = ((year - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  return ((date << 16) | (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1)) >>> 0;
}
