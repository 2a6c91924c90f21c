import { decodeText } from '../document/charset.ts';
import { decoderFor } from '../document/decoder.ts';

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

function declared(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
  const label =
    /^\s*<\?xml[^>]{0,200}\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1] ??
    /<meta\s[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1];
  // A page whose declaration can be read byte by byte is not in UTF-16, whatever it says.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}
