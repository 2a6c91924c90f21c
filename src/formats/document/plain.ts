import { decodeText } from './charset.ts';
import { trimLines } from './inline.ts';
import type { Reader } from './reader.ts';

const maxBytes = 64 * 1024 * 1024;

/** A plain text: paragraphs as blank lines part them. */
export const readPlainText: Reader = function* (input, report) {
  if (input.bytes > maxBytes) report.warn(`Only the first ${maxBytes} bytes were read.`, 'lost');
  const text = decodeText(input.read(0, Math.min(input.bytes, maxBytes)));
  for (let at = 0; at < text.length;) {
    report.checkStopped();
    const found = text.indexOf('\n\n', at);
    const end = found === -1 ? text.length : found;
    const paragraph = trimLines(text.slice(at, end));
    if (paragraph !== '') yield { kind: 'paragraph', spans: [{ text: paragraph }] };
    at = end + 2;
  }
};
