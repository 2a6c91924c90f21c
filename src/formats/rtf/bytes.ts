import type { Fonts } from './fonts.ts';

const maxBytes = 65_536;

/** Bytes of text that wait to be decoded: a character may come in several of them, each written in another way. */
export class PendingBytes {
  readonly #fonts: Fonts;
  readonly #bytes: number[] = [];

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  get isLong(): boolean {
    return this.#bytes.length > maxBytes;
  }

  push(byte: number): void {
    this.#bytes.push(byte);
  }

  pushAll(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) this.#bytes.push(bytes[at] as number);
  }

  /** What they say in a font. */
  take(font: number): string {
    const bytes = Buffer.from(this.#bytes.splice(0));
    return this.#fonts.symbols(font)?.show(bytes.toString('latin1')) ?? this.#fonts.decode(bytes, font);
  }
}

export function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] as number) > 0x7f) return false;
  return true;
}
