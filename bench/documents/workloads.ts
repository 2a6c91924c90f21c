import { createDeflateRaw } from 'node:zlib';
import { docx, p, r, style, styled } from '../../test/fixtures/documents/docx.ts';
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
