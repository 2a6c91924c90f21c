import { crc32 } from 'node:zlib';
import { SallyportError } from '../../protocol/errors.ts';
import type { ByteSource } from '../../protocol/bytes.ts';
import { Input } from '../input.ts';
import type { CheckKind } from './check.ts';
import { corrupt } from './failure.ts';
import { createFilters } from './filters.ts';
import {
  checkKind,
  dictionarySize,
  isZero,
  LZMA2_ID,
  parseBlockHeader,
  parseStreamFooter,
  parseStreamHeader,
  readUint32,
  STREAM_FOOTER_SIZE,
  STREAM_HEADER_SIZE,
  type BlockHeader,
} from './header.ts';
import { Lzma2Decoder } from './lzma2-decode.ts';
import { RecordSum, type BlockSizes } from './records.ts';
import { readVli } from './vli.ts';

export interface DecodeXzOptions {
  /** The largest dictionary that is accepted, in bytes; what a file really needs may be less, so memory grows as it decodes. */
  readonly memoryLimit?: number;
  /** Called behind each block whose check was right. */
  readonly checked?: () => void;
}

type Emit = (chunk: Uint8Array) => void;

const DEFAULT_MEMORY_LIMIT = 128 * 1024 * 1024;
/** Positions are held as 32-bit integers. */
const MAX_MEMORY_LIMIT = 1024 * 1024 * 1024;

/**
 * Decodes a whole .xz file, which may be many streams one after the other.
 * A chunk is valid during the call that gets it, and is to be trusted only when `checked` is called: checks come last.
 *
 *     decodeXz({ read: (into) => fs.readSync(fd, into) }, (chunk) => hash.update(chunk));
 */
export function decodeXz(source: ByteSource, emit: Emit, options: DecodeXzOptions = {}): void {
  const input = new Input(source, 'xz data');
  const decoder = new Lzma2Decoder();
  const memoryLimit = Math.min(options.memoryLimit ?? DEFAULT_MEMORY_LIMIT, MAX_MEMORY_LIMIT);
  const { checked = () => {} } = options;
  do decodeStream(input, decoder, { emit, checked, memoryLimit });
  while (hasNextStream(input));
}

/** Streams may be followed by a multiple of four zero bytes (2.2). */
function hasNextStream(input: Input): boolean {
  while (input.has(4)) {
    if (readUint32(input.bytes, input.at) !== 0) return true;
    input.at += 4;
  }
  if (input.has(1)) throw corrupt('something that is not xz data follows it');
  return false;
}

interface Work extends Required<DecodeXzOptions> {
  readonly emit: Emit;
}

function decodeStream(input: Input, decoder: Lzma2Decoder, work: Work): void {
  const checkId = parseStreamHeader(input.take(STREAM_HEADER_SIZE));
  const kind = checkKind(checkId);
  const blocks = new RecordSum();
  for (;;) {
    input.need(1);
    const sizeByte = input.bytes[input.at]!;
    if (sizeByte === 0) break;
    const header = parseBlockHeader(input.take((sizeByte + 1) * 4));
    blocks.add(decodeBlock(input, decoder, header, kind, work));
    work.checked();
  }
  const indexSize = verifyIndex(input, blocks);
  if (parseStreamFooter(input.take(STREAM_FOOTER_SIZE), checkId) !== indexSize)
    throw corrupt('the size of its index is wrong');
}

function decodeBlock(
  input: Input,
  decoder: Lzma2Decoder,
  header: BlockHeader,
  kind: CheckKind,
  { emit, memoryLimit }: Work,
): BlockSizes {
  const dictionary = windowSize(header, memoryLimit);
  const check = kind.create();
  const { uncompressedSize: sizeAtMost = Infinity, compressedSize: packedAtMost = Infinity } = header;
  let uncompressedSize = 0;
  const filters = createFilters(header.filters.slice(0, -1), (chunk) => {
    check.update(chunk);
    emit(chunk);
  });
  const start = input.position;
  decoder.decode(input, dictionary, (chunk) => {
    uncompressedSize += chunk.length;
    if (uncompressedSize > sizeAtMost || input.position - start > packedAtMost)
      throw corrupt('a block is larger than it says');
    filters.write(chunk);
  });
  filters.end();
  const compressedSize = input.position - start;
  if (compressedSize !== (header.compressedSize ?? compressedSize)) throw corrupt('a block has not the size it says');
  if (uncompressedSize !== (header.uncompressedSize ?? uncompressedSize))
    throw corrupt('a block has not the size it says');
  if (!isZero(input.take(-compressedSize & 3))) throw corrupt('the padding of a block is not empty');
  if (Buffer.compare(input.take(kind.size), check.digest()) !== 0) throw corrupt('the checksum of a block is wrong');
  return { unpaddedSize: header.size + compressedSize + kind.size, uncompressedSize };
}

function windowSize({ filters }: BlockHeader, memoryLimit: number): number {
  const last = filters.at(-1);
  if (last?.id !== LZMA2_ID) throw corrupt('its last filter is not LZMA2');
  const size = dictionarySize(last);
  if (size > memoryLimit) {
    const reason = `the xz data needs a dictionary of ${size} bytes, and the memory limit is ${memoryLimit}`;
    throw new SallyportError('ArchiveTooLarge', { reason });
  }
  return size;
}

/** Compares the index (4) with what was decoded, and gives its size. */
function verifyIndex(input: Input, blocks: RecordSum): number {
  const start = input.position;
  const seen = new Uint8Array(4096);
  let filled = 0;
  let crc = 0;
  const nextByte = () => {
    if (filled === seen.length) {
      crc = crc32(seen, crc);
      filled = 0;
    }
    return (seen[filled++] = input.byte());
  };
  nextByte(); // the index indicator
  const records = new RecordSum();
  // The count first: a loop of 2^53 would follow from a lie.
  if (readVli(nextByte) !== blocks.count) throw corrupt('its index has another number of blocks');
  while (records.count < blocks.count)
    records.add({ unpaddedSize: readVli(nextByte), uncompressedSize: readVli(nextByte) });
  if (!records.equals(blocks)) throw corrupt('its index does not fit its blocks');
  while (((input.position - start) & 3) !== 0)
    if (nextByte() !== 0) throw corrupt('the padding of its index is not empty');
  crc = crc32(seen.subarray(0, filled), crc);
  if (readUint32(input.take(4), 0) !== crc) throw corrupt('the checksum of its index is wrong');
  return input.position - start;
}
