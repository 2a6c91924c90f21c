import { crc32 } from 'node:zlib';

export type NameEncoding = 'auto' | 'utf-8' | 'gbk' | 'cp932' | 'cp437';
export const nameEncodings = ['auto', 'utf-8', 'gbk', 'cp932', 'cp437'] as const satisfies readonly NameEncoding[];

/** What is shown for a name whose bytes are none. */
export const notDecodable = '(not decodable)';

/** Whether a name as it is shown looks as if it was read in the wrong encoding: Chinese as CP437 is full of lines and blocks. */
export function looksMisread(name: string): boolean {
  return name === notDecodable || /[\u2500-\u25a0]/.test(name);
}

/** The upper half of code page 437, which is what a zip name is in when nothing says otherwise (APPNOTE D.1). */
const cp437High =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';

/**
 * The name of an entry, or undefined when its bytes are none in the encoding that they claim.
 * The Unicode path field (0x7075) counts only when its checksum is that of the plain name: a field that was left
 * behind by a rename says something else.
 */
export function decodeName(
  bytes: Buffer,
  from: number,
  to: number,
  isUtf8: boolean,
  unicodePath: Buffer | undefined,
  encoding: NameEncoding,
): string | undefined {
  if (unicodePath && unicodePath.length >= 5 && unicodePath[0] === 1) {
    if (unicodePath.readUInt32LE(1) === crc32(bytes.subarray(from, to)))
      return decode(unicodePath.subarray(5), 'utf-8');
  }
  if (isAscii(bytes, from, to)) return bytes.toString('latin1', from, to);
  const raw = bytes.subarray(from, to);
  if (isUtf8) return decode(raw, 'utf-8');
  if (encoding !== 'auto')
    return encoding === 'cp437' ? decodeCp437(raw) : decode(raw, encoding === 'cp932' ? 'shift_jis' : encoding);
  return decode(raw, 'utf-8') ?? decodeCp437(raw);
}

function decode(bytes: Buffer, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeCp437(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, (char) => cp437High.charAt(char.charCodeAt(0) - 128));
}

function isAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] as number) > 127) return false;
  return true;
}
