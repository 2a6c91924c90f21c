/** Decodes UTF-32 piece by piece, which TextDecoder does not know; without the mark at its beginning. */
export function utf32Decoder(isLittle: boolean): (bytes: Uint8Array, isMore: boolean) => string {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (bytes, isMore) => {
    const all = Buffer.concat([rest, bytes]);
    const end = all.length - (all.length % 4);
    const signs: string[] = [];
    for (let at = 0; at < end; at += 4) {
      const code = isLittle ? all.readUInt32LE(at) : all.readUInt32BE(at);
      if (!isFirst || code !== 0xfeff) signs.push(signOf(code));
      isFirst = false;
    }
    rest = isMore ? all.subarray(end) : Buffer.alloc(0);
    if (!isMore && end < all.length) signs.push('\uFFFD');
    return signs.join('');
  };
}

function signOf(code: number): string {
  const isValid = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isValid ? String.fromCodePoint(code) : '\uFFFD';
}
