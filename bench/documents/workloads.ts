import { createDeflateRaw } from 'node:zlib';
import { docx, p, r, style, styled } from '../../test/fixtures/documents/docx.ts';
import { c, row, xlsx } from '../../test/fixtures/documents/xlsx.ts';
import { buildZip } from '../../test/fixtures/zip-builder.ts';

/** 20,000 paragraphs in two runs each, a heading before every fifty. */
export function longDocx(): Buffer {
  const paragraphs = Array.from({ length: 20_000 }, (_, index) =>
    index % 50 === 0
      ? p(`Chapter ${index / 50}`, styled('1'))
      : p(
          r(`Paragraph ${index} with words that go on for a while, `, index % 7 === 0 ? '<w:b/>' : '') +
            r(`and a second run ${(index * 7919) % 100_003} &amp; more of it to make it like a real one.`),
        ),
  );
  return docx({ styles: style('1', 'heading 1'), body: paragraphs.join('') });
}

/** 100,000 rows of ten cells: numbers, dates, percentages, and three texts of their own in each. */
export function longXlsx(): Buffer {
  const strings: string[] = [];
  const shared = (value: string) => strings.push(value) - 1;
  const rows = Array.from({ length: 100_000 }, (_, index) => {
    const at = index + 1;
    return row(
      at,
      c(`A${at}`, index),
      c(`B${at}`, shared(`Person ${index}`), { type: 's' }),
      c(`C${at}`, index % 5, { type: 's' }),
      c(`D${at}`, index * 1.37, { style: 1 }),
      c(`E${at}`, 43_831 + (index % 1500), { style: 2 }),
      c(`F${at}`, index % 2, { type: 'b' }),
      c(`G${at}`, (index % 1000) / 1000, { style: 3 }),
      c(`H${at}`, shared(`note for row ${index} & more`), { type: 's' }),
      c(`I${at}`, index % 17),
      c(`J${at}`, shared(`C-${String(index).padStart(6, '0')}`), { type: 's' }),
    );
  });
  return xlsx({
    sheets: [{ name: 'Data', rows: rows.join(''), dimension: `A1:J${rows.length}` }],
    strings,
    formats: ['#,##0.00', 'yyyy-mm-dd', '0.0%'],
  });
}

/** A document whose main part is 2 GiB of one letter. */
export async function bombDocx(): Promise<Buffer> {
  const deflate = createDeflateRaw();
  const chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  const letters = Buffer.alloc(1 << 20, 'A');
  for (let left = 2048; left > 0; left--)
    if (!deflate.write(letters)) await new Promise((done) => deflate.once('drain', done));
  await new Promise<void>((done) => deflate.end(done));
  return buildZip([{ name: 'word/document.xml', bytes: 2 ** 31, rawData: Buffer.concat(chunks) }]);
}
