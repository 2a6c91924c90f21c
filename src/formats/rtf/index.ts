import { corrupt } from '../corrupt.ts';
import type { Reader } from '../document/reader.ts';
import { RtfDocument } from './document.ts';

const maxBytes = 128 * 1024 * 1024;
const tokensAtOnce = 2000;

/** A document in the Rich Text Format (1.9.1), paragraph by paragraph. */
export const readRtf: Reader = function* (input, report, { pages, comments = false }) {
  if (pages) report.warn('--pages was ignored: an rtf has no pages before it is laid out.');
  if (input.bytes > maxBytes) report.warn(`Only the first ${maxBytes} bytes were read.`, 'lost');
  const read = input.read(0, Math.min(input.bytes, maxBytes));
  const all = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
  const before = /^(?:\xef\xbb\xbf)?\s*(?=\{\\rtf)/.exec(all.toString('latin1', 0, 1024))?.[0];
  if (before === undefined) throw corrupt(input.name, 'it does not begin as an rtf does');
  const bytes = all.subarray(before.length);
  const document = new RtfDocument(bytes, input.name, report, comments);
  for (let hasMore = true; hasMore;) {
    report.checkStopped();
    hasMore = document.read(tokensAtOnce);
    yield* document.take();
  }
  yield* document.end();
};
