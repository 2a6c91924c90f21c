import { decodeText, withoutNuls } from '../document/charset.ts';
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
  return decoder ? withoutNuls(decoder.decode(bytes)) : decodeText(bytes);
}

function declared(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
  const label =
    /^\s*<\?xml[^>]{0,200}\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1] ??
    labelOfMeta(head.replace(/<!--.*?-->|<(script|style)\b.*?<\/\1\b/gis, ''));
  // A page whose declaration can be read byte by byte is not in UTF-16, whatever it says.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** The description of a page may speak of encodings too. */
function labelOfMeta(head: string): string | undefined {
  for (const [, attributes = ''] of head.matchAll(/<meta[\s/]((?:"[^"]*"|'[^']*'|[^>"']){0,1000})/gi)) {
    const own = /(?:^|\s)charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(
      attributes.replace(/=\s*(?:"[^"]*\s[^"]*"|'[^']*\s[^']*')/g, '='),
    );
    const sent = /http-equiv\s*=\s*["']?\s*content-type/i.test(attributes)
      ? /content\s*=.{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/is.exec(attributes)
      : null;
    const label = own?.[1] ?? sent?.[1];
    if (label !== undefined) return label;
  }
  return undefined;
}
