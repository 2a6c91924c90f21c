/** The checksum of bzip2: the polynomial of CRC-32 with the highest bit first, so zlib's crc32 does not serve. */
export const EMPTY_CRC = -1;

/** Goes on from `crc` over `bytes[start..end)`. Start with EMPTY_CRC; the value on file is the complement. */
export function updateCrc(crc: number, bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let sum = crc;
  for (const whole = start + ((end - start) & 7); at < whole; at++)
    sum = (sum << 8) ^ TABLES[(sum >>> 24) ^ bytes[at]!]!;
  for (; at < end; at += 8) {
    const high = sum ^ ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!);
    sum =
      TABLES[0x700 + (high >>> 24)]! ^
      TABLES[0x600 + ((high >>> 16) & 255)]! ^
      TABLES[0x500 + ((high >>> 8) & 255)]! ^
      TABLES[0x400 + (high & 255)]! ^
      TABLES[0x300 + bytes[at + 4]!]! ^
      TABLES[0x200 + bytes[at + 5]!]! ^
      TABLES[0x100 + bytes[at + 6]!]! ^
      TABLES[bytes[at + 7]!]!;
  }
  return sum;
}

/** The checksum of a stream after one more block; both are as on file. */
export function joinCrc(stream: number, block: number): number {
  return ((stream << 1) | (stream >>> 31)) ^ block;
}

/** Row r holds the checksum of each byte followed by r zeros, so that eight bytes are taken in one step. */
const TABLES = new Int32Array(8 * 256);
for (let byte = 0; byte < 256; byte++) {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  TABLES[byte] = sum;
}
for (let at = 256; at < TABLES.length; at++) {
  const before = TABLES[at - 256]!;
  TABLES[at] = (before << 8) ^ TABLES[before >>> 24]!;
}
