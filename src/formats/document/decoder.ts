import { TextDecoder } from 'node:util';

export interface Decoder {
  decode(bytes: Uint8Array): string;
}

/** By any of the names that encodings go by; undefined when there is no such one. */
export function decoderFor(label: string | undefined): Decoder | undefined {
  const name = label
    ?.trim()
    .toLowerCase()
    .replace(/^x-(?!mac-|user)/, '');
  if (name === undefined || name === '') return undefined;
  try {
    // What calls itself the smaller set mostly has characters of the larger one.
    const isChinese = /^(?:gb_?2312|gbk|cp_?936|ms936|windows-936)/.test(name);
    const decoder = new TextDecoder(isChinese ? 'gb18030' : (aliases.get(name) ?? name));
    return decoder.encoding === 'windows-1252' ? { decode: decodeWestern } : decoder;
  } catch {
    return undefined;
  }
}

const aliases: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['ms932', 'shift_jis'],
  ['windows-932', 'shift_jis'],
  ['cp949', 'euc-kr'],
  ['windows-949', 'euc-kr'],
  ['cp950', 'big5'],
  ['windows-950', 'big5'],
  ['windows-10000', 'macintosh'],
  ['windows-65001', 'utf-8'],
  ['cp65001', 'utf-8'],
]);

/** The signs of windows-1252 from 0x80 to 0x9f; the five that it does not have stand for themselves. */
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Where windows-1252 has a character; undefined when it has not. */
export function westernByte(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const sign = western.indexOf(character);
  return sign === -1 ? undefined : sign + 0x80;
}

/** Node 20 takes windows-1252 for Latin-1, which loses quotes, dashes and the euro sign. */
export function decodeWestern(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // oxlint-disable-next-line no-control-regex -- they are none in this encoding
  return text.replace(/[\x80-\x9f]/g, (sign) => western[sign.charCodeAt(0) - 0x80] as string);
}
