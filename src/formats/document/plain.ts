import { decodeText } from './charset.ts';
import { trimLines } from './inline.ts';
import type { Reader } from './reader.ts';

const maxBytes = 64 * 1024 * 1024;

/** A plain text: paragraphs as blank lines part them. Of Markdown, all lines stay as they are. */
export const readPlainText: Reader = function* (input, report) {
  if (input.bytes > maxBytes) report.warn(`Only the first ${maxBytes} bytes were read.`, 'lost');
  const text = decodeText(input.read(0, Math.min(input.bytes, maxBytes)));
  const isMarkdown = /\.(?:md|markdown)$/i.test(input.name);
  for (let at = 0; at < text.length;) {
    report.checkStopped();
    const found = text.indexOf('\n\n', at);
    let end = found === -1 ? text.length : found;
    // Of several blank lines, the last parts two paragraphs and the others are of the first.
    if (isMarkdown) while (text.startsWith('\n\n\n', end)) end++;
    const piece = text.slice(at, end);
    const isLast = text.length - end <= 2;
    if (piece.trim() !== '')
      yield isMarkdown
        ? { kind: 'paragraph', spans: [{ text: isLast ? piece.trimEnd() : piece }], isMarkdown }
        : { kind: 'paragraph', spans: [{ text: trimLines(piece) }] };
    at = end + 2;
  }
};
