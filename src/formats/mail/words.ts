import { decodeText } from '../document/charset.ts';
import { decoderFor } from '../document/decoder.ts';

/** Decodes the words of RFC 2047; neighbours of one encoding are joined first, because some writers cut characters in two. */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text;
  const word = /=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\n]*)\?=/gi;
  let [result, at] = ['', 0];
  let pending: { charset: string; bytes: Buffer[] } | undefined;
  const flush = () => {
    if (pending) result += decodeBytes(Buffer.concat(pending.bytes), pending.charset);
    pending = undefined;
  };
  for (const found of text.matchAll(word)) {
    const [whole, charset = '', kind = '', data = ''] = found;
    const between = text.slice(at, found.index);
    // Space between two encoded words belongs to neither.
    if (!pending || between.trim() !== '') {
      flush();
      result += between;
    }
    if (pending?.charset !== charset.toLowerCase()) flush();
    pending ??= { charset: charset.toLowerCase(), bytes: [] };
    pending.bytes.push(kind.toLowerCase() === 'b' ? Buffer.from(data, 'base64') : unquote(data.replaceAll('_', ' ')));
    at = found.index + whole.length;
  }
  flush();
  return result + text.slice(at);
}

/** `=E4=B8=AD` as bytes. */
export function unquote(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** Text in the encoding that is named; what is named wrongly is found out. */
export function decodeBytes(bytes: Uint8Array, charset: string | undefined): string {
  // What says ASCII and is none is mostly UTF-8.
  const isNamed =
    charset !== undefined && !/^(?:us-ascii|ascii|unknown.*|default|x-unknown|binary|8bit)$/i.test(charset);
  const decoder = isNamed ? decoderFor(charset) : undefined;
  return decoder ? decoder.decode(bytes).replace(/\r\n?/g, '\n') : decodeText(bytes);
}
