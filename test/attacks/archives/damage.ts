import { crc32 } from 'node:zlib';
import { packTar, zstdStored } from '../../fixtures/compress.ts';
import { buildTar } from '../../fixtures/tar-builder.ts';
import { corrupt, type Attack, type Packed } from './attack.ts';
import { good } from './entries.ts';

const text = Array.from({ length: 400 }, (_, i) => `line ${i * 7919} of some text\n`).join('');
const tar = buildTar([good, { name: 'text', data: text }]);
const whole = { 'good.txt': 'fine', text: text.length };
const pack = (format: Packed, bytes = tar) => packTar(format, [bytes])[0] as Buffer;
const all: readonly Packed[] = ['tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'];

/** Every compression, changed in the same way. */
function each(change: (packed: Buffer) => Buffer, formats = all): Pick<Attack, 'packed'> {
  return { packed: Object.fromEntries(formats.map((format) => [format, () => change(pack(format))])) };
}

export const damage: readonly Attack[] = [
  {
    id: 'packed-damaged',
    row: 29,
    what: 'a damaged compressed body',
    // What stands in a frame without compression and without a checksum can be changed.
    ...each((packed) => flipped(packed, packed.length >> 1), ['tar.gz', 'tar.bz2', 'tar.xz']),
    extract: corrupt,
  },
  {
    id: 'packed-check',
    row: 29,
    what: 'a wrong checksum behind the compressed data',
    packed: {
      'tar.gz': () => flipped(pack('tar.gz'), -6),
      'tar.bz2': () => flipped(pack('tar.bz2'), -3),
      'tar.xz': () => xzWithCheck(pack('tar.xz')),
    },
    extract: { ...corrupt, files: whole },
  },
  {
    id: 'packed-length',
    row: 29,
    what: 'a wrong length behind the compressed data',
    packed: { 'tar.gz': () => flipped(pack('tar.gz'), -1), 'tar.xz': () => flipped(pack('tar.xz'), -8) },
    extract: { ...corrupt, files: whole },
  },
  {
    id: 'packed-cut',
    row: 29,
    what: 'compressed data that is cut off in its middle',
    ...each((packed) => packed.subarray(0, packed.length >> 1)),
    extract: corrupt,
  },
  {
    id: 'packed-cut-end',
    row: 29,
    what: 'compressed data without its last byte',
    ...each((packed) => packed.subarray(0, -1)),
    extract: { ...corrupt, files: whole },
  },
  {
    id: 'packed-cut-start',
    row: 29,
    what: 'nothing but the magic number of a compression',
    ...each((packed) => packed.subarray(0, 6)),
    extract: corrupt,
  },
  {
    id: 'packed-junk',
    row: 29,
    what: 'garbage behind the compressed data',
    ...each((packed) => Buffer.concat([packed, Buffer.from('junk')])),
    extract: { ...corrupt, files: whole },
  },
  {
    id: 'packed-second-cut',
    row: 29,
    what: 'a second member that is cut off',
    ...each((packed) => Buffer.concat([packed, packed.subarray(0, 20)])),
    extract: { ...corrupt, files: whole },
  },
  {
    id: 'gzip-reserved-flags',
    row: 29,
    what: 'reserved flags in its gzip header',
    packed: { 'tar.gz': () => edited(pack('tar.gz'), 3, 0xe0) },
    extract: corrupt,
  },
  {
    id: 'gzip-method',
    row: 29,
    what: 'an unknown method in its gzip header',
    packed: { 'tar.gz': () => edited(pack('tar.gz'), 2, 7) },
    extract: corrupt,
  },
  {
    id: 'bzip2-level',
    row: 29,
    what: 'a block size that bzip2 does not have',
    packed: { 'tar.bz2': () => edited(pack('tar.bz2'), 3, 0x30) },
    extract: corrupt,
  },
  {
    id: 'xz-flags',
    row: 29,
    what: 'flags in its xz header that nobody knows',
    packed: { 'tar.xz': () => edited(pack('tar.xz'), 6, 0x80) },
    extract: corrupt,
  },
  {
    id: 'zstd-block-type',
    row: 29,
    what: 'a block type that zstd does not have',
    packed: { 'tar.zst': () => edited(zstdStored(tar), 6, 7) },
    extract: corrupt,
  },
];

/** An xz stream whose block asks for another dictionary (0 to 40; 40 is 4 GiB), with a right checksum of its header. */
export function xzWithDictionary(bytes: Buffer, size: number): Buffer {
  const packed = Buffer.from(pack('tar.xz', bytes));
  const header = packed.subarray(12, 12 + ((packed[12] as number) + 1) * 4);
  // The filter LZMA2: id 0x21, one byte of properties, which is the dictionary.
  const filter = header.indexOf(Buffer.from([0x21, 1]), 2);
  header[filter + 2] = size;
  header.writeUInt32LE(crc32(header.subarray(0, -4)), header.length - 4);
  return packed;
}

/** The check of the only block stands right before the index, which begins with a zero byte and counts one record. */
function xzWithCheck(packed: Buffer): Buffer {
  const footer = packed.subarray(-12);
  const indexBytes = (footer.readUInt32LE(4) + 1) * 4;
  return flipped(packed, -12 - indexBytes - 1);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const index = at < 0 ? bytes.length + at : at;
  return edited(bytes, index, (bytes[index] as number) ^ 0x10);
}

function edited(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}
