import { isCentralEuropean } from './central-european.ts';
import { decodeWestern } from './decoder.ts';
import { eastAsianCharset } from './east-asian.ts';
import { utf32Decoder } from './utf-32.ts';
import { unmarkedWide } from './wide.ts';

/** Text in the encoding that it seems to have, its lines ended by `\n` alone. */
export function decodeText(bytes: Uint8Array): string {
  return withoutNuls(pieceDecoder(charsetOf(bytes))(bytes, false)).replace(/\r\n?/g, '\n');
}

/** They say nothing in a text, as in pages; files that were not written to their end are filled up with them. */
export function withoutNuls(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Decodes a text piece by piece; a character may be cut in two where more is to come. */
export function pieceDecoder(charset: string): (bytes: Uint8Array, isMore: boolean) => string {
  if (charset === 'windows-1252') return decodeWestern;
  if (charset === 'utf-32le' || charset === 'utf-32be') return utf32Decoder(charset === 'utf-32le');
  const decoder = new TextDecoder(charset);
  return (bytes, isMore) => decoder.decode(bytes, { stream: isMore });
}

/** UTF-8, UTF-16 or UTF-32 by their marks, else UTF-16 where every second byte shows it, else UTF-8 where it is valid (a character cut at the end is), else what the bytes look like. */
export function charsetOf(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return 'utf-32le';
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const wide = bytes.includes(0) ? unmarkedWide(bytes) : undefined;
  if (wide !== undefined) return wide;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return switchesSets(bytes) ? 'iso-2022-jp' : 'utf-8';
  } catch {
    return eastAsianCharset(bytes) ?? legacyCharset(bytes);
  }
}

/** To two bytes for each character; nothing else has these three bytes. */
function switchesSets(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at !== -1; at = bytes.indexOf(0x1b, at + 1))
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40)) return true;
  return false;
}

/**
 * Almost any text is valid GB18030, so being valid says nothing. In Chinese nearly every character has two bytes above 0xA0, the first
 * among the common characters (0xB0 to 0xD7) or the signs (0xA1 to 0xA3). Cyrillic words are runs of bytes mostly from 0xE0 on, and
 * letters with accents stand alone among plain ones.
 */
function legacyCharset(bytes: Uint8Array): string {
  let [common, pairs, high, letters, inWords] = [0, 0, 0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const start = at;
    for (; at < bytes.length && (bytes[at] as number) >= 0x80; at++) {
      const byte = bytes[at] as number;
      if (byte >= 0xc0) letters++;
      if ((at - start) % 2 === 0) continue;
      const lead = bytes[at - 1] as number;
      pairs++;
      if (byte > 0xa0 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3))) common++;
    }
    high += at - start;
    if (at - start > 2) inWords += at - start;
  }
  if (common >= pairs * 0.7 && pairs * 2 >= high * 0.8) return 'gb18030';
  if (inWords >= high * 0.7 && letters >= high * 0.8) return 'windows-1251';
  return isCentralEuropean(bytes) ? 'windows-1250' : 'windows-1252';
}
