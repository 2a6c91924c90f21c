import zlib from 'node:zlib';
import type { ByteSource } from '../protocol/bytes.ts';
import { SallyportError } from '../protocol/errors.ts';
import { corrupt } from './corrupt.ts';
import { Input } from './input.ts';
import { openHandle, type ZlibHandle } from './zlib-handle.ts';

/**
 * RFC 1952: members one after the other; zeros behind the last are padding, anything else is damage. Node's own gunzip
 * does not tell where a member ends, and so neither what was checked nor whether it is garbage that it fails on.
 */
export function gunzip(source: ByteSource, emit: (chunk: Uint8Array) => void, checked: () => void, name: string): void {
  const handle = openHandle(zlib.createInflateRaw());
  if (!handle) throw noEngine();
  const input = new Input(source, name);
  const out = Buffer.allocUnsafe(512 * 1024);
  try {
    do {
      skipHeader(input, name);
      inflateMember(input, handle, out, emit, name);
      checked();
    } while (anotherStarts(input, name));
  } finally {
    handle.close();
  }
}

/** The chunks are whole ones up to the last, so that few files lie in two. */
function inflateMember(
  input: Input,
  handle: ZlibHandle,
  out: Buffer,
  emit: (chunk: Uint8Array) => void,
  name: string,
): void {
  let [filled, crc, length] = [0, 0, 0];
  const flush = () => {
    const made = out.subarray(0, filled);
    crc = zlib.crc32(made, crc);
    length = (length + filled) % 2 ** 32;
    filled = 0;
    if (made.length > 0) emit(made);
  };
  handle.reset();
  for (let isMore = true; isMore;) {
    input.need(1);
    if (!handle.step(zlib.constants.Z_NO_FLUSH, input.bytes, input.at, out.subarray(filled), input.end))
      throw corrupt(name, 'its gzip data is damaged');
    input.at = input.end - handle.left;
    filled = out.length - handle.room;
    isMore = handle.room === 0 || handle.left === 0;
    if (handle.room === 0) flush();
  }
  flush();
  if (uint32(input.take(4)) !== crc || uint32(input.take(4)) !== length)
    throw corrupt(name, 'the checksum of its gzip data is wrong');
}

const deflated = 8;
const flag = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };
/** A name or a comment; the format knows no limit. */
const maxTextBytes = 64 * 1024;

function skipHeader(input: Input, name: string): void {
  let crc = 0;
  const take = (size: number) => {
    const bytes = input.take(size);
    crc = zlib.crc32(bytes, crc);
    return bytes;
  };
  const skipText = () => {
    for (let left = maxTextBytes; take(1)[0] !== 0; left--)
      if (left === 0) throw corrupt(name, 'a name in its gzip data is too long');
  };
  const start = take(10);
  const flags = start[3]!;
  if (!isMember(start, 0) || start[2] !== deflated || (flags & flag.reserved) !== 0)
    throw corrupt(name, 'its gzip data does not start as it must');
  if ((flags & flag.extra) !== 0) take(uint16(take(2)));
  if ((flags & flag.name) !== 0) skipText();
  if ((flags & flag.comment) !== 0) skipText();
  if ((flags & flag.headerCrc) === 0) return;
  if (uint16(input.take(2)) !== (crc & 0xffff)) throw corrupt(name, 'the checksum of a gzip header is wrong');
}

function anotherStarts(input: Input, name: string): boolean {
  if (input.has(2) && isMember(input.bytes, input.at)) return true;
  while (input.has(1)) if (input.byte() !== 0) throw corrupt(name, 'something follows its gzip data');
  return false;
}

function isMember(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x1f && bytes[at + 1] === 0x8b;
}

function uint16(bytes: Uint8Array): number {
  return bytes[0]! + bytes[1]! * 2 ** 8;
}

function uint32(bytes: Uint8Array): number {
  return uint16(bytes) + uint16(bytes.subarray(2)) * 2 ** 16;
}

function noEngine(): SallyportError {
  return new SallyportError('NotSupported', {
    format: 'Compressed tar',
    platform: `Node ${process.version}`,
    reason: 'its zlib has no synchronous engine',
    next: 'Use another version of Node.',
  });
}
