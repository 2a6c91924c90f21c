import { SallyportError } from '../protocol/errors.ts';
import { boundEnds } from './bound.ts';
import type { Redactor } from './redact.ts';
import { completeEnd, fromBytes, toBytes } from './utf8.ts';

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
  /** What its brief form holds; from this size on the whole is in a file. As maxBytes when absent. */
  readonly briefBytes?: number;
  readonly redactor: Redactor;
  /** Called once, when the redacted text grows past briefBytes. */
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
  /** Bytes are UTF-8 as a rule; what is not is counted and spilled as it is, and shown as U+FFFD. Throws OutputTooLarge once, when hardLimit is passed; what comes later is ignored. */
  write(chunk: string | Uint8Array): void;
  end(): SinkResult;
  /** Forgets everything and removes an uncommitted file; nothing to do after end(). */
  discard(): void;
}

export interface SinkResult {
  readonly text: string;
  /** Size of the whole redacted output. */
  readonly bytes: number;
  readonly truncated: boolean;
  /** The same within briefBytes, where that is less. */
  readonly brief?: string;
  readonly spill?: Spilled;
}

export function createSink(options: SinkOptions): Sink {
  const { maxBytes, briefBytes = maxBytes, redactor, spill, hardLimit = Infinity, what = 'output' } = options;
  const decoder = utf8Decoder();
  const redaction = redactor.stream();
  let kept: Buffer[] = [];
  let bytes = 0;
  /** UTF-8 size of what would be shown of all of it. */
  let shown = 0;
  let taken = 0;
  let closed = false;
  let file: SpillFile | undefined;
  let ends: Ends | undefined;

  function keep(text: string): void {
    if (text === '') return;
    const chunk = toBytes(text);
    const plain = text.isWellFormed() ? text : chunk.toString();
    options.follow?.(plain);
    bytes += chunk.length;
    shown += plain === text ? chunk.length : Buffer.byteLength(plain);
    kept.push(chunk);
    if (shown > briefBytes) {
      const unwritten = file ? [chunk] : kept;
      file ??= spill();
      for (const part of unwritten) file.write(part);
    }
    if (shown <= maxBytes) return;
    ends ??= createEnds(maxBytes);
    for (const part of kept) ends.add(part);
    kept = [];
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
      const all = Buffer.concat(kept);
      if (!file) return { text: all.toString(), bytes, truncated: false };
      const spilled = file.commit();
      file = undefined;
      const { first, last } = ends?.read() ?? { first: all, last: all };
      const within = (size: number) =>
        boundEnds(first.subarray(0, size), last.subarray(-size), bytes, size, `; whole output: ${spilled.path}`).text;
      return {
        text: ends ? within(maxBytes) : all.toString(),
        bytes,
        truncated: ends !== undefined,
        ...(briefBytes < maxBytes ? { brief: within(briefBytes) } : {}),
        spill: spilled,
      };
    },
    discard() {
      closed = true;
      kept = [];
      file?.abort();
      file = undefined;
    },
  };
}

interface Ends {
  add(chunk: Buffer): void;
  read(): { first: Buffer; last: Buffer };
}

/** The first and the last `size` bytes of a stream, or all of it. */
function createEnds(size: number): Ends {
  const first = Buffer.alloc(size);
  const ring = Buffer.alloc(size);
  let filled = 0;
  let at = 0;
  let total = 0;
  return {
    add(chunk) {
      if (size === 0) return;
      total += chunk.length;
      filled += chunk.copy(first, filled);
      const latest = chunk.subarray(Math.max(0, chunk.length - size));
      const wrapped = latest.length - latest.copy(ring, at);
      latest.copy(ring, 0, latest.length - wrapped);
      at = (at + latest.length) % size;
    },
    read() {
      if (total < size) return { first: first.subarray(0, total), last: first.subarray(0, total) };
      return { first, last: Buffer.concat([ring.subarray(at), ring.subarray(0, at)]) };
    },
  };
}

interface Decoder {
  decode(chunk: string | Uint8Array): string;
  end(): string;
}

/** Faster to make than a TextDecoder, keeps a byte order mark, and loses no byte. A text is made well-formed first. */
function utf8Decoder(): Decoder {
  let carry: Buffer | undefined;
  /** A surrogate whose other half may come with the next text. */
  let half = '';

  function end(): string {
    const text = half === '' && !carry ? '' : half.toWellFormed() + fromBytes(carry ?? Buffer.alloc(0));
    [half, carry] = ['', undefined];
    return text;
  }

  return {
    decode(chunk) {
      if (typeof chunk === 'string') {
        const text = half + chunk;
        half = '';
        const before = end();
        if (/[\ud800-\udbff]$/.test(text)) half = text.slice(-1);
        return before + text.slice(0, text.length - half.length).toWellFormed();
      }
      const before = half === '' ? '' : end();
      const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const bytes = carry ? Buffer.concat([carry, view]) : view;
      const whole = completeEnd(bytes);
      // A copy: the caller may use its buffer again.
      carry = whole < bytes.length ? Buffer.from(bytes.subarray(whole)) : undefined;
      return before + fromBytes(bytes.subarray(0, whole));
    },
    end,
  };
}
