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
