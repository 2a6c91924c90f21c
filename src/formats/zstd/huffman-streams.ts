import { lastPlace, wordBelow } from './bits.ts';
import { DamagedBlock } from './failure.ts';
import type { Huffman } from './huffman.ts';

/** Fills out[0..size) from one stream, which has to end with it. */
export function decodeStream(
  code: Huffman,
  bytes: Uint8Array,
  view: DataView,
  from: number,
  to: number,
  out: Uint8Array,
  size: number,
): void {
  finish(code, view, lastPlace(bytes, from, to), from * 8, out, 0, size);
}

/** From four streams behind a table of the sizes of the first three; each makes a quarter, rounded up, the last one the rest. */
export function decodeFourStreams(
  code: Huffman,
  bytes: Uint8Array,
  view: DataView,
  from: number,
  to: number,
  out: Uint8Array,
  size: number,
): void {
  const part = (size + 3) >> 2;
  // Four streams have a byte at least.
  if (to - from < 10 || 3 * part > size) throw new DamagedBlock('literals are too short for four streams');
  const start1 = from + 6;
  const start2 = start1 + view.getUint16(from, true);
  const start3 = start2 + view.getUint16(from + 2, true);
  const start4 = start3 + view.getUint16(from + 4, true);
  if (start4 >= to) throw new DamagedBlock('a stream of literals is cut off');
  const [end1, end2, end3, end4] = [start1 * 8, start2 * 8, start3 * 8, start4 * 8];
  const { table } = code;
  const shift = 32 - code.log;
  let place1 = lastPlace(bytes, start1, start2);
  let place2 = lastPlace(bytes, start2, start3);
  let place3 = lastPlace(bytes, start3, start4);
  let place4 = lastPlace(bytes, start4, to);
  let at = 0;
  // In step, as the processor then works at four at once: each has to wait for its own last symbol only.
  for (const together = size - 3 * part - 1; at < together; at += 2) {
    if (((place1 - end1) | (place2 - end2) | (place3 - end3) | (place4 - end4)) < 0) break;
    const word1 = wordBelow(view, place1);
    const word2 = wordBelow(view, place2);
    const word3 = wordBelow(view, place3);
    const word4 = wordBelow(view, place4);
    const first1 = table[word1 >>> shift]!;
    const first2 = table[word2 >>> shift]!;
    const first3 = table[word3 >>> shift]!;
    const first4 = table[word4 >>> shift]!;
    const second1 = table[(word1 << (first1 & 15)) >>> shift]!;
    const second2 = table[(word2 << (first2 & 15)) >>> shift]!;
    const second3 = table[(word3 << (first3 & 15)) >>> shift]!;
    const second4 = table[(word4 << (first4 & 15)) >>> shift]!;
    place1 -= (first1 & 15) + (second1 & 15);
    place2 -= (first2 & 15) + (second2 & 15);
    place3 -= (first3 & 15) + (second3 & 15);
    place4 -= (first4 & 15) + (second4 & 15);
    out[at] = first1 >> 4;
    out[at + 1] = second1 >> 4;
    out[at + part] = first2 >> 4;
    out[at + part + 1] = second2 >> 4;
    out[at + 2 * part] = first3 >> 4;
    out[at + 2 * part + 1] = second3 >> 4;
    out[at + 3 * part] = first4 >> 4;
    out[at + 3 * part + 1] = second4 >> 4;
  }
  finish(code, view, place1, end1, out, at, part);
  finish(code, view, place2, end2, out, part + at, 2 * part);
  finish(code, view, place3, end3, out, 2 * part + at, 3 * part);
  finish(code, view, place4, end4, out, 3 * part + at, size);
}

function finish(
  code: Huffman,
  view: DataView,
  start: number,
  end: number,
  out: Uint8Array,
  from: number,
  to: number,
): void {
  const { table } = code;
  const shift = 32 - code.log;
  let place = start;
  for (let at = from; at < to && place >= end; at++) {
    const entry = table[wordBelow(view, place) >>> shift]!;
    place -= entry & 15;
    out[at] = entry >> 4;
  }
  if (place !== end) throw new DamagedBlock('a stream of literals does not end where it must');
}
