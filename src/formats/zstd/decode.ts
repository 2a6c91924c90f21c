import type { ByteSource } from '../../protocol/bytes.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { openHandle, type ZlibHandle } from '../zlib-handle.ts';
import { BlockDecoder } from './block.ts';
import { DamagedBlock } from './failure.ts';
import { readFrames, type FrameHeader } from './frames.ts';
import { nativeDecoder, zstdFlush } from './native.ts';
import { createXxh64, type Xxh64 } from './xxh64.ts';

/**
 * Feeds the plain bytes of a source to `emit`, in chunks that are valid during the call only: any number of frames,
 * windows up to 128 MiB. `checked` is called behind a frame, whose checksum, if it has one, was right. Node's own decoder
 * where it has one; `engine` chooses for tests.
 */
export function decodeZstd(
  source: ByteSource,
  emit: (chunk: Uint8Array) => void,
  checked: () => void,
  name: string,
  engine: 'native' | 'script' = 'native',
): void {
  const stream = engine === 'native' ? nativeDecoder(windowLog) : undefined;
  const handle = stream && openHandle(stream);
  if (!handle) return decodeFrames(source, emit, checked, name);
  try {
    decodeNative(handle, source, emit, checked, name);
  } finally {
    handle.close();
  }
}

const windowLog = 27;

function decodeNative(
  handle: ZlibHandle,
  source: ByteSource,
  emit: (chunk: Uint8Array) => void,
  checked: () => void,
  name: string,
): void {
  const input = Buffer.allocUnsafe(256 * 1024);
  const out = Buffer.allocUnsafe(512 * 1024);
  const feed = (flush: number, part: Uint8Array) => {
    // A step ends with a frame, too; the next one takes what is left. A frame that ends where the input does is not told.
    for (let at = 0, isMore = true; isMore; at = part.length - handle.left) {
      if (!handle.step(flush, part, at, out)) throw failure(handle.failure, name);
      const made = out.length - handle.room;
      if (made > 0) emit(out.subarray(0, made));
      if (made < out.length && handle.left > 0) checked();
      isMore = made === out.length || handle.left > 0;
    }
  };
  let total = 0;
  for (let got = source.read(input); got > 0; got = source.read(input)) {
    total += got;
    feed(zstdFlush.more, input.subarray(0, got));
  }
  if (total === 0) throw corrupt(name, 'it is empty');
  feed(zstdFlush.end, new Uint8Array(0));
}

function failure(code: string | undefined, name: string): SallyportError {
  if (code === 'ZSTD_error_frameParameter_windowTooLarge')
    return new SallyportError('ArchiveTooLarge', { reason: 'its zstd window is larger than 134217728 bytes' });
  if (code === 'ZSTD_error_prefix_unknown') return corrupt(name, 'something follows its zstd data, or it is none');
  return corrupt(name, 'its zstd data is damaged or cut off');
}

function decodeFrames(source: ByteSource, emit: (chunk: Uint8Array) => void, checked: () => void, name: string): void {
  let header: FrameHeader | undefined;
  let sum: Xxh64 | undefined;
  let made = 0;
  const decoder = new BlockDecoder((chunk) => {
    made += chunk.length;
    sum?.update(chunk);
    emit(chunk);
  });
  readFrames(
    source,
    {
      frame(next) {
        header = next;
        sum = next.hasChecksum ? createXxh64() : undefined;
        made = 0;
        decoder.startFrame(next.windowSize);
      },
      block(kind, size, stored) {
        try {
          decoder.decode(kind, size, stored);
        } catch (error) {
          if (error instanceof DamagedBlock) throw corrupt(name, `a zstd block is damaged: ${error.message}`);
          throw error;
        }
      },
      end(checksum) {
        decoder.endFrame();
        if (header?.contentSize !== undefined && header.contentSize !== made)
          throw corrupt(name, 'a zstd frame is not as long as it says');
        if (checksum !== sum?.low()) throw corrupt(name, 'the checksum of a zstd frame is wrong');
        checked();
      },
    },
    name,
  );
}
