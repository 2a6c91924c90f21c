import type { Transform } from 'node:stream';

/**
 * The synchronous engine inside a stream of node:zlib. The public synchronous functions make and throw away a state for
 * every call, which costs more than the work on a small file, and take only whole inputs. The engine is not documented:
 * where a Node does not have it in this shape, `openHandle` gives undefined.
 */
export interface ZlibHandle {
  /** Room left in the output, and bytes left of the input, after the last step. */
  readonly room: number;
  readonly left: number;
  /** The engine's own word for what was wrong with the last step. */
  readonly failure: string | undefined;
  /** Takes `input` from `at` to `end`, fills `out` up to `outEnd`. False when the data is damaged or, at the end, cut off. */
  step(flush: number, input: Uint8Array, at: number, out: Uint8Array, end?: number, outEnd?: number): boolean;
  reset(): void;
  close(): void;
}

interface Inside {
  readonly _handle?: {
    writeSync(
      flush: number,
      input: Uint8Array,
      at: number,
      length: number,
      out: Uint8Array,
      outAt: number,
      outLength: number,
    ): void;
    reset(): void;
    onerror: (message: string, number: number, code: string) => void;
  };
  readonly _writeState?: Uint32Array;
  close(): void;
}

export function openHandle(stream: Transform): ZlibHandle | undefined {
  const inside = stream as unknown as Inside;
  const { _handle: handle, _writeState: state } = inside;
  if (!handle || state?.length !== 2 || typeof handle.writeSync !== 'function' || typeof handle.reset !== 'function')
    return undefined;
  let failure: string | undefined;
  handle.onerror = (_message, _number, code) => (failure = code);
  return {
    get room() {
      return state[0] as number;
    },
    get left() {
      return state[1] as number;
    },
    get failure() {
      return failure;
    },
    step(flush, input, at, out, end = input.length, outEnd = out.length) {
      failure = undefined;
      handle.writeSync(flush, input, at, end - at, out, 0, outEnd);
      return failure === undefined;
    },
    reset: () => handle.reset(),
    close: () => inside.close(),
  };
}
