import { isUtf8 } from 'node:buffer';

/**
 * The greatest position <= end that does not lie inside a UTF-8 sequence which goes on at `end` or later.
 * Cutting there is safe for invalid bytes too: a lead byte always starts anew.
 */
export function completeEnd(bytes: Uint8Array, end = bytes.length): number {
  for (let at = end - 1; at >= 0 && at >= end - 3; at--) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return end;
    if (byte >= 0xc0) return at + sequenceLength(byte) > end ? at : end;
  }
  return end;
}

/** Bytes of the sequence that this lead byte opens; 1 for what opens none. */
export function sequenceLength(lead: number): number {
  if (lead < 0xc2) return 1;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 1;
}

/**
 * UTF-8 as text from which `toBytes` makes exactly the same bytes again: one that is part of no character becomes a low
 * surrogate that stands alone, which no character of UTF-8 does.
 */
export function fromBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] as number;
    const size = sequenceLength(lead);
    let code = size === 1 ? lead : lead & (0x7f >> size);
    let isWhole = size > 1 || lead < 0x80;
    for (let next = 1; next < size; next++) {
      const byte = bytes[at + next] ?? 0;
      isWhole &&= (byte & 0xc0) === 0x80;
      code = (code << 6) | (byte & 0x3f);
    }
    // Too long a form, a surrogate, or past the last character: no UTF-8 either.
    if (!isWhole || code < (smallest[size] ?? 0) || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) {
      units[length++] = ESCAPE | lead;
      at++;
      continue;
    }
    if (code > 0xffff) {
      units[length++] = 0xd800 + ((code - 0x10000) >> 10);
      units[length++] = 0xdc00 + (code & 0x3ff);
    } else units[length++] = code;
    at += size;
  }
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
}

/** The bytes that a text of `fromBytes` stands for. */
export function toBytes(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const bytes = Buffer.allocUnsafe(text.length * 3);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    if (code < 0x80 || (code >> 10) << 10 === ESCAPE) bytes[length++] = code;
    else if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6);
      bytes[length++] = 0x80 | (code & 0x3f);
    } else {
      if (code > 0xffff) {
        at++;
        bytes[length++] = 0xf0 | (code >> 18);
      }
      bytes[length++] = code > 0xffff ? 0x80 | ((code >> 12) & 0x3f) : 0xe0 | (code >> 12);
      bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[length++] = 0x80 | (code & 0x3f);
    }
  }
  return bytes.subarray(0, length);
}

const ESCAPE = 0xdc00;
/** The first character that needs so many bytes. */
const smallest = [0, 0, 0x80, 0x800, 0x10000];
