import { SallyportError } from '../protocol/errors.ts';
import { boundEnds, boundText } from './bound.ts';
import type { Redactor } from './redact.ts';
import { completeEnd } from './utf8.ts';

/** A file that takes the whole of an output which is too long to be shown. */
export interface SpillFile {
  write(bytes: Uint8Array): void;
  commit(): Spilled;
  abort(): void;
}

export interface Spilled {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface SinkOptions {
  /** What is kept of the redacted text, marker included. */
  readonly maxBytes: number;
  readonly redactor: Redactor;
  /** Called once, when the redacted text grows past maxBytes. */
  readonly spill: () => SpillFile;
  /** Input past this many bytes is an error. */
  readonly hardLimit?: number;
  /** The name of the stream in that error. */
  readonly what?: string;
  /** Called with the redacted text as it comes. */
  readonly follow?: (text: string) => void;
}

/** One output stream of one run; uses a bounded amount of memory whatever is written. */
export interface Sink {
  /** Bytes are UTF-8. Throws OutputTooLarge once, when hardLimit is passed; what comes later is ignored. */
  write(chunk: string | Uint8Array): void;
  end(): SinkResult;
  /** Forgets everything and removes an uncommitted file; nothing to do after end(). */
  discard(): void;
}

export interface SinkResult {
  readonly text: string;
  /** UTF-8 size of the whole redacted text. */
  readonly bytes: number;
  readonly truncated: boolean;
  readonly spill?: Spilled;
}

export function createSink(options: SinkOptions): Sink {
  const { maxBytes, redactor, spill, hardLimit = Infinity, what = 'output' } = options;
  const decoder = utf8Decoder();
  const redaction = redactor.stream();
  let kept = '';
  let bytes = 0;
  let taken = 0;
  let closed = false;
  let overflow: { file: SpillFile; ends: Ends } | undefined;

  function keep(text: string): void {
    if (text === '') return;
    options.follow?.(text);
    bytes += Buffer.byteLength(text);
    if (bytes <= maxBytes) {
      kept += text;
      return;
    }
    overflow ??= { file: spill(), ends: createEnds(maxBytes) };
    const chunk = Buffer.from(kept + text);
    kept = '';
    overflow.ends.add(chunk);
    overflow.file.write(chunk);
  }

  return {
    write(chunk) {
      if (closed) return;
      const size = typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length;
      const room = hardLimit - taken;
      taken += size;
      if (size <= room) return keep(redaction.push(decoder.decode(chunk)));
      closed = true;
      const rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      keep(redaction.push(decoder.decode(rest.subarray(0, room))));
      throw new SallyportError('OutputTooLarge', { limit: hardLimit, what: `bytes of ${what}` });
    },
    end() {
      closed = true;
      keep(redaction.push(decoder.end()) + redaction.end());
      if (!overflow) return { text: boundText(kept, maxBytes).text, bytes, truncated: false };
      const { file, ends } = overflow;
      const spilled = file.commit();
      overflow = undefined;
      const { first, last } = ends.read();
      const { text } = boundEnds(first, last, bytes, maxBytes, `; whole output: ${spilled.path}`);
      return { text, bytes, truncated: true, spill: spilled };
    },
    discard() {
      closed = true;
      kept = '';
      overflow?.file.abort();
      overflow = undefined;
    },
  };
}

interface Ends {
  add(chunk: Buffer): void;
  read(): { first: Buffer; last: Buffer };
}

/** The first and the last `size` bytes of a stream that is at least that long. */
function createEnds(size: number): Ends {
  const first = Buffer.alloc(size);
  const ring = Buffer.alloc(size);
  let filled = 0;
  let at = 0;
  return {
    add(chunk) {
      if (size === 0) return;
      filled += chunk.copy(first, filled);
      const latest = chunk.subarray(Math.max(0, chunk.length - size));
      const wrapped = latest.length - latest.copy(ring, at);
      latest.copy(ring, 0, latest.length - wrapped);
      at = (at + latest.length) % size;
    },
    read: () => ({ first, last: Buffer.concat([ring.subarray(at), ring.subarray(0, at)]) }),
  };
}

interface Decoder {
  decode(chunk: string | Uint8Array): string;
  end(): string;
}

/** Faster to make than a TextDecoder, and keeps a byte order mark. */
function utf8Decoder(): Decoder {
  let carry: Buffer | undefined;

  function end(): string {
    const text = carry?.toString() ?? '';
    carry = undefined;
    return text;
  }

  return {
    decode(chunk) {
      if (typeof chunk === 'string') return carry ? end() + chunk : chunk;
      const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const bytes = carry ? Buffer.concat([carry, view]) : view;
      const whole = completeEnd(bytes);
      // A copy: the caller may use its buffer again.
      carry = whole < bytes.length ? Buffer.from(bytes.subarray(whole)) : undefined;
      return bytes.toString('utf8', 0, whole);
    },
    end,
  };
}
