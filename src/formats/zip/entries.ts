import { crc32 } from 'node:zlib';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { createInflater } from '../inflate.ts';
import { encryptedFlags, type ZipEntry } from './entry.ts';
import { checkExtra, findExtra, kinds, wideReader } from './extra.ts';

/** Reads the contents of entries; fastest in the order of their offsets. Size and checksum are held against the directory. */
export interface EntryReader extends Disposable {
  /** All of it, valid until the next call; undefined for an entry that is too large for that. */
  whole(entry: ZipEntry): Uint8Array | undefined;
  /** Chunks that are valid until the next one is taken. One entry at a time. */
  chunks(entry: ZipEntry): Generator<Uint8Array, void>;
}

/** Up to this size an entry is read in one go. */
const wholeBytes = 1024 * 1024;
/** zlib takes a much slower way through the last bytes of its room, so the content ends before them; what is longer still shows. */
const spareBytes = 320;

/** Why an entry cannot be read at all; undefined when it can. */
export function unreadable(entry: ZipEntry, archive: string): SallyportError | undefined {
  if (entry.encrypted) return new SallyportError('Encrypted', { path: archive });
  if (entry.method === 0 || entry.method === 8) return undefined;
  return new SallyportError('NotSupported', {
    format: `Zip compression method ${methods.get(entry.method) ?? entry.method}`,
    platform: 'any system',
    reason: 'only stored and deflated entries are read',
    next: 'Unpack it with another program, or have it packed with deflate.',
  });
}

const methods: ReadonlyMap<number, string> = new Map([
  [1, 'Shrink'],
  [6, 'Implode'],
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'zstd'],
  [95, 'xz'],
  [98, 'PPMd'],
]);

export function openEntries(file: RandomAccess, windowBytes = 4 * 1024 * 1024): EntryReader {
  const window = Buffer.allocUnsafeSlow(Math.min(windowBytes, Math.max(1, file.size)));
  const view = new DataView(window.buffer);
  let windowAt = 0;
  let windowLength = 0;
  const inflater = createInflater();
  let scratch = Buffer.allocUnsafe(64 * 1024);

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

  /** Where an entry's data begins. */
  function dataOf(entry: ZipEntry): number {
    const problem = unreadable(entry, file.name);
    if (problem) throw problem;
    const start = reach(entry.offset, 30);
    if (view.getUint32(start, true) !== 0x04034b50) throw corrupt(file.name, 'an entry does not begin where it should');
    const length = 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    if (entry.offset + length + entry.compressedBytes > entry.end)
      throw corrupt(file.name, 'entries overlap, or lie outside the file');
    checkLocalHeader(file.name, entry, window, view, reach(entry.offset, length), length);
    return entry.offset + length;
  }

  return {
    whole(entry) {
      const { bytes, compressedBytes } = entry;
      if (bytes > wholeBytes || compressedBytes > Math.min(wholeBytes, windowBytes)) return undefined;
      const at = reach(dataOf(entry), compressedBytes);
      const end = at + compressedBytes;
      let plain;
      // Some writers call an empty file deflated and store nothing for it.
      if (entry.method === 0 || compressedBytes === 0) plain = window.subarray(at, end);
      else {
        const room = bytes + spareBytes;
        if (scratch.length < room) scratch = Buffer.allocUnsafe(room);
        plain = scratch.subarray(0, inflater.inflate(window, at, end, scratch, room, file.name));
      }
      checkContent(entry, plain.length, crc32(plain), file.name);
      return plain;
    },
    *chunks(entry) {
      let crc = 0;
      let bytes = 0;
      const compressed = parts(dataOf(entry), entry.compressedBytes);
      for (const chunk of entry.method === 0 ? compressed : inflater.inflateParts(compressed, file.name)) {
        bytes += chunk.length;
        if (bytes > entry.bytes) throw corrupt(file.name, 'an entry is longer than it says');
        crc = crc32(chunk, crc);
        yield chunk;
      }
      checkContent(entry, bytes, crc, file.name);
    },
    [Symbol.dispose]: () => inflater.close(),
  };
}

function checkContent(entry: ZipEntry, bytes: number, crc: number, archive: string): void {
  if (bytes > entry.bytes) throw corrupt(archive, 'an entry is longer than it says');
  if (bytes < entry.bytes) throw corrupt(archive, 'an entry is shorter than it says');
  if (crc !== entry.crc) throw corrupt(archive, 'the checksum of an entry is wrong');
}

/** The header repeats what the directory says; where it says something else, another reader would see another archive. */
function checkLocalHeader(
  archive: string,
  entry: ZipEntry,
  window: Buffer,
  view: DataView,
  at: number,
  length: number,
): void {
  const nameEnd = at + 30 + view.getUint16(at + 26, true);
  const isEncrypted = (view.getUint16(at + 6, true) & encryptedFlags) !== 0;
  if (isEncrypted || view.getUint16(at + 8, true) !== entry.method || !entry.isNamed(window, at + 30, nameEnd))
    throw corrupt(archive, 'its two descriptions of an entry disagree');
  if (entry.streamed) return;
  const crc = view.getUint32(at + 14, true);
  let compressed = view.getUint32(at + 18, true);
  let bytes = view.getUint32(at + 22, true);
  // Some writers fill in the directory only, and do not say so.
  if (crc === 0 && compressed === 0 && bytes === 0) return;
  if (bytes === 0xffffffff || compressed === 0xffffffff) {
    checkExtra(window, view, nameEnd, at + length, archive);
    const wide = wideReader(findExtra(window, view, nameEnd, at + length, kinds.wide), archive);
    bytes = wide(bytes);
    compressed = wide(compressed);
  }
  if (bytes !== entry.bytes || compressed !== entry.compressedBytes || crc !== entry.crc)
    throw corrupt(archive, 'its two descriptions of an entry disagree');
}
