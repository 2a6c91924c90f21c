import type { ByteSource } from '../../protocol/bytes.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { Input } from '../input.ts';
import { blockKinds, maxBlock, type BlockKind } from './block.ts';

/** RFC 8878: what the start of a frame says. */
export interface FrameHeader {
  readonly windowSize: number;
  readonly contentSize: number | undefined;
  readonly hasChecksum: boolean;
}

export interface FrameHandler {
  frame(header: FrameHeader): void;
  /** `size` is that of the content, or of `stored` if it is packed; `stored` is valid during the call only. */
  block(kind: BlockKind, size: number, stored: Uint8Array): void;
  /** `checksum` is the low half of the XXH64 of the content. */
  end(checksum: number | undefined): void;
}

const maxWindow = 128 * 1024 * 1024;
const magic = 0xfd2fb528;

/** Takes a file of frames apart without unpacking anything, so that nothing is allocated for what is refused. */
export function readFrames(source: ByteSource, handler: FrameHandler, name: string): void {
  const input = new Input(source, name);
  for (let frames = 0; ; frames++) {
    if (!input.has(1)) {
      if (frames === 0) throw corrupt(name, 'it is empty');
      return;
    }
    const found = take(input, 4).readUInt32LE(0);
    if (found >>> 4 === 0x184d2a5) {
      for (let left = take(input, 4).readUInt32LE(0); left > 0;) left -= input.take(Math.min(left, maxBlock)).length;
      continue;
    }
    if (found !== magic) throw corrupt(name, frames === 0 ? 'it is not zstd data' : 'something follows its zstd data');
    const header = readHeader(input, name);
    handler.frame(header);
    for (let isLast = false; !isLast;) {
      const word = take(input, 3).readUIntLE(0, 3);
      isLast = (word & 1) === 1;
      const kind = blockKinds[(word >> 1) & 3];
      const size = word >> 3;
      if (!kind || size > maxBlock) throw corrupt(name, 'a zstd block is damaged');
      handler.block(kind, size, input.take(kind === 'run' ? 1 : size));
    }
    handler.end(header.hasChecksum ? take(input, 4).readUInt32LE(0) : undefined);
  }
}

function readHeader(input: Input, name: string): FrameHeader {
  const descriptor = input.byte();
  if ((descriptor & 8) !== 0) throw corrupt(name, 'a zstd frame is of a later version');
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const rest = Buffer.from(input.take((isSingle ? 0 : 1) + dictionaryBytes + sizeBytes));
  const sizeAt = rest.length - sizeBytes;
  if (rest.subarray(sizeAt - dictionaryBytes, sizeAt).some((byte) => byte !== 0))
    throw corrupt(name, 'a zstd frame needs a dictionary that is not there');
  let contentSize: number | undefined;
  if (sizeBytes === 8) contentSize = Number(rest.readBigUInt64LE(sizeAt));
  else if (sizeBytes > 0) contentSize = rest.readUIntLE(sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  const windowSize = isSingle ? contentSize! : windowOf(rest[0]!);
  if (windowSize > maxWindow)
    throw new SallyportError('ArchiveTooLarge', {
      reason: `its zstd window of ${windowSize} bytes is larger than ${maxWindow} bytes`,
    });
  return { windowSize, contentSize, hasChecksum: (descriptor & 4) !== 0 };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function take(input: Input, size: number): Buffer {
  const { buffer, byteOffset } = input.take(size);
  return Buffer.from(buffer, byteOffset, size);
}
