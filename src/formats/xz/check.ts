import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Crc64 } from './crc64.ts';

/** The integrity check of a block. */
export interface Check {
  update(bytes: Uint8Array): void;
  digest(): Uint8Array;
}

export interface CheckKind {
  readonly size: number;
  readonly create: () => Check;
}

/** By their id in the stream flags (.xz format 2.1.1.2). */
export const checkKinds: ReadonlyMap<number, CheckKind> = new Map([
  [0x00, { size: 0, create: () => ({ update() {}, digest: () => new Uint8Array(0) }) }],
  [0x01, { size: 4, create: crc32Check }],
  [0x04, { size: 8, create: () => new Crc64() }],
  [0x0a, { size: 32, create: sha256Check }],
]);

export const CRC32_CHECK = 0x01;

function crc32Check(): Check {
  let value = 0;
  return {
    update(bytes) {
      value = crc32(bytes, value);
    },
    digest: () => littleEndian32(value),
  };
}

function sha256Check(): Check {
  const hash = createHash('sha256');
  return {
    update(bytes) {
      hash.update(bytes);
    },
    digest: () => hash.digest(),
  };
}

export function littleEndian32(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);
}
