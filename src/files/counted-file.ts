import type { Trail } from './trail.ts';
import type { FileWriter } from './writer.ts';

/** A file in the making that counts, and that takes the folders made for it along when it goes. */
export class CountedFile implements FileWriter {
  readonly #file: FileWriter;
  readonly #trail: Trail | undefined;
  readonly #durable: boolean;
  readonly #count: (bytes: number) => void;

  constructor(file: FileWriter, trail: Trail | undefined, durable: boolean, count: (bytes: number) => void) {
    this.#file = file;
    this.#trail = trail;
    this.#durable = durable;
    this.#count = count;
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  write(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    this.#orAbort(() => {
      this.#count(bytes.length);
      this.#file.write(bytes);
    });
  }

  commit(): void {
    this.#orAbort(() => {
      this.#file.commit();
      if (this.#durable) this.#trail?.sync();
    });
    this.#trail?.close();
  }

  abort(): void {
    this.#file.abort();
    this.#trail?.undo();
  }

  [Symbol.dispose](): void {
    this.abort();
  }

  #orAbort(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.abort();
      throw error;
    }
  }
}
