import type { NewEntry } from '../new-entry.ts';
import type { OutputBuffer } from '../output-buffer.ts';

// The records of a zip archive, as they are written (PKWARE's APPNOTE, 4.3).

export interface ZipRecord extends NewEntry {
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly compressed: number;
  readonly bytes: number;
  readonly offset: number;
  readonly dosTime: number;
}

export const max32 = 0xffffffff;
/** 1 January 1980, and the end of 2107. */
const firstDosTime = 0x00210000;
const lastDosTime = 0xff9fbf7d;
export const zipFlags = { utf8: 0x800, descriptor: 8 };

const timeBytes = 9;

/** `wide` leaves room for sizes of 64 bits, which must be decided on before they are known. */
export function putLocal(out: OutputBuffer, entry: ZipRecord, wide: boolean): void {
  const nameBytes = Buffer.byteLength(entry.name);
  const wideBytes = wide ? 20 : 0;
  const header = out.take(30 + nameBytes + wideBytes + timeBytes);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(wide ? 45 : 20, 4);
  header.writeUInt16LE(entry.flags, 6);
  header.writeUInt16LE(entry.method, 8);
  header.writeUInt32LE(entry.dosTime, 10);
  header.writeUInt32LE((entry.flags & zipFlags.descriptor) === 0 ? entry.crc : 0, 14);
  header.writeUInt32LE(wide ? max32 : entry.compressed, 18);
  header.writeUInt32LE(wide ? max32 : entry.bytes, 22);
  header.writeUInt16LE(nameBytes, 26);
  header.writeUInt16LE(wideBytes + timeBytes, 28);
  header.write(entry.name, 30);
  if (wide) writeWide(header, 30 + nameBytes, [0, 0]);
  writeTime(header, header.length - timeBytes, entry.mtimeMs);
}

export function putDescriptor(
  out: OutputBuffer,
  { crc, compressed, bytes }: { crc: number; compressed: number; bytes: number },
  wide: boolean,
): void {
  const record = out.take(wide ? 24 : 16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  if (wide) {
    record.writeBigUInt64LE(BigInt(compressed), 8);
    record.writeBigUInt64LE(BigInt(bytes), 16);
  } else {
    record.writeUInt32LE(compressed, 8);
    record.writeUInt32LE(bytes, 12);
  }
}

export function putCentral(out: OutputBuffer, entry: ZipRecord): void {
  const nameBytes = Buffer.byteLength(entry.name);
  const large = [entry.bytes, entry.compressed, entry.offset].filter((value) => value >= max32);
  const wideBytes = large.length > 0 ? 4 + large.length * 8 : 0;
  const isFolder = entry.name.endsWith('/');
  const mode = isFolder ? 0o40755 : entry.executable ? 0o100755 : 0o100644;
  const header = out.take(46 + nameBytes + wideBytes + timeBytes);
  header.fill(0, 0, 46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE((3 << 8) | 45, 4);
  header.writeUInt16LE(large.length > 0 ? 45 : 20, 6);
  header.writeUInt16LE(entry.flags, 8);
  header.writeUInt16LE(entry.method, 10);
  header.writeUInt32LE(entry.dosTime, 12);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(Math.min(entry.compressed, max32), 20);
  header.writeUInt32LE(Math.min(entry.bytes, max32), 24);
  header.writeUInt16LE(nameBytes, 28);
  header.writeUInt16LE(wideBytes + timeBytes, 30);
  header.writeUInt32LE(((mode << 16) | (isFolder ? 0x10 : 0)) >>> 0, 38);
  header.writeUInt32LE(Math.min(entry.offset, max32), 42);
  header.write(entry.name, 46);
  if (large.length > 0) writeWide(header, 46 + nameBytes, large);
  writeTime(header, header.length - timeBytes, entry.mtimeMs);
}

export function putEnd(out: OutputBuffer, count: number, directoryAt: number): void {
  const directoryBytes = out.at - directoryAt;
  if (count >= 0xffff || directoryAt >= max32 || directoryBytes >= max32) {
    const at = out.at;
    const wide = out.take(76).fill(0);
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
  }
  const end = out.take(22).fill(0);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(directoryBytes, max32), 12);
  end.writeUInt32LE(Math.min(directoryAt, max32), 16);
}

function writeWide(into: Buffer, at: number, values: readonly number[]): void {
  into.writeUInt16LE(1, at);
  into.writeUInt16LE(values.length * 8, at + 2);
  values.forEach((value, index) => into.writeBigUInt64LE(BigInt(value), at + 4 + index * 8));
}

/**
 * Seconds since 1970, which DOS time cannot hold: it has two-second steps and no zone. From 2038 on they are without a
 * sign, as Info-ZIP has them, whose readers tell by the DOS time.
 */
function writeTime(into: Buffer, at: number, mtimeMs: number): void {
  into.writeUInt16LE(0x5455, at);
  into.writeUInt16LE(5, at + 2);
  into[at + 4] = 1;
  into.writeInt32LE(Math.max(-0x80000000, Math.min(max32, Math.floor(mtimeMs / 1000))) | 0, at + 5);
}

/** DOS times have no zone: they are those of the clock on the wall, or of UTC. */
export function dosTime(mtimeMs: number, isUtc: boolean): number {
  const zone = isUtc ? 0 : new Date(mtimeMs).getTimezoneOffset() * 60_000;
  const shown = new Date(mtimeMs - zone); // read as if it were UTC
  const year = shown.getUTCFullYear();
  if (year < 1980) return firstDosTime; // and not that day of another year: Info-ZIP tells by it that a time is older
  if (year > 2107) return lastDosTime;
  const date = ((year - 1980) << 9) | ((shown.getUTCMonth() + 1) << 5) | shown.getUTCDate();
  const clock = (shown.getUTCHours() << 11) | (shown.getUTCMinutes() << 5) | (shown.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}
