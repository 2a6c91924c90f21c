import type { ByteSource } from '../../protocol/bytes.ts';
import { BitReader } from './bits.ts';
import { BlockDecoder } from './block-decoder.ts';
import { joinCrc } from './crc.ts';
import { BLOCK_MAGIC, BLOCK_UNIT, corrupt, END_MAGIC, STREAM_MAGIC } from './format.ts';
import { RunExpander } from './runs.ts';

/**
 * Decodes one or more streams that follow each other. A chunk is valid only during its call, and is to be trusted only
 * when `checked` is called after it: a checksum comes after what it covers.
 *
 * Zeros after the last stream are padding, as for bzip2. Anything else is an error there, though bzip2 only warns.
 *
 *     decodeBzip2({ read: (into) => fs.readSync(input, into) }, (chunk) => fs.writeSync(output, chunk));
 */
export function decodeBzip2(source: ByteSource, emit: (chunk: Uint8Array) => void, checked = () => {}): void {
  const bits = new BitReader(source);
  const output = new RunExpander(emit);
  const decoder = new BlockDecoder(bits, output);
  const blockChecked = () => {
    output.flush();
    checked();
  };
  if (bits.read(24) !== STREAM_MAGIC) throw corrupt('it does not start with "BZh"');
  do decodeStream(bits, decoder, blockChecked);
  while (anotherStarts(bits));
}

function decodeStream(bits: BitReader, decoder: BlockDecoder, blockChecked: () => void): void {
  const level = bits.read(8) - 0x30;
  if (level < 1 || level > 9) throw corrupt('its block size is out of range');
  decoder.reserve(level * BLOCK_UNIT);
  let crc = 0;
  for (let magic = bits.read48(); magic !== END_MAGIC; magic = bits.read48()) {
    if (magic !== BLOCK_MAGIC) throw corrupt('a block does not start as it must');
    const blockCrc = bits.readInt32();
    if (decoder.decode() !== blockCrc) throw corrupt('the checksum of a block is wrong');
    blockChecked();
    crc = joinCrc(crc, blockCrc);
  }
  if (bits.readInt32() !== crc) throw corrupt('the checksum of a stream is wrong');
  bits.skipToByte();
}

function anotherStarts(bits: BitReader): boolean {
  if (bits.atEnd()) return false;
  const first = bits.read(8);
  if (first === STREAM_MAGIC >> 16 && bits.read(16) === (STREAM_MAGIC & 0xffff)) return true;
  let zeros = first === 0;
  while (zeros && !bits.atEnd()) zeros = bits.read(8) === 0;
  if (!zeros) throw corrupt('something else follows it');
  return false;
}
