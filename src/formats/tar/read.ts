import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { blockBytes, isZeroBlock, readHeader, sizeOf, type TarHeader, type TarType } from './header.ts';
import { readPax } from './pax.ts';

export interface TarEntry {
  /** Undefined when its bytes are no name. */
  readonly name: string | undefined;
  readonly type: TarType;
  readonly bytes: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtimeMs: number;
  readonly linkName: string | undefined;
}

export interface TarHandler {
  /** Gives what takes the contents; undefined passes them over. */
  entry(entry: TarEntry): { write(chunk: Uint8Array): void; end(): void } | undefined;
}

export interface TarReader {
  push(chunk: Uint8Array): void;
  /** Throws when the archive ends too early. */
  end(): void;
}

const maxMetaBytes = 1024 * 1024;
const maxMetaTotal = 16 * 1024 * 1024;
const maxTrailing = 64 * 1024 * 1024;

/** Parses an archive as it comes. There is one reading of every header: PAX wins over GNU, GNU over the header itself. */
export function createTarReader(
  archive: string,
  handler: TarHandler,
  decode: (bytes: Buffer) => string | undefined,
): TarReader {
  const block = Buffer.alloc(blockBytes);
  let filled = 0;
  let state: 'header' | 'data' | 'padding' | 'ended' = 'header';
  let left = 0;
  let padding = 0;
  let sink: { write(chunk: Uint8Array): void; end(): void } | undefined;
  let zeroBlocks = 0;
  let trailing = 0;
  let metaTotal = 0;
  const global = new Map<string, Buffer>();
  let pax = new Map<string, Buffer>();
  let long: { name?: Buffer; link?: Buffer } = {};
  /** A GNU sparse file whose map goes on in blocks of its own, before the data. */
  let sparse: TarEntry | undefined;

  /** Collects a header's own data: a long name, or PAX records. */
  function collect(size: number, use: (data: Buffer) => void): void {
    metaTotal += size;
    if (size > maxMetaBytes || metaTotal > maxMetaTotal)
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

  function begin(size: number, to: typeof sink): void {
    left = size;
    padding = (blockBytes - (size % blockBytes)) % blockBytes;
    sink = to;
    state = 'data';
    if (left === 0) finishData();
  }

  function finishData(): void {
    const ended = sink;
    sink = undefined;
    state = padding > 0 ? 'padding' : 'header';
    ended?.end();
  }

  function onHeader(header: TarHeader): void {
    switch (header.flag) {
      case 'x':
        return collect(header.size, (data) => (pax = readPax(data, archive)));
      case 'g':
        return collect(header.size, (data) => readPax(data, archive).forEach((value, key) => global.set(key, value)));
      case 'L':
        return collect(header.size, (data) => (long = { ...long, name: untilNul(data) }));
      case 'K':
        return collect(header.size, (data) => (long = { ...long, link: untilNul(data) }));
      default: {
        const entry = entryOf(header);
        [pax, long] = [new Map(), {}];
        if (header.flag === 'S' && block[482] !== 0) sparse = entry;
        else begin(entry.bytes, handler.entry(entry));
      }
    }
  }

  function entryOf(header: TarHeader): TarEntry {
    const record = (key: string) => pax.get(key) ?? global.get(key);
    const rawName = record('path') ?? long.name ?? header.name;
    const rawLink = record('linkpath') ?? long.link ?? header.linkName;
    const isSparse = [...pax.keys()].some((key) => key.startsWith('GNU.sparse.'));
    const type = isSparse ? 'other' : typeOf(header.flag, rawName);
    const size = record('size') ? sizeOf(decimal(record('size'), archive), archive) : header.size;
    const mtime = record('mtime') ? decimal(record('mtime'), archive) : header.mtime;
    return {
      name: rawName.includes(0) ? undefined : decode(rawName),
      type,
      // Links, devices and folders have a header only, whatever size it names.
      bytes: '123456'.includes(header.flag) ? 0 : size,
      mode: header.mode,
      uid: record('uid') ? decimal(record('uid'), archive) : header.uid,
      gid: record('gid') ? decimal(record('gid'), archive) : header.gid,
      mtimeMs: Math.round(mtime * 1000),
      linkName: type === 'link' ? decode(rawLink) : undefined,
    };
  }

  return {
    push(chunk) {
      let at = 0;
      while (at < chunk.length) {
        const rest = chunk.length - at;
        if (state === 'ended') {
          trailing += rest;
          if (trailing > maxTrailing)
            throw new SallyportError('ArchiveTooLarge', { reason: `more than ${maxTrailing} bytes follow its end` });
          return;
        }
        if (state === 'data') {
          const take = Math.min(left, rest);
          sink?.write(chunk.subarray(at, at + take));
          at += take;
          left -= take;
          if (left === 0) finishData();
        } else if (state === 'padding') {
          const take = Math.min(padding, rest);
          at += take;
          padding -= take;
          if (padding === 0) state = 'header';
        } else {
          const take = Math.min(blockBytes - filled, rest);
          block.set(chunk.subarray(at, at + take), filled);
          at += take;
          filled += take;
          if (filled < blockBytes) return;
          filled = 0;
          if (sparse) {
            if (block[504] !== 0) continue;
            const entry = sparse;
            sparse = undefined;
            begin(entry.bytes, handler.entry(entry));
          } else if (!isZeroBlock(block)) {
            if (zeroBlocks > 0) throw corrupt(archive, 'an empty block stands between its entries');
            onHeader(readHeader(block, archive));
          } else if (++zeroBlocks === 2) state = 'ended';
        }
      }
    },
    end() {
      if (state === 'data' || state === 'padding' || filled > 0 || sparse)
        throw corrupt(archive, 'it ends in the middle of an entry');
      if (zeroBlocks === 0) throw corrupt(archive, 'its end is missing; it was cut off');
      if (pax.size > 0 || long.name || long.link)
        throw corrupt(archive, 'it ends with a header that belongs to no entry');
    },
  };
}

function typeOf(flag: string, name: Buffer): TarType {
  if (flag === '0' || flag === '7') return name.at(-1) === 0x2f ? 'folder' : 'file';
  if (flag === '5') return 'folder';
  return flag === '1' || flag === '2' ? 'link' : 'other';
}

function untilNul(data: Buffer): Buffer {
  const end = data.indexOf(0);
  return end < 0 ? data : data.subarray(0, end);
}

function decimal(value: Buffer | undefined, archive: string): number {
  const digits = value?.toString('latin1') ?? '';
  if (!/^-?\d{1,20}(?:\.\d{1,20})?$/.test(digits)) throw corrupt(archive, 'a number in an extended header is none');
  return Number(digits);
}
