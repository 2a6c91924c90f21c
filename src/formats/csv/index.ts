import { charsetOf, pieceDecoder, withoutNuls } from '../document/charset.ts';
import { headOf, type DocumentInput } from '../document/input.ts';
import type { Cell, Report } from '../document/model.ts';
import type { Reader } from '../document/reader.ts';
import { delimiterOf, isSpaced } from './delimiter.ts';
import { csvRows } from './rows.ts';

const sampleBytes = 256 * 1024;
const pieceBytes = 256 * 1024;

/** Values parted by commas, or by what the file has instead of them. */
export const readCsv: Reader = (input, report) => readSeparated(input, report, ',');
/** The same with tabs. */
export const readTsv: Reader = (input, report) => readSeparated(input, report, '\t');

function* readSeparated(input: DocumentInput, report: Report, usual: ',' | '\t'): ReturnType<Reader> {
  const head = headOf(input, sampleBytes);
  const charset = charsetOf(head);
  const sample = withoutNuls(pieceDecoder(charset)(head, input.bytes > head.length));
  // Excel writes and obeys such a line; it is no row.
  const named = /^sep=(.)(?:\r\n?|\n)/.exec(sample);
  const delimiter = named?.[1] ?? delimiterOf(sample, usual);
  const spaced = isSpaced(sample, delimiter);
  const warn = (text: string) => report.warn(text, 'lost');
  const rows = csvRows(pieces(input, charset, named?.[0].length ?? 0, report), { delimiter, spaced, warn });
  yield { kind: 'table', rows: cells(rows, report) };
}

function* pieces(input: DocumentInput, charset: string, skip: number, report: Report): Generator<string, void> {
  const decode = pieceDecoder(charset);
  let left = skip;
  let isDamaged = false;
  for (let at = 0; at < input.bytes; at += pieceBytes) {
    report.checkStopped();
    const bytes = input.read(at, Math.min(pieceBytes, input.bytes - at));
    const text = withoutNuls(decode(bytes, at + bytes.length < input.bytes));
    if (!isDamaged && text.includes('\uFFFD')) {
      isDamaged = true;
      report.warn(`Some characters are not valid ${charset} and are shown as \uFFFD.`);
    }
    yield left > 0 ? text.slice(left) : text;
    left = Math.max(0, left - text.length);
  }
}

function* cells(rows: Iterable<string[]>, report: Report): Generator<readonly Cell[], void> {
  for (const row of rows) {
    report.checkStopped();
    yield row.map((text) => ({ spans: [{ text }] }));
  }
}
