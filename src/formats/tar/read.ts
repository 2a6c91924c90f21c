import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { describe, type NameDecoder, type TarEntry } from './describe.ts';
import { blockBytes, firstBlock, isHeader, isZeroBlock, readHeader, type Block, type TarHeader } from './header.ts';
import { readPax } from './pax.ts';
import { expand, expandMapped, mapOfList, OldMapReader, type ContentSink } from './sparse.ts';

export interface TarHandler {
  /** Gives what takes the contents; undefined passes them over. */
  entry(entry: TarEntry): ContentSink | undefined;
}

export interface TarReader {
  push(chunk: Uint8Array): void;
  /** Throws when the archive ends too early. */
  end(): void;
}

const maxMetaBytes = 1024 * 1024;
const maxMetaTotal = 16 * 1024 * 1024;
/** An entry's due: a long archive of ordinary PAX entries is no flood. */
const usualMetaBytes = 2048;
const maxGlobalRecords = 1000;
const maxTrailing = 64 * 1024 * 1024;

/** Parses an archive as it comes. There is one reading of every header: PAX wins over GNU, GNU over the header itself. */
export function createTarReader(archive: string, handler: TarHandler, decode: NameDecoder): TarReader {
  /** Holds a block that comes in two chunks. */
  const split = firstBlock(Buffer.alloc(blockBytes));
  let filled = 0;
  let state: 'header' | 'data' | 'padding' | 'ended' = 'header';
  let [size, left, padding] = [0, 0, 0];
  let sink: Omit<ContentSink, 'skip'> | undefined;
  let [entries, zeroBlocks, trailing, metaTotal] = [0, 0, 0, 0];
  const global = new Map<string, Buffer>();
  let pax: Map<string, Buffer> | undefined;
  let longName: Buffer | undefined;
  let longLink: Buffer | undefined;
  /** A GNU sparse file whose map goes on in blocks of its own, before the data. */
  let sparse: { readonly map: OldMapReader; readonly entry: TarEntry } | undefined;

  /** Collects a header's own data: a long name, or PAX records. */
  function collect(size: number, use: (data: Buffer) => void): void {
    metaTotal += size + blockBytes;
    if (size > maxMetaBytes || metaTotal > maxMetaTotal + entries * usualMetaBytes)
      throw new SallyportError('ArchiveTooLarge', {
        reason: `its extended headers have more than ${size > maxMetaBytes ? maxMetaBytes : maxMetaTotal} bytes`,
      });
    const data = Buffer.allocUnsafe(size);
    let at = 0;
    begin(size, {
      write(chunk) {
        data.set(chunk, at);
        at += chunk.length;
      },
      end: () => use(data),
    });
  }

  function begin(bytes: number, to: typeof sink): void {
    size = left = bytes;
    padding = (blockBytes - (bytes % blockBytes)) % blockBytes;
    sink = to;
    state = 'data';
    if (bytes === 0) take(nothing);
  }

  function take(part: Uint8Array): void {
    const to = sink;
    left -= part.length;
    if (left === 0) {
      sink = undefined;
      state = padding > 0 ? 'padding' : 'header';
    }
    if (!to) return;
    if (to.whole && part.length === size) return to.whole(part);
    if (part.length > 0) to.write(part);
    if (left === 0) to.end();
  }

  function onHeader(header: TarHeader, block: Block): void {
    switch (header.flag) {
      case 'x':
      case 'X': // Solaris
        return collect(header.size, (data) => (pax = readPax(data, archive)));
      case 'g':
        return collect(header.size, (data) => {
          readPax(data, archive).forEach((value, key) => global.set(key, Buffer.from(value)));
          if (global.size > maxGlobalRecords)
            throw new SallyportError('ArchiveTooLarge', {
              reason: `its extended headers have more than ${maxGlobalRecords} records for all entries`,
            });
        });
      case 'L':
        return collect(header.size, (data) => (longName = untilNul(data)));
      case 'K':
        return collect(header.size, (data) => (longLink = untilNul(data)));
    }
    entries++;
    const map = header.flag === 'S' ? new OldMapReader(bytesOf(block), archive) : undefined;
    const isPlain = !(pax || longName || longLink || map) && global.size === 0;
    const overrides = isPlain ? undefined : { pax, global, longName, longLink, map };
    const entry = describe(header, overrides, decode, archive);
    pax = longName = longLink = undefined;
    if (map && !map.isWhole) sparse = { map, entry };
    else beginEntry(entry, map);
  }

  function beginEntry(entry: TarEntry, map?: OldMapReader): void {
    const { storedBytes, bytes, sparseList } = entry;
    if (map) {
      const parts = map.map(storedBytes);
      return begin(storedBytes, expand(handler.entry(entry) ?? nowhere, parts, bytes));
    }
    if (sparseList === undefined) return begin(storedBytes, handler.entry(entry));
    if (sparseList === 'in front of the data')
      return begin(storedBytes, expandMapped(handler.entry(entry) ?? nowhere, bytes, storedBytes, archive));
    const parts = mapOfList(sparseList, bytes, storedBytes, archive);
    begin(storedBytes, expand(handler.entry(entry) ?? nowhere, parts, bytes));
  }

  function onBlock(block: Block): void {
    if (sparse) {
      sparse.map.push(bytesOf(block));
      if (!sparse.map.isWhole) return;
      const { map, entry } = sparse;
      sparse = undefined;
      beginEntry(entry, map);
    } else if (block.bytes[block.at] === 0 && isZeroBlock(block)) {
      if (++zeroBlocks === 2) state = 'ended';
    } else if (zeroBlocks === 0) onHeader(readHeader(block, archive), block);
    // One empty block is an end to most readers; what follows is another entry to some, or nothing but garbage.
    else if (isHeader(block)) throw corrupt(archive, 'an empty block stands between its entries');
    else state = 'ended';
  }

  return {
    push(chunk) {
      const block = chunk.byteOffset % 4 === 0 ? firstBlock(bufferOf(chunk)) : split;
      let at = 0;
      while (at < chunk.length) {
        const rest = chunk.length - at;
        if (state === 'ended') {
          // Images of disks and others begin with zeros too.
          if (entries === 0 && chunk.subarray(at).some((byte) => byte !== 0)) throw corrupt(archive, 'it is no tar');
          trailing += rest;
          if (trailing > maxTrailing)
            throw new SallyportError('ArchiveTooLarge', { reason: `more than ${maxTrailing} bytes follow its end` });
          return;
        }
        if (state === 'data') {
          const end = at + Math.min(left, rest);
          const part = chunk.subarray(at, end);
          at = end;
          take(part);
        } else if (state === 'padding') {
          const bytes = Math.min(padding, rest);
          at += bytes;
          padding -= bytes;
          if (padding === 0) state = 'header';
        } else if (block !== split && filled === 0 && rest >= blockBytes && at % 4 === 0) {
          block.at = at;
          at += blockBytes;
          onBlock(block);
        } else {
          const bytes = Math.min(blockBytes - filled, rest);
          split.bytes.set(chunk.subarray(at, at + bytes), filled);
          at += bytes;
          filled += bytes;
          if (filled < blockBytes) return;
          filled = 0;
          onBlock(split);
        }
      }
    },
    end() {
      if (state === 'data' || state === 'padding' || (filled > 0 && zeroBlocks === 0) || sparse)
        throw corrupt(archive, 'it ends in the middle of an entry');
      if (pax || longName || longLink) throw corrupt(archive, 'it ends with a header that belongs to no entry');
      // Some writers leave out the empty blocks at the end; a file without a single block is no archive.
      if (zeroBlocks === 0 && entries === 0) throw corrupt(archive, 'there is nothing in it');
    },
  };
}

const nothing = new Uint8Array(0);
const nowhere: ContentSink = { write() {}, skip() {}, end() {} };

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

function bytesOf({ bytes, at }: Block): Buffer {
  return bytes.subarray(at, at + blockBytes);
}

function untilNul(data: Buffer): Buffer {
  const end = data.indexOf(0);
  return end < 0 ? data : data.subarray(0, end);
}
