import type { ByteSource } from '../protocol/bytes.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import { corrupt } from './corrupt.ts';
import { gunzip } from './gunzip.ts';
import type { TarFormat } from './tar-format.ts';

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

/** What else there is, by first bytes that begin no name in a tar; to call such a file damaged would be wrong. */
const foreign: readonly [string, RegExp][] = [
  ['tar.Z (compress)', /^1f(?:9d|a0)/],
  ['tar.lz4', /^04224d18/],
  ['tar.lz', /^4c5a495001/],
  ['tar.lzma', /^5d0000.{4}f{16}/],
  ['7z', /^377abcaf271c/],
  ['rar', /^526172211a07/],
  ['ar', /^213c617263683e0a/],
];

/** With what begins its first block, or its end: `BZh` alone may be the first name in a plain tar. */
const bzip2Start = /^425a683[1-9](?:314159265359|177245385090)/;

/** What the first bytes of a file say it is; no magic number means plain tar. */
export function detectCompression(start: Buffer): TarFormat {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'tar.gz';
  if (bzip2Start.test(start.toString('hex'))) return 'tar.bz2';
  if (start.toString('hex', 0, 6) === 'fd377a585a00') return 'tar.xz';
  if (/^504b0(?:304|506)/.test(start.toString('hex', 0, 4))) throw zipInstead();
  const [format] = foreign.find(([, magic]) => magic.test(start.toString('hex'))) ?? [];
  if (format !== undefined) throw foreignFormat(format);
  // A zstd file may begin with a frame to be passed over, of which there are 16 kinds.
  return /^(?:28b52ffd|5.2a4d18)$/.test(start.toString('hex', 0, 4)) ? 'tar.zst' : 'tar';
}

/**
 * Feeds the plain bytes of a source to `emit`, in chunks that are valid during the call only. Checksums come behind what
 * they cover: `checked` is called when all that was emitted so far is known to be right.
 */
export type Decompress = (
  source: ByteSource,
  emit: (chunk: Uint8Array) => void,
  checked: () => void,
  name: string,
) => void;

/** Loads no more than what is needed. */
export async function decompressorOf(compression: Compression): Promise<Decompress> {
  switch (compression) {
    case 'none':
      return copy;
    case 'gzip':
      return gunzip;
    case 'bzip2': {
      const { decodeBzip2 } = await import('./bzip2/index.ts');
      return (source, emit, checked, name) => named(name, () => decodeBzip2(source, emit, checked));
    }
    case 'xz': {
      const { decodeXz } = await import('./xz/index.ts');
      return (source, emit, checked, name) => named(name, () => decodeXz(source, emit, { checked }));
    }
    case 'zstd':
      return (await import('./zstd/index.ts')).decodeZstd;
  }
}

/** A plain tar has no checksums but those of its headers: there is nothing to wait for, also where what follows is wrong. */
function copy(source: ByteSource, emit: (chunk: Uint8Array) => void, checked: () => void): void {
  const input = Buffer.allocUnsafe(256 * 1024);
  for (let got = source.read(input); got > 0; got = source.read(input)) {
    try {
      emit(input.subarray(0, got));
    } finally {
      checked();
    }
  }
}

function zipInstead(): SallyportError {
  return new SallyportError('CorruptInput', {
    says: 'This is a zip archive, not a tar.',
    next: 'Use "zip list" or "zip extract".',
  });
}

function foreignFormat(format: string): SallyportError {
  return new SallyportError('NotSupported', {
    format,
    platform: 'any system',
    reason: 'tar is read plain or packed with gzip, bzip2, xz or zstd',
    next: 'Unpack it with another program, or have it packed with one of these.',
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
