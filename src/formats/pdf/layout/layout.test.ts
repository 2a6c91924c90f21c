import { expect, test } from 'vitest';
import { randomPage, type Known } from '../../../../test/fixtures/documents/pdf-page.ts';
import { buildPdf } from '../../../../test/fixtures/pdf-builder.ts';
import { seededRandom } from '../../../../test/fixtures/random.ts';
import type { Block } from '../../document/model.ts';
import { readPdf } from '../read.ts';

const report = { warn: () => {}, count: () => {}, checkStopped: () => {} };

function readBlocks(pdf: Buffer): Known[] {
  const input = { name: 'a.pdf', bytes: pdf.length, read: (at: number, size: number) => pdf.subarray(at, at + size) };
  const wordsOf = (spans: readonly { readonly text: string }[]) => spans.map(({ text }) => text).join('');
  const knownOf = (block: Block): Known[] => {
    if (block.kind === 'table')
      return [['table', [...block.rows].map((row) => row.map(({ spans }) => wordsOf(spans)))]];
    const isText = block.kind === 'heading' || block.kind === 'paragraph' || block.kind === 'item';
    return isText ? [[block.kind, wordsOf(block.spans)]] : [];
  };
  return [...readPdf(input, report)].flatMap(knownOf);
}

test('random pages give back their headings, paragraphs, items and tables, whole and in order', () => {
  let [all, exact] = [0, 0];
  const misplaced: number[] = [];
  for (let seed = 1; seed <= 40; seed++) {
    const { page, known } = randomPage(seededRandom(seed));
    const found = readBlocks(buildPdf([page])).map((block) => JSON.stringify(block));
    const wanted = known.map((block) => JSON.stringify(block));
    all += wanted.length;
    exact += wanted.filter((block) => found.includes(block)).length;
    const [ofFound, ofWanted] = [
      found.filter((block) => wanted.includes(block)),
      wanted.filter((block) => found.includes(block)),
    ];
    if (ofFound.join() !== ofWanted.join()) misplaced.push(seed);
  }
  expect(misplaced).toEqual([]);
  expect(all).toBeGreaterThan(500);
  // The last line of a paragraph may happen to look like the end of one within it.
  expect(exact / all).toBeGreaterThan(0.99);
});
