import type { RandomAccess } from '../../protocol/bytes.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import type { DocumentInput } from '../document/input.ts';
import { openXml, type Xml } from '../xml/index.ts';
import { findEnd, openEntries, readDirectory, type EntryReader, type ZipEntry } from '../zip/index.ts';

/** A document that is a zip of parts (OOXML, ODF, EPUB). Parts are read as streams, and several may be open at once. */
export interface Package extends Disposable {
  /** For messages. */
  readonly name: string;
  /** As the zip has them. */
  readonly parts: Iterable<string>;
  has(part: string): boolean;
  /** Chunks are valid until the next one is taken. A part that is missing, or there twice, is CorruptInput. */
  chunks(part: string): Generator<Uint8Array, void>;
  xml(part: string): Xml;
  /** A small one of those that old writers gave a document type: naming one says nothing, declaring something is refused as elsewhere. */
  typedXml(part: string): Xml;
  /** A small part whole; ArchiveTooLarge when it is larger. */
  bytes(part: string, maxBytes: number): Buffer;
}

const mebibyte = 1024 * 1024;
const maxParts = 100_000;
/** Of all parts together, as they are read. */
const maxBytes = 1024 * mebibyte;
/** Honest XML gets some 20, rarely 100 times smaller, and small parts may be anything. */
const maxRatio = 200;
const freeBytes = 64 * mebibyte;
const maxTypedBytes = 64 * mebibyte;
/** Larger than a local header can be. */
const windowBytes = 256 * 1024;

export function openPackage(input: DocumentInput): Package {
  const { name } = input;
  const file = {
    name,
    size: input.bytes,
    readAt: (position: number, into: Uint8Array) => into.set(input.read(position, into.length)),
  };
  const entries = new Map<string, ZipEntry>();
  /** Which of them counts, programs do not agree on: what one has checked, another would not show. */
  const doubled = new Set<string>();
  let first = input.bytes;
  for (const entry of readDirectory(file, 'auto')) {
    first = Math.min(first, entry.offset);
    if (entries.size >= maxParts) throw tooLarge(`it has more than ${maxParts} parts`);
    checkRatio(entry);
    // Names are the same in any case (ECMA-376-2, 6.2.2); some writers have the wrong slash.
    if (entry.name === undefined) continue;
    const key = keyOf(entry.name);
    if (entries.has(key)) doubled.add(key);
    else entries.set(key, entry);
  }
  if (first > 0 && isWithin(file)) throw corrupt(name, 'its end is cut off: what ends there is a document within it');
  /** Those that are in use, and those that can be used again. */
  const open = new Set<EntryReader>();
  const idle: EntryReader[] = [];
  let total = 0;

  function* chunks(part: string): Generator<Uint8Array, void> {
    const entry = entries.get(keyOf(part));
    if (!entry) throw corrupt(name, `its part ${part} is missing`);
    if (doubled.has(keyOf(part))) throw corrupt(name, `its part ${part} is there twice`);
    // One reader each while it is read, as it holds the state of one inflation; a new one for each of many small parts takes much memory.
    const reader = idle.pop() ?? openEntries(file, windowBytes);
    open.add(reader);
    let isWhole = false;
    try {
      for (const chunk of reader.chunks(entry)) {
        total += chunk.length;
        if (total > maxBytes) throw tooLarge(`its parts have more than ${maxBytes} bytes`);
        yield chunk;
      }
      isWhole = true;
    } finally {
      // It is no longer among the open ones when the package was closed meanwhile.
      if (open.has(reader) && isWhole) idle.push(reader);
      else if (open.delete(reader)) reader[Symbol.dispose]();
    }
  }

  function bytes(part: string, limit: number): Buffer {
    const entry = entries.get(keyOf(part));
    if (entry && entry.bytes > limit) throw tooLarge(`its part ${part} has more than ${limit} bytes`);
    const copies: Buffer[] = [];
    for (const chunk of chunks(part)) copies.push(Buffer.from(chunk));
    return Buffer.concat(copies);
  }

  return {
    name,
    get parts() {
      return [...entries.values()].map((entry) => entry.name ?? '');
    },
    has: (part) => entries.has(keyOf(part)),
    chunks,
    xml: (part) => openXml(chunks(part), `${name} (${part})`),
    typedXml(part) {
      const whole = bytes(part, maxTypedBytes);
      const type = /<!DOCTYPE\s[^[\]<>]*>/.exec(whole.toString('latin1', 0, 4096));
      const [start, length] = [type?.index ?? 0, type?.[0].length ?? 0];
      return openXml([whole.subarray(0, start), whole.subarray(start + length)], `${name} (${part})`);
    },
    bytes,
    [Symbol.dispose]() {
      for (const reader of open) reader[Symbol.dispose]();
      open.clear();
      idle.length = 0;
    },
  };
}

/** The workbook of a chart in a presentation that lost its own end must not be taken for the whole. */
function isWithin(file: RandomAccess): boolean {
  const start = Buffer.alloc(4);
  file.readAt(0, start);
  return start.toString('latin1') === 'PK\x03\x04' && findEnd(file).shift > 0;
}

function checkRatio({ bytes, compressedBytes }: ZipEntry): void {
  if (bytes > maxBytes) throw tooLarge(`one of its parts has ${bytes} bytes, the limit is ${maxBytes}`);
  if (bytes > freeBytes && bytes > compressedBytes * maxRatio)
    throw tooLarge(`one of its parts is ${Math.floor(bytes / compressedBytes)} times larger unpacked, as bombs are`);
}

function tooLarge(reason: string): SallyportError {
  return new SallyportError('ArchiveTooLarge', { reason });
}

function keyOf(part: string): string {
  return part.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}
