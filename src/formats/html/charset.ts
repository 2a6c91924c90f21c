import { TextDecoder } from 'node:util';
import { decodeText } from '../document/charset.ts';

/** Where a page has to say its encoding; the standard asks for 1024 bytes, and pages with long comments are late. */
const headBytes = 16_384;

/** The text of a page: by its mark, else as whoever sent it says, else as it says itself, else by what fits. */
export function decodeHtml(bytes: Uint8Array, sent?: string): string {
  const [first, second, third] = bytes;
  const isMarked =
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff) ||
    (first === 0xef && second === 0xbb && third === 0xbf);
  const decoder = isMarked ? undefined : (decoderFor(sent) ?? decoderFor(declared(bytes)));
  return decoder ? decoder.decode(bytes) : decodeText(bytes);
}

/** Undefined when there is no such encoding. */
export function decoderFor(label: string | undefined): TextDecoder | undefined {
  const name = label?.trim().toLowerCase().replace(/^x-/, '');
  if (name === undefined || name === '') return undefined;
  try {
    // What calls itself the smaller set mostly has characters of the larger one.
    return new TextDecoder(/^(?:gb_?2312|gbk|cp936|ms936)/.test(name) ? 'gb18030' : (aliases.get(name) ?? name));
  } catch {
    return undefined;
  }
}

const aliases: ReadonlyMap<string, string> = new Map([
  ['utf8', 'utf-8'],
  ['utf-8', 'utf-8'],
  ['cp932', 'shift_jis'],
  ['ms932', 'shift_jis'],
  ['cp949', 'euc-kr'],
  ['ks_c_5601', 'euc-kr'],
  ['cp950', 'big5'],
  ['cp1250', 'windows-1250'],
  ['cp1251', 'windows-1251'],
  ['cp1252', 'windows-1252'],
  ['cp1253', 'windows-1253'],
  ['cp1254', 'windows-1254'],
  ['ansi_x3.110-1983', 'windows-1252'],
  ['cp65001', 'utf-8'],
  ['unicode-1-1-utf-7', 'utf-8'],
]);

function declared(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
  const label =
    /^\s*<\?xml[^>]{0,200}\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1] ??
    /<meta\s[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1];
  // A page whose declaration can be read byte by byte is not in UTF-16, whatever it says.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}
