import zlib from 'node:zlib';
import type { ByteSource } from '../protocol/bytes.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import { corrupt } from './corrupt.ts';
import type { TarFormat } from './tar-format.ts';
import { openHandle, type ZlibHandle } from './zlib-handle.ts';

export type Compression = 'none' | 'gzip' | 'bzip2' | 'xz' | 'zstd';

export function compressionOf(format: TarFormat): Compression {
  const compressions: Record<TarFormat, Compression> = {
    tar: 'none',
    'tar.gz': 'gzip',
    'tar.bz2': 'bzip2',
    'tar.xz': 'xz',
    'tar.zst': 'zstd',
  };
  return compressions[format];
}

/** What else tars are packed with, by their first bytes; to call such a file damaged would be wrong. */
const foreign: readonly [string, RegExp][] = [
  ['tar.Z (compress)', /^1f(?:9d|a0)/],
  ['tar.lz4', /^04224d18/],
  ['tar.lz', /^4c5a495001/],
  ['tar.lzma', /^5d0000.{4}f{16}/],
];

/** What the first bytes of a file say it is; no magic number means plain tar. */
export function detectCompression(start: Buffer): TarFormat {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'tar.gz';
  if (start.toString('latin1', 0, 3) === 'BZh') return 'tar.bz2';
  if (start.toString('hex', 0, 6) === 'fd377a585a00') return 'tar.xz';
  const [format] = foreign.find(([, magic]) => magic.test(start.toString('hex'))) ?? [];
  if (format !== undefined) throw foreignFormat(format);
  // A zstd file may begin with a frame to be passed over, of which there are 16 kinds.
  return /^(?:28b52ffd|5.2a4d18)$/.test(start.toString('hex', 0, 4)) ? 'tar.zst' : 'tar';
}

/** Feeds the plain bytes of a source to `emit`, in chunks that are valid during the call only. */
export type Decompress = (source: ByteSource, emit: (chunk: Uint8Array) => void, name: string) => void;

/** Loads no more than what is needed. */
export async function decompressorOf(compression: Compression): Promise<Decompress> {
  switch (compression) {
    case 'none':
      return copy;
    case 'gzip':
      return gunzip;
    case 'bzip2': {
      const { decodeBzip2 } = await import('./bzip2/index.ts');
      return (source, emit, name) => named(name, () => decodeBzip2(source, emit));
    }
    case 'xz': {
      const { decodeXz } = await import('./xz/index.ts');
      return (source, emit, name) => named(name, () => decodeXz(source, emit));
    }
    case 'zstd':
      return (await import('./zstd/index.ts')).decodeZstd;
  }
}

function copy(source: ByteSource, emit: (chunk: Uint8Array) => void): void {
  const input = Buffer.allocUnsafe(256 * 1024);
  for (let got = source.read(input); got > 0; got = source.read(input)) emit(input.subarray(0, got));
}

function gunzip(source: ByteSource, emit: (chunk: Uint8Array) => void, name: string): void {
  const input = Buffer.allocUnsafe(256 * 1024);
  const handle = gunzipHandle();
  const out = Buffer.allocUnsafe(512 * 1024);
  let filled = 0;
  let ended = false;
  /** All that there is: chunks are whole ones before the end, so that few files lie in two. */
  const flush = () => {
    const made = filled;
    filled = 0;
    if (made > 0) emit(out.subarray(0, made));
  };
  const feed = (mode: number, part: Uint8Array) => {
    for (let at = 0, more = !ended; more; at = part.length - handle.left) {
      if (!handle.step(mode, part, at, out.subarray(filled))) {
        flush();
        throw corrupt(name, 'its gzip data is damaged or cut off');
      }
      filled = out.length - handle.room;
      more = handle.room === 0;
      if (more) flush();
    }
    const rest = ended ? part : part.subarray(part.length - handle.left);
    ended ||= rest.length > 0;
    if (rest.every((byte) => byte === 0)) return;
    flush();
    throw corrupt(name, 'something follows its gzip data');
  };
  try {
    for (let got = source.read(input); got > 0; got = source.read(input))
      feed(zlib.constants.Z_NO_FLUSH, input.subarray(0, got));
    feed(zlib.constants.Z_FINISH, new Uint8Array(0));
    flush();
  } finally {
    handle.close();
  }
}

/** Node's gunzip takes members one after the other, ignores zeros behind the last, and refuses anything else there. */
function gunzipHandle(): ZlibHandle {
  const handle = openHandle(zlib.createGunzip());
  if (!handle) throw noEngine();
  return handle;
}

function foreignFormat(format: string): SallyportError {
  return new SallyportError('NotSupported', {
    format,
    platform: process.platform,
    reason: 'tar is read plain or packed with gzip, bzip2, xz or zstd',
    next: 'Unpack it with another program, or have it packed with one of these.',
  });
}

function noEngine(): SallyportError {
  return new SallyportError('NotSupported', {
    format: 'Compressed tar',
    platform: `Node ${process.version}`,
    reason: 'its zlib has no synchronous engine',
    next: 'Use another version of Node.',
  });
}

/** The codecs do not know the name of the file that they read. */
function named(name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isSallyportError(error) || error.code !== 'CorruptInput' || error.fields['path'] === name) throw error;
    throw corrupt(name, String(error.fields['reason']));
  }
}
