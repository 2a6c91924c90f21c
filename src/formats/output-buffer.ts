/** Gathers small writes into large ones; `emit` gets chunks that are valid during the call only. */
export interface OutputBuffer {
  /** How many bytes were put in. */
  readonly at: number;
  put(bytes: Uint8Array): void;
  /** Room for exactly so many bytes, to be filled by the caller at once; holds old bytes. */
  take(length: number): Buffer;
  flush(): void;
}

const bufferBytes = 512 * 1024;

export function createOutputBuffer(emit: (chunk: Uint8Array) => void): OutputBuffer {
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let [at, filled] = [0, 0];
  function flush(): void {
    if (filled > 0) emit(buffer.subarray(0, filled));
    filled = 0;
  }
  return {
    get at() {
      return at;
    },
    put(bytes) {
      at += bytes.length;
      const isLarge = bytes.length > bufferBytes / 2;
      if (isLarge || bytes.length > bufferBytes - filled) flush();
      if (isLarge) return emit(bytes);
      buffer.set(bytes, filled);
      filled += bytes.length;
    },
    take(length) {
      at += length;
      if (length > bufferBytes - filled) flush();
      filled += length;
      return buffer.subarray(filled - length, filled);
    },
    flush,
  };
}
