import { expect, test } from 'vitest';
import { buildPdf, text } from '../../../../test/fixtures/pdf-builder.ts';
import type { Block } from '../../document/model.ts';
import { readPdf } from '../read.ts';

const report = { warn: () => {}, count: () => {}, checkStopped: () => {} };

/** The blocks of a page: items with a point before them, tables as lists of rows. */
function blocksOf(content: readonly string[]): unknown[] {
  const pdf = buildPdf([{ content }]);
  const input = { name: 'a.pdf', bytes: pdf.length, read: (at: number, size: number) => pdf.subarray(at, at + size) };
  const wordsOf = (spans: readonly { readonly text: string }[]) => spans.map(({ text }) => text).join('');
  const said = (block: Block): unknown[] => {
    if (block.kind === 'table') return [[...block.rows].map((row) => row.map(({ spans }) => wordsOf(spans)))];
    if (block.kind === 'item') return [`• ${wordsOf(block.spans)}`];
    return 'spans' in block ? [wordsOf(block.spans)] : [];
  };
  return [...readPdf(input, report)].flatMap(said);
}

test('the dots of large text, as of slides, are bullets too', () => {
  const items = ['Sales grew in the north', 'Two offices were opened', 'Costs stayed as they were'];
  const dot = (x: number, y: number) => `${x} ${y} 8 8 re f`;
  const content = items.flatMap((item, at) => [dot(60, 705 - at * 33), text(84, 700 - at * 33, 22, item)]);
  expect(blocksOf([text(60, 760, 36, 'Results'), ...content])).toEqual([
    'Results',
    ...items.map((item) => `• ${item}`),
  ]);
});
