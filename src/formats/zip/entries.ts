import { crc32 } from 'node:zlib';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { createInflater } from '../inflate.ts';
import type { ZipEntry } from './directory.ts';
import { readExtra, wideReader } from './extra.ts';

/** Reads the contents of entries; fastest in the order of their offsets. */
export interface EntryReader extends Disposable {
  /** Gives the plain bytes in chunks that are valid during the call only. Size and checksum are held against the directory. */
  read(entry: ZipEntry, emit: (chunk: Uint8Array) => void): void;
  /** The same for who may not want all of it: chunks are valid until the next one is taken. One entry at a time. */
  chunks(entry: ZipEntry): Generator<Uint8Array, void>;
}

/** Up to this size an entry is inflated in one go. */
const wholeBytes = 1024 * 1024;

/** Why an entry cannot be read at all; undefined when it can. */
export function unreadable(entry: ZipEntry, archive: string): SallyportError | undefined {
  if (entry.encrypted) return new SallyportError('Encrypted', { path: archive });
  if (entry.method === 0 || entry.method === 8) return undefined;
  return new SallyportError('NotSupported', {
    format: `Zip compression method ${entry.method}`,
    platform: process.platform,
    reason: 'only stored and deflated entries are read',
    next: 'Unpack it with another program, or have it packed with deflate.',
  });
}

export function openEntries(file: RandomAccess, windowBytes = 4 * 1024 * 1024): EntryReader {
  const window = Buffer.allocUnsafe(Math.min(windowBytes, Math.max(1, file.size)));
  let windowAt = 0;
  let windowLength = 0;
  const inflater = createInflater();
  let scratch = Buffer.alloc(0);

  /** Where the bytes are in the window; valid until the next call. */
  function reach(position: number, length: number): number {
    if (position < windowAt || position + length > windowAt + windowLength) {
      windowAt = position;
      windowLength = Math.min(window.length, file.size - position);
      if (length > windowLength) throw corrupt(file.name, 'it ends in the middle of its data');
      file.readAt(position, window.subarray(0, windowLength));
    }
    return position - windowAt;
  }

  function* parts(position: number, length: number): Generator<Buffer> {
    for (let done = 0; done < length;) {
      const step = Math.min(Math.ceil(window.length / 4), length - done);
      const at = reach(position + done, step);
      yield window.subarray(at, at + step);
      done += step;
    }
  }

  /** Holds size and checksum against the directory, chunk by chunk. */
  function checker(entry: ZipEntry): { take(chunk: Uint8Array): void; end(): void } {
    let crc = 0;
    let bytes = 0;
    return {
      take(chunk) {
        bytes += chunk.length;
        if (bytes > entry.bytes) throw corrupt(file.name, 'an entry is longer than it says');
        crc = crc32(chunk, crc);
      },
      end() {
        if (bytes !== entry.bytes) throw corrupt(file.name, 'an entry is shorter than it says');
        if (crc !== entry.crc) throw corrupt(file.name, 'the checksum of an entry is wrong');
      },
    };
  }

  function* chunks(entry: ZipEntry): Generator<Uint8Array, void> {
    const problem = unreadable(entry, file.name);
    if (problem) throw problem;
    const check = checker(entry);
    const data = parts(entry.offset + checkLocalHeader(file.name, entry, window, reach), entry.compressedBytes);
    for (const chunk of entry.method === 0 ? data : inflater.inflateParts(data, file.name)) {
      check.take(chunk);
      yield chunk;
    }
    check.end();
  }

  return {
    chunks,
    read(entry, emit) {
      if (entry.method !== 8 || entry.bytes > wholeBytes || entry.compressedBytes > wholeBytes) {
        for (const chunk of chunks(entry)) emit(chunk);
        return;
      }
      const problem = unreadable(entry, file.name);
      if (problem) throw problem;
      const dataAt = entry.offset + checkLocalHeader(file.name, entry, window, reach);
      if (scratch.length <= entry.bytes) scratch = Buffer.allocUnsafe(Math.max(64 * 1024, entry.bytes + 1));
      const at = reach(dataAt, entry.compressedBytes);
      const made = inflater.inflate(window, at, at + entry.compressedBytes, scratch, entry.bytes + 1, file.name);
      const check = checker(entry);
      const whole = scratch.subarray(0, made);
      check.take(whole);
      if (made > 0) emit(whole);
      check.end();
    },
    [Symbol.dispose]: () => inflater.close(),
  };
}

/**
 * How far behind its local header an entry's data is. The header repeats what the directory says; where it says
 * something else, another reader would see another archive.
 */
function checkLocalHeader(
  archive: string,
  entry: ZipEntry,
  window: Buffer,
  reach: (position: number, length: number) => number,
): number {
  let at = reach(entry.offset, 30);
  if (window.readUInt32LE(at) !== 0x04034b50) throw corrupt(archive, 'an entry does not begin where it should');
  const nameLength = window.readUInt16LE(at + 26);
  const length = 30 + nameLength + window.readUInt16LE(at + 28);
  if (entry.offset + length + entry.compressedBytes > entry.end)
    throw corrupt(archive, 'entries overlap, or lie outside the file');
  at = reach(entry.offset, length);
  const nameAt = at + 30;
  if (window.readUInt16LE(at + 8) !== entry.method || !entry.isNamed(window, nameAt, nameAt + nameLength))
    throw corrupt(archive, 'its two descriptions of an entry disagree');
  if (entry.streamed) return length;
  const [crc, compressed, bytes] = [
    window.readUInt32LE(at + 14),
    window.readUInt32LE(at + 18),
    window.readUInt32LE(at + 22),
  ];
  // Some writers fill in the directory only, and do not say so.
  if (crc === 0 && compressed === 0 && bytes === 0) return length;
  const needsWide = bytes === 0xffffffff || compressed === 0xffffffff;
  const extra = needsWide ? readExtra(window, nameAt + nameLength, at + length, archive).wide : undefined;
  const wide = wideReader(extra, archive);
  if (wide(bytes) !== entry.bytes || wide(compressed) !== entry.compressedBytes || crc !== entry.crc)
    throw corrupt(archive, 'its two descriptions of an entry disagree');
  return length;
}
