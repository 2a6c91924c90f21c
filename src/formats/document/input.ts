import type { RandomAccess } from '../../protocol/bytes.ts';

/** A document as bytes at any place. */
export interface DocumentInput {
  /** For messages, and where two text formats look alike. */
  readonly name: string;
  readonly bytes: number;
  /** Exactly `length` bytes, or CorruptInput. */
  read(offset: number, length: number): Uint8Array;
}

export function documentInput(file: RandomAccess): DocumentInput {
  return {
    name: file.name,
    bytes: file.size,
    read(offset, length) {
      const into = Buffer.allocUnsafe(length);
      file.readAt(offset, into);
      return into;
    },
  };
}

/** The first bytes, as many as there are. */
export function headOf(input: DocumentInput, length: number): Buffer {
  const head = input.read(0, Math.min(length, input.bytes));
  return Buffer.from(head.buffer, head.byteOffset, head.byteLength);
}
