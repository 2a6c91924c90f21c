import { crc32 } from 'node:zlib';
import { SallyportError } from '../protocol/errors.ts';
import type { Compression } from './compression.ts';
import { fields, type Crew, type Slot } from './crew/index.ts';
import { dictionaryBytes } from './deflate.ts';
import { readFully, type ByteSink } from './new-entry.ts';
import { createOutputBuffer, type OutputBuffer } from './output-buffer.ts';
import { xzBlockSizes, xzStreamEnd, xzStreamHeader, type BlockSizes } from './xz/index.ts';
import { canEncodeZstd } from './zstd/index.ts';

const mib = 1024 * 1024;

/** What the crew of a compression must be like. */
export function crewNeeds(
  compression: Compression,
  level: number,
): { inputBytes: number; threadBytes: number; isSlow: boolean } {
  if (compression === 'none') return { inputBytes: 1, threadBytes: 0, isSlow: false };
  const { partBytes, threadBytes, isSlow, dictionary } = shapes[compression];
  return { inputBytes: dictionary + partBytes(level), threadBytes, isSlow };
}

/**
 * Compresses what is written to it in parts, at the same time, that are joined to one file; `emit` gets chunks that are
 * valid during the call only. How the parts are cut depends on nothing but the bytes and the level.
 */
export function createCompressor(
  compression: Compression,
  level: number,
  crew: Crew,
  emit: (chunk: Uint8Array) => void,
): ByteSink {
  const out = createOutputBuffer(emit);
  if (compression === 'none') return plainSink(out);
  if (compression === 'zstd' && !canEncodeZstd()) throw noZstd();
  const { coding, partBytes, dictionary: kept, frame } = shapes[compression];
  const { start, part, end } = frame();
  const size = partBytes(level);
  let input: Buffer | undefined;
  let [dictionary, filled] = [0, 0];

  function open(): Buffer {
    const next = crew.input();
    // What went before is still in its slot: that one is not used again before this one.
    const before = Math.min(kept, filled);
    if (input) input.copy(next, 0, dictionary + filled - before, dictionary + filled);
    [input, dictionary, filled] = [next, before, 0];
    return next;
  }

  function submit(isLast: boolean): void {
    if (!input) return;
    const plain = input.subarray(dictionary, dictionary + filled);
    part.plain?.(plain);
    crew.submit({ coding, level, dictionary, isLast, lengths: [filled] }, (slot: Slot) => {
      const made = slot.output.subarray(0, slot.words[fields.made]);
      part.made?.(made);
      out.put(made);
    });
  }

  /** Room for some of so many bytes, which the caller fills at once. */
  function room(bytes: number): Buffer {
    if (input && filled === size) submit(false);
    const into = input && filled < size ? input : open();
    const from = dictionary + filled;
    filled = Math.min(size, filled + bytes);
    return into.subarray(from, dictionary + filled);
  }

  out.put(start());
  return {
    ...sinkOf(room),
    end() {
      if (!input) open();
      submit(true);
      crew.finish();
      out.put(end());
      out.flush();
    },
  };
}

function plainSink(out: OutputBuffer): ByteSink {
  return { ...sinkOf((bytes) => out.take(Math.min(bytes, mib / 4))), end: () => out.flush() };
}

function sinkOf(room: (bytes: number) => Buffer): Omit<ByteSink, 'end'> {
  return {
    write(bytes) {
      for (let at = 0; at < bytes.length;) {
        const into = room(bytes.length - at);
        into.set(bytes.subarray(at, at + into.length));
        at += into.length;
      }
    },
    take(source, bytes) {
      let came = 0;
      for (let done = 0; done < bytes;) {
        const into = room(bytes - done);
        const got = readFully(source, into);
        if (got < into.length) into.fill(0, got);
        came += got;
        done += into.length;
      }
      return came;
    },
  };
}

interface Frame {
  start(): Uint8Array;
  readonly part: { plain?(bytes: Uint8Array): void; made?(bytes: Uint8Array): void };
  end(): Uint8Array;
}

interface CompressionShape {
  readonly coding: 'deflate-part' | 'bzip2' | 'xz' | 'zstd';
  partBytes(level: number): number;
  readonly threadBytes: number;
  readonly isSlow: boolean;
  /** How much of the part before a part may refer to. */
  readonly dictionary: number;
  frame(): Frame;
}

const nothing = new Uint8Array(0);
const bare = (): Frame => ({ start: () => nothing, part: {}, end: () => nothing });

const shapes: Record<Exclude<Compression, 'none'>, CompressionShape> = {
  gzip: {
    coding: 'deflate-part',
    partBytes: () => mib,
    threadBytes: mib,
    isSlow: false,
    dictionary: dictionaryBytes,
    frame: gzipMember,
  },
  // A stream for each part, which fills about one block.
  bzip2: {
    coding: 'bzip2',
    partBytes: (level) => Math.max(1, level) * 100_000,
    threadBytes: 16 * mib,
    isSlow: false,
    dictionary: 0,
    frame: bare,
  },
  xz: {
    coding: 'xz',
    partBytes: () => mib,
    threadBytes: 48 * mib, // of which a block needs a quarter, but it is not given back at once
    isSlow: true,
    dictionary: 0,
    frame: xzStream,
  },
  zstd: {
    coding: 'zstd',
    partBytes: () => 4 * mib,
    threadBytes: 40 * mib,
    isSlow: true,
    dictionary: 0,
    frame: bare,
  },
};

/** RFC 1952, without a name and without a time: the same bytes for the same input. */
function gzipMember(): Frame {
  let [crc, bytes] = [0, 0];
  return {
    start: () => Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255),
    part: {
      plain(part) {
        crc = crc32(part, crc);
        bytes += part.length;
      },
    },
    end() {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc, 0);
      trailer.writeUInt32LE(bytes % 2 ** 32, 4);
      return trailer;
    },
  };
}

function xzStream(): Frame {
  const blocks: BlockSizes[] = [];
  return {
    start: xzStreamHeader,
    part: { made: (block) => void blocks.push(xzBlockSizes(block)) },
    end: () => xzStreamEnd(blocks),
  };
}

function noZstd(): SallyportError {
  return new SallyportError('NotSupported', {
    format: 'Making tar.zst',
    platform: `Node ${process.version}`,
    reason: 'it has no zstd encoder before Node 22.15',
    next: 'Make a tar.gz or tar.xz instead, or run Sallyport with Node 22.15 or later.',
  });
}
