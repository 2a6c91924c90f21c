import { expect, test } from 'vitest';
import { written } from '../../../test/fixtures/documents/read.ts';
import type { Block, Cell } from './model.ts';

const paragraph = (
  ...spans: { text: string; style?: 'strong' | 'emphasis' | 'code' | 'math' | 'struck'; href?: string }[]
): Block => ({ kind: 'paragraph', spans });
const item = (depth: number, marker: string, text: string): Block => ({
  kind: 'item',
  depth,
  marker,
  spans: [{ text }],
});
const cell = (text: string, more: Partial<Cell> = {}): Cell => ({ spans: [{ text }], ...more });

test.each<readonly [what: string, blocks: readonly Block[], markdown: string]>([
  [
    'words in bold or with links',
    [paragraph({ text: 'a ' }, { text: 'bold ', style: 'strong' }, { text: 'b', href: 'https://x.example/(1)' })],
    'a **bold** [b](<https://x.example/(1)>)\n',
  ],
  ['a mark inside a word is left out', [paragraph({ text: 'un' }, { text: 'do', style: 'strong' })], 'undo\n'],
  [
    'links that run or lead nowhere are text',
    [paragraph({ text: 'a', href: 'javascript:x()' }, { text: 'b', href: '#here' })],
    'ab\n',
  ],
  [
    'text that looks like a tag or a heading',
    [paragraph({ text: 'a <b>c</b> x < y' }), paragraph({ text: '# no heading' })],
    'a \\<b>c\\</b> x < y\n\n\\# no heading\n',
  ],
  [
    'quotations within quotations',
    [
      paragraph({ text: 'She said:' }),
      { kind: 'paragraph', quotes: 1, spans: [{ text: 'one\ntwo' }] },
      { kind: 'item', depth: 0, marker: '1.', quotes: 1, spans: [{ text: 'a' }] },
      { kind: 'item', depth: 0, marker: '2.', quotes: 1, spans: [{ text: 'b' }] },
      { kind: 'code', quotes: 2, text: 'x\ny' },
      item(0, '•', 'after'),
    ],
    'She said:\n\n> one  \n> two\n>\n> 1. a\n> 2. b\n>\n> > ```\n> > x\n> > y\n> > ```\n\n- after\n',
  ],
  ['code with a fence in it', [{ kind: 'code', language: 'md', text: '```\nx\n```' }], '````md\n```\nx\n```\n````\n'],
  [
    'lists that skip a level',
    [item(0, '•', 'a'), item(3, '1.', 'b'), item(1, '第一条', 'c'), item(0, '2)', 'd')],
    '- a\n    1. b\n    - 第一条 c\n2) d\n',
  ],
  [
    'lists that begin deeper than they go on',
    [item(1, '•', 'a'), item(1, '•', 'b'), item(2, '•', 'c'), item(2, '•', 'd'), item(0, '•', 'e')],
    '- a\n- b\n    - c\n    - d\n- e\n',
  ],
  [
    'program texts with backquotes, and with links',
    [
      paragraph({ text: 'a`b', style: 'code' }, { text: ' ' }, { text: '``', style: 'code' }),
      paragraph({ text: 'see ' }, { text: 'run()', style: 'code', href: 'https://x.example/run' }),
    ],
    '``a`b`` ``` `` ```\n\nsee [`run()`](https://x.example/run)\n',
  ],
  [
    'lists that do not begin with their outermost level',
    [
      item(2, 'a)', 'a'),
      item(2, 'b)', 'b'),
      item(3, '•', 'c'),
      item(1, '•', 'd'),
      item(0, '•', 'e'),
      item(2, '•', 'f'),
    ],
    '- a) a\n- b) b\n    - c\n- d\n- e\n    - f\n',
  ],
  [
    'notes',
    [
      { kind: 'note', label: '^1', spans: [{ text: 'foot\nnote' }] },
      { kind: 'note', label: 'Notes', spans: [{ text: 'a\nb' }] },
    ],
    '[^1]: foot note\n\n> Notes: a\n> b\n',
  ],
  [
    'tables with spans, bars and lines',
    [
      {
        kind: 'table',
        rows: [[cell('wide', { columns: 2 }), cell('tall', { rows: 2 })], [cell('a|b'), cell('c\nd')], [cell('only')]],
      },
    ],
    '| wide |  | tall |\n| --- | --- | --- |\n| a\\|b | c<br>d |  |\n| only |  |  |\n',
  ],
  [
    'tables in tables',
    [
      { kind: 'table', rows: [[cell('out', { blocks: [{ kind: 'table', rows: [[cell('in')]] }] })]] },
      paragraph({ text: 'after' }),
    ],
    '| out |\n| --- |\n\n| in |\n| --- |\n\nafter\n',
  ],
  [
    'nothing for what is empty',
    [
      paragraph({ text: ' ' }),
      { kind: 'table', rows: [] },
      { kind: 'picture', alt: '' },
      item(0, '•', ''),
      { kind: 'code', text: '\n' },
    ],
    '',
  ],
])('Markdown: %s', (_, blocks, markdown) => {
  expect(written(blocks)).toBe(markdown);
});

test('a table of many rows is written as its rows come, to the last', () => {
  function* rows() {
    for (let row = 0; row < 1000; row++) yield [cell(String(row))];
  }
  expect(written([{ kind: 'table', rows: rows() }]).split('\n')).toHaveLength(1002);
});

test('a limit stops the reader, and cuts no character in two', () => {
  let taken = 0;
  function* endless(): Generator<Block> {
    for (;;) {
      taken++;
      yield paragraph({ text: '😀😀😀' });
    }
  }
  const text = written(endless(), 'md', 21);
  expect(text).toBe('😀😀😀\n\n😀😀😀\n\n😀😀');
  expect(taken).toBe(3);
});

test('JSON has parts with their blocks, and cells with what is behind them', () => {
  const blocks: Block[] = [
    { kind: 'part', part: 'sheet', number: 1, title: 'One', isHidden: true },
    { kind: 'table', rows: [[cell('3.50', { ref: 'B2', value: 3.5 })]] },
    { kind: 'part', part: 'sheet', number: 2, title: 'Two' },
    paragraph({ text: 'a', href: 'https://x.example' }),
  ];
  expect(JSON.parse(written(blocks, 'json'))).toEqual({
    format: 'test',
    sheets: [
      {
        part: 'sheet',
        number: 1,
        title: 'One',
        hidden: true,
        blocks: [{ kind: 'table', rows: [[{ ref: 'B2', value: 3.5, text: '3.50' }]] }],
      },
      {
        part: 'sheet',
        number: 2,
        title: 'Two',
        blocks: [{ kind: 'paragraph', text: 'a', spans: [{ text: 'a', href: 'https://x.example' }] }],
      },
    ],
    truncated: false,
  });
});

test.each([512, 600, 700, 1000, 5000])('JSON is whole at %i characters', (maxChars) => {
  const table: Block = { kind: 'table', rows: Array.from({ length: 30 }, (_, row) => [cell(`row ${row}`)]) };
  for (const blocks of [
    [table],
    [paragraph({ text: 'x'.repeat(400) }), table],
    [{ kind: 'part', part: 'page', number: 1 } as const, table, table],
  ]) {
    const text = written(blocks, 'json', maxChars);
    expect(text.length).toBeLessThanOrEqual(maxChars);
    expect(JSON.parse(text)).toMatchObject({ format: 'test' });
  }
});

test('a run of a million spaces takes no time that grows with its square', () => {
  const wide = `a${' '.repeat(1_000_000)}b\nc`;
  const blocks: Block[] = [
    paragraph({ text: wide }),
    { kind: 'heading', level: 1, spans: [{ text: wide }] },
    { kind: 'table', rows: [[cell(wide)]] },
    { kind: 'note', label: '^1', spans: [{ text: wide }] },
    { kind: 'picture', alt: wide },
  ];
  for (const mode of ['md', 'text', 'json'] as const) expect(written(blocks, mode).length).toBeGreaterThan(5_000_000);
});
