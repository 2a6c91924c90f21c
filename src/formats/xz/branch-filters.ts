import { readUint32 } from './header.ts';

/**
 * Undoes a filter in bytes[0..size), which start at `position` of the block, and gives how many are done;
 * the rest comes again with more behind it, or is left as it is at the end of the block.
 */
export type Undo = (bytes: Uint8Array, size: number, position: number) => number;

/** A filter that turned the relative addresses of branches into absolute ones, for one kind of machine code. */
export interface BranchFilter {
  readonly alignment: number;
  readonly create: () => Undo;
}

/** By their id in the block header. The bit patterns are those of liblzma, src/liblzma/simple. */
export const branchFilters: ReadonlyMap<number, BranchFilter> = new Map([
  [0x04, { alignment: 1, create: x86 }],
  [0x05, { alignment: 4, create: () => powerPc }],
  [0x06, { alignment: 16, create: () => ia64 }],
  [0x07, { alignment: 4, create: () => arm }],
  [0x08, { alignment: 2, create: () => armThumb }],
  [0x09, { alignment: 4, create: () => sparc }],
  [0x0a, { alignment: 4, create: () => arm64 }],
]);

/** Which byte of an address belongs to an opcode seen 1, 2 or 4 (as bits) bytes before. */
const OVERLAPPED_BYTE = [0, 1, 2, 2, 3];

function x86(): Undo {
  let mask = 0;
  let last = -5;
  const isSignByte = (byte: number) => byte === 0 || byte === 0xff;
  return (bytes, size, position) => {
    if (((position - last) | 0) > 5 || ((position - last) | 0) < 0) last = (position - 5) | 0;
    let at = 0;
    while (at <= size - 5) {
      const opcode = bytes[at]!;
      if (opcode !== 0xe8 && opcode !== 0xe9) {
        at++;
        continue;
      }
      const here = (position + at) | 0;
      const gap = (here - last) >>> 0;
      last = here;
      if (gap > 5) mask = 0;
      else for (let step = 0; step < gap; step++) mask = (mask & 0x77) << 1;
      const high = bytes[at + 4]!;
      if (isSignByte(high) && mask >> 1 <= 4 && mask >> 1 !== 3) {
        let target = (readUint32(bytes, at + 1) - (here + 5)) | 0;
        if (mask !== 0) {
          const bits = 32 - OVERLAPPED_BYTE[mask >> 1]! * 8;
          if (isSignByte((target >>> (bits - 8)) & 0xff)) target = ((target ^ ((1 << bits) - 1)) - (here + 5)) | 0;
        }
        bytes[at + 1] = target;
        bytes[at + 2] = target >>> 8;
        bytes[at + 3] = target >>> 16;
        bytes[at + 4] = -((target >>> 24) & 1);
        at += 5;
        mask = 0;
      } else {
        at++;
        mask |= isSignByte(high) ? 0x11 : 0x01;
      }
    }
    return at;
  };
}

const powerPc: Undo = (bytes, size, position) => {
  const end = size & ~3;
  for (let at = 0; at < end; at += 4) {
    if (bytes[at]! >> 2 !== 0x12 || (bytes[at + 3]! & 3) !== 1) continue;
    const address = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | (bytes[at + 3]! & ~3);
    const target = address - (position + at);
    bytes[at] = 0x48 | ((target >>> 24) & 3);
    bytes[at + 1] = target >>> 16;
    bytes[at + 2] = target >>> 8;
    bytes[at + 3] = (target & ~3) | 1;
  }
  return end;
};

/** Which of the three slots of a bundle hold a branch, by template. */
// prettier-ignore
const IA64_SLOTS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 6, 6, 0, 0, 7, 7, 4, 4, 0, 0, 4, 4, 0, 0];

const ia64: Undo = (bytes, size, position) => {
  const end = size & ~15;
  for (let at = 0; at < end; at += 16) {
    const slots = IA64_SLOTS[bytes[at]! & 0x1f]!;
    for (let slot = 0; slot < 3; slot++) {
      if (((slots >> slot) & 1) === 0) continue;
      const bit = at * 8 + 5 + slot * 41;
      if (getBits(bytes, bit + 37, 4) !== 5 || getBits(bytes, bit + 9, 3) !== 0) continue;
      const address = (getBits(bytes, bit + 13, 20) | (getBits(bytes, bit + 36, 1) << 20)) << 4;
      const target = (address - (position + at)) >>> 4;
      setBits(bytes, bit + 13, 20, target);
      setBits(bytes, bit + 36, 1, target >>> 20);
    }
  }
  return end;
};

function getBits(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let bit = 0; bit < count; bit++) value |= ((bytes[(from + bit) >> 3]! >> ((from + bit) & 7)) & 1) << bit;
  return value;
}

function setBits(bytes: Uint8Array, from: number, count: number, value: number): void {
  for (let bit = 0; bit < count; bit++) {
    const place = 1 << ((from + bit) & 7);
    const byte = (from + bit) >> 3;
    bytes[byte] = ((value >> bit) & 1) === 1 ? bytes[byte]! | place : bytes[byte]! & ~place;
  }
}

const arm: Undo = (bytes, size, position) => {
  const end = size & ~3;
  for (let at = 0; at < end; at += 4) {
    if (bytes[at + 3] !== 0xeb) continue;
    const address = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)) << 2;
    const target = (address - (position + at + 8)) >>> 2;
    bytes[at] = target;
    bytes[at + 1] = target >>> 8;
    bytes[at + 2] = target >>> 16;
  }
  return end;
};

const armThumb: Undo = (bytes, size, position) => {
  let at = 0;
  for (; at + 4 <= size; at += 2) {
    if ((bytes[at + 1]! & 0xf8) !== 0xf0 || (bytes[at + 3]! & 0xf8) !== 0xf8) continue;
    const high = ((bytes[at + 1]! & 7) << 19) | (bytes[at]! << 11);
    const address = (high | ((bytes[at + 3]! & 7) << 8) | bytes[at + 2]!) << 1;
    const target = (address - (position + at + 4)) >>> 1;
    bytes[at] = target >>> 11;
    bytes[at + 1] = 0xf0 | ((target >>> 19) & 7);
    bytes[at + 2] = target;
    bytes[at + 3] = 0xf8 | ((target >>> 8) & 7);
    at += 2;
  }
  return at;
};

const sparc: Undo = (bytes, size, position) => {
  const end = size & ~3;
  for (let at = 0; at < end; at += 4) {
    const sign = bytes[at + 1]! & 0xc0;
    if (!(bytes[at] === 0x40 && sign === 0) && !(bytes[at] === 0x7f && sign === 0xc0)) continue;
    const call = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const target = ((call << 2) - (position + at)) >>> 2;
    const extension = (-((target >>> 22) & 1) << 22) & 0x3fffffff;
    const result = extension | (target & 0x3fffff) | 0x40000000;
    bytes[at] = result >>> 24;
    bytes[at + 1] = result >>> 16;
    bytes[at + 2] = result >>> 8;
    bytes[at + 3] = result;
  }
  return end;
};

const arm64: Undo = (bytes, size, position) => {
  const end = size & ~3;
  for (let at = 0; at < end; at += 4) {
    const code = readUint32(bytes, at);
    const here = (position + at) >>> 0;
    let result = 0;
    if (code >>> 26 === 0x25) {
      // BL
      result = 0x94000000 | ((code - (here >>> 2)) & 0x03ffffff);
    } else if ((code & 0x9f000000) >>> 0 === 0x90000000) {
      // ADRP; only addresses within 512 MiB were changed.
      const source = ((code >>> 29) & 3) | ((code >>> 3) & 0x001ffffc);
      if (((source + 0x00020000) & 0x001c0000) !== 0) continue;
      const target = source - (here >>> 12);
      const extension = -(target & 0x00020000) & 0x00e00000;
      result = (code & 0x9000001f) | ((target & 3) << 29) | ((target & 0x0003fffc) << 3) | extension;
    } else continue;
    bytes[at] = result;
    bytes[at + 1] = result >>> 8;
    bytes[at + 2] = result >>> 16;
    bytes[at + 3] = result >>> 24;
  }
  return end;
};
