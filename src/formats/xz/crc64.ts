/** As in lzma2-decode.ts: many short calls, since V8 cares better for functions that are called often. */
const PIECE_BYTES = 4 * 1024;

/** The CRC-64 of ECMA-182 as xz uses it. */
export class Crc64 {
  /** The lower half, then the higher. */
  private readonly halves = Int32Array.of(-1, -1);

  update(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      updateHalves(this.halves, view, at, Math.min(bytes.length, at + PIECE_BYTES));
  }

  /** Little-endian, as on file. */
  digest(): Uint8Array {
    const bytes = new Uint8Array(8);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, ~this.halves[0]!, true);
    view.setInt32(4, ~this.halves[1]!, true);
    return bytes;
  }
}

function updateHalves(halves: Int32Array, view: DataView, from: number, end: number): void {
  let low = halves[0]!;
  let high = halves[1]!;
  let at = from;
  for (; at + 8 <= end; at += 8) {
    const a = low ^ view.getInt32(at, true);
    const b = high ^ view.getInt32(at + 4, true);
    const i0 = 0x700 | (a & 255);
    const i1 = 0x600 | ((a >>> 8) & 255);
    const i2 = 0x500 | ((a >>> 16) & 255);
    const i3 = 0x400 | (a >>> 24);
    const i4 = 0x300 | (b & 255);
    const i5 = 0x200 | ((b >>> 8) & 255);
    const i6 = 0x100 | ((b >>> 16) & 255);
    const i7 = b >>> 24;
    low = LOW[i0]! ^ LOW[i1]! ^ LOW[i2]! ^ LOW[i3]! ^ LOW[i4]! ^ LOW[i5]! ^ LOW[i6]! ^ LOW[i7]!;
    high = HIGH[i0]! ^ HIGH[i1]! ^ HIGH[i2]! ^ HIGH[i3]! ^ HIGH[i4]! ^ HIGH[i5]! ^ HIGH[i6]! ^ HIGH[i7]!;
  }
  for (; at < end; at++) {
    const index = (low ^ view.getUint8(at)) & 255;
    low = ((low >>> 8) | (high << 24)) ^ LOW[index]!;
    high = (high >>> 8) ^ HIGH[index]!;
  }
  halves[0] = low;
  halves[1] = high;
}

/** Row r holds the remainder of each byte followed by r zeros, so that eight bytes are taken in one step. */
const LOW = new Int32Array(8 * 256);
const HIGH = new Int32Array(8 * 256);
for (let byte = 0; byte < 256; byte++) {
  let low = byte;
  let high = 0;
  for (let bit = 0; bit < 8; bit++) {
    const carry = -(low & 1);
    low = ((low >>> 1) | (high << 31)) ^ (carry & 0xd7870f42);
    high = (high >>> 1) ^ (carry & 0xc96c5795);
  }
  LOW[byte] = low;
  HIGH[byte] = high;
}
for (let at = 256; at < LOW.length; at++) {
  const low = LOW[at - 256]!;
  const high = HIGH[at - 256]!;
  LOW[at] = ((low >>> 8) | (high << 24)) ^ LOW[low & 255]!;
  HIGH[at] = (high >>> 8) ^ HIGH[low & 255]!;
}
