import { corrupt } from './failure.ts';

/**
 * A variable-length integer (.xz format 1.2): seven bits a byte, lowest first.
 * Values past 2^53 are refused; no real size is that large.
 */
export function readVli(nextByte: () => number): number {
  let value = 0;
  let scale = 1;
  for (let index = 0; index < 9; index++) {
    const byte = nextByte();
    if (byte === 0 && index > 0) throw corrupt('a number is not in its shortest form');
    value += (byte & 0x7f) * scale;
    if (value > Number.MAX_SAFE_INTEGER) break;
    if (byte < 0x80) return value;
    scale *= 128;
  }
  throw corrupt('a number is too large');
}

export function vliBytes(value: number): number[] {
  const bytes = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  bytes.push(rest);
  return bytes;
}
