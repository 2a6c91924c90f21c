import { crc32 } from 'node:zlib';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { createInflater } from '../inflate.ts';
import { readExtra, wideReader, type ZipEntry } from './directory.ts';

/** Reads the contents of entries; fastest in the order of their offsets. */
export interface EntryReader extends Disposable {
  /** Gives the plain bytes in chunks that are valid during the call only. Size and checksum are held against the directory. */
  read(entry: ZipEntry, emit: (chunk: Uint8Array) => void): void;
}

const windowBytes = 4 * 1024 * 1024;
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

export function openEntries(file: RandomAccess): EntryReader {
  const window = Buffer.allocUnsafe(Math.min(windowBytes, Math.max(1, file.size)));
  let windowAt = 0;
  let windowLength = 0;
  const inflater = createInflater();
  let scratch = Buffer.allocUnsafe(64 * 1024);

  /** Bytes of the file; valid until the next call. */
  function bytesAt(position: number, length: number): Buffer {
    if (position < windowAt || position + length > windowAt + windowLength) {
      windowAt = position;
      windowLength = Math.min(window.length, file.size - position);
      if (length > windowLength) throw corrupt(file.name, 'it ends in the middle of its data');
      file.readAt(position, window.subarray(0, windowLength));
    }
    return window.subarray(position - windowAt, position - windowAt + length);
  }

  function* parts(position: number, length: number): Generator<Buffer> {
    for (let done = 0; done < length;) {
      const step = Math.min(windowBytes / 4, length - done);
      yield bytesAt(position + done, step);
      done += step;
    }
  }

  return {
    read(entry, emit) {
      const problem = unreadable(entry, file.name);
      if (problem) throw problem;
      const dataAt = checkLocalHeader(file, entry, bytesAt);
      let crc = 0;
      let bytes = 0;
      const take = (chunk: Uint8Array) => {
        bytes += chunk.length;
        if (bytes > entry.bytes) throw corrupt(file.name, 'an entry is longer than it says');
        crc = crc32(chunk, crc);
        emit(chunk);
      };
      if (entry.method === 0) {
        for (const part of parts(dataAt, entry.compressedBytes)) take(part);
      } else if (entry.bytes <= wholeBytes && entry.compressedBytes <= wholeBytes) {
        if (scratch.length <= entry.bytes) scratch = Buffer.allocUnsafe(entry.bytes + 1);
        const made = inflater.inflate(
          bytesAt(dataAt, entry.compressedBytes),
          scratch.subarray(0, entry.bytes + 1),
          file.name,
        );
        if (made > 0) take(scratch.subarray(0, made));
      } else {
        inflater.inflateParts(parts(dataAt, entry.compressedBytes), take, file.name);
      }
      if (bytes !== entry.bytes) throw corrupt(file.name, 'an entry is shorter than it says');
      if (crc !== entry.crc) throw corrupt(file.name, 'the checksum of an entry is wrong');
    },
    [Symbol.dispose]: () => inflater.close(),
  };
}

/** The local header repeats what the directory says; where it says something else, another reader would see another archive. */
function checkLocalHeader(
  file: RandomAccess,
  entry: ZipEntry,
  bytesAt: (position: number, length: number) => Buffer,
): number {
  const header = bytesAt(entry.offset, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw corrupt(file.name, 'an entry does not begin where it should');
  const [nameLength, extraLength] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  const [method, crc, compressed, bytes] = [
    header.readUInt16LE(8),
    header.readUInt32LE(14),
    header.readUInt32LE(18),
    header.readUInt32LE(22),
  ];
  const dataAt = entry.offset + 30 + nameLength + extraLength;
  if (dataAt + entry.compressedBytes > entry.end) throw corrupt(file.name, 'entries overlap, or lie outside the file');
  const rest = bytesAt(entry.offset + 30, nameLength + extraLength);
  if (method !== entry.method || !rest.subarray(0, nameLength).equals(entry.rawName))
    throw corrupt(file.name, 'its two descriptions of an entry disagree');
  if (entry.streamed) return dataAt;
  const needsWide = bytes === 0xffffffff || compressed === 0xffffffff;
  const wide = wideReader(needsWide ? readExtra(rest.subarray(nameLength), file.name).get(1) : undefined, file.name);
  if (wide(bytes) !== entry.bytes || wide(compressed) !== entry.compressedBytes || crc !== entry.crc)
    throw corrupt(file.name, 'its two descriptions of an entry disagree');
  return dataAt;
}
