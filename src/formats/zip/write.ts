import { crc32 } from 'node:zlib';
import { fields, maxPieces, type Crew, type Slot } from '../crew/index.ts';
import { dictionaryBytes } from '../deflate.ts';
import { readFully, type ArchiveWriter, type NewEntry, type NewFile } from '../new-entry.ts';
import { createOutputBuffer } from '../output-buffer.ts';
import { dosTime, max32, putCentral, putDescriptor, putEnd, putLocal, zipFlags, type ZipRecord } from './records.ts';

/** Larger files are taken part by part. */
const partBytes = 1024 * 1024;

/** What the crew of an archive has to have room for. */
export const zipInputBytes = dictionaryBytes + partBytes;

export interface ZipWriterOptions {
  readonly level: number;
  readonly crew: Crew;
  /** Whether DOS times are UTC, so that they are the same everywhere, and not those of this place. */
  readonly isUtc: boolean;
}

/** Small files are gathered and compressed many at a time, large ones in parts that are compressed at the same time. */
export function createZipWriter(emit: (bytes: Uint8Array) => void, options: ZipWriterOptions): ArchiveWriter {
  const { level, crew, isUtc } = options;
  const out = createOutputBuffer(emit);
  const written: ZipRecord[] = [];
  let batch = openBatch();

  function openBatch() {
    return { input: crew.input(), filled: 0, entries: [] as (NewEntry & { crc: number; bytes: number })[] };
  }

  function submitBatch(): void {
    const { entries } = batch;
    if (entries.length === 0) return;
    const lengths = entries.map(({ bytes }) => bytes);
    crew.submit({ coding: 'deflate', level, lengths }, ({ words, input, output }) => {
      let from = 0;
      entries.forEach((entry, index) => {
        const made = words[fields.made + index] as number;
        const to = from + entry.bytes;
        if (made < 0) putWhole(entry, input.subarray(from, to), 0);
        else putWhole(entry, output.subarray(from, from + made), 8);
        from = to;
      });
    });
  }

  function putWhole(entry: NewEntry & { crc: number; bytes: number }, body: Uint8Array, method: number): void {
    const { name, mtimeMs, executable, crc, bytes } = entry;
    const record: ZipRecord = {
      name,
      mtimeMs,
      executable,
      method,
      flags: zipFlags.utf8,
      crc,
      compressed: body.length,
      bytes,
      offset: out.at,
      dosTime: dosTime(mtimeMs, isUtc),
    };
    written.push(record);
    putLocal(out, record, false);
    out.put(body);
  }

  function addWhole(entry: NewEntry, size: number, read: (into: Uint8Array) => number): number {
    if (batch.filled + size > batch.input.length || batch.entries.length === maxPieces) {
      submitBatch();
      batch = openBatch();
    }
    const into = batch.input.subarray(batch.filled, batch.filled + size);
    const bytes = read(into);
    const crc = bytes === 0 ? 0 : crc32(bytes === size ? into : into.subarray(0, bytes));
    const { name, mtimeMs, executable } = entry;
    batch.entries.push({ name, mtimeMs, executable, crc, bytes });
    batch.filled += bytes;
    return bytes;
  }

  function addParts(file: NewFile): number {
    submitBatch();
    // Deflate adds five bytes for 16 KiB at worst, and a little for each part.
    const wide = file.size + file.size / 1000 + 65_536 > max32;
    const { name, mtimeMs, executable } = file;
    const flags = zipFlags.utf8 | zipFlags.descriptor;
    const head = { name, mtimeMs, executable, method: 8, flags, dosTime: dosTime(mtimeMs, isUtc) };
    let [crc, bytes, compressed, offset] = [0, 0, 0, 0];
    let before: Buffer | undefined;
    for (let isLast = false, isFirst = true; !isLast; isFirst = false) {
      const input = crew.input();
      const dictionary = before?.length ?? 0;
      before?.copy(input);
      const part = input.subarray(dictionary, dictionary + Math.min(partBytes, file.size - bytes));
      const got = readFully(file, part);
      crc = crc32(part.subarray(0, got), crc);
      bytes += got;
      isLast = got < part.length || bytes === file.size;
      before = input.subarray(Math.max(0, dictionary + got - dictionaryBytes), dictionary + got);
      const done = ({ words, output }: Slot) => {
        if (isFirst) {
          offset = out.at;
          putLocal(out, { ...head, crc: 0, compressed: 0, bytes: 0, offset }, wide);
        }
        const made = words[fields.made] as number;
        out.put(output.subarray(0, made));
        compressed += made;
        if (!isLast) return;
        putDescriptor(out, { crc, compressed, bytes }, wide);
        written.push({ ...head, crc, compressed, bytes, offset });
      };
      crew.submit({ coding: 'deflate-part', level, dictionary, isLast, lengths: [got] }, done);
    }
    batch = openBatch();
    return bytes;
  }

  return {
    folder: (entry) => void addWhole(entry, 0, () => 0),
    file: (file) =>
      file.size > partBytes ? addParts(file) : addWhole(file, file.size, (into) => readFully(file, into)),
    end() {
      submitBatch();
      crew.finish();
      const directoryAt = out.at;
      for (const record of written) putCentral(out, record);
      putEnd(out, written.length, directoryAt);
      out.flush();
    },
  };
}
