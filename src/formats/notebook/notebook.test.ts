import { expect, test } from 'vitest';
import { outline, readAll, written } from '../../../test/fixtures/documents/read.ts';
import { readNotebook } from './index.ts';

const read = (value: unknown) =>
  readAll(readNotebook, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
const md = (source: string | string[]) => ({ cell_type: 'markdown', metadata: {}, source });
const code = (source: string | string[], outputs: unknown[] = []) => ({ cell_type: 'code', source, outputs });
const notebook = (...cells: unknown[]) => ({
  cells,
  metadata: { kernelspec: { language: 'python' }, language_info: { name: 'Python' } },
  nbformat: 4,
  nbformat_minor: 5,
});

test('cells come in order: text as its blocks, programs with their language, and what they put out', () => {
  const { blocks } = read(
    notebook(
      md([
        '# Title #\n',
        '\n',
        'Some **bold** text\n',
        'goes on.\n',
        '\n',
        '- a\n',
        '  - b\n',
        '- c\n',
        '\n',
        '1. one\n',
      ]),
      md('Sub\n---\n\n| x | y |\n|---|---|\n| 1 | 2\\|3 |\n\n```r\nx <- 1\n# no heading\n```\nlast'),
      md('<div><b>As html</b></div>'),
      code(
        ['print("hi")\n', '1 + 1'],
        [
          { output_type: 'stream', name: 'stdout', text: ['hi\n', 'there\n'] },
          { output_type: 'execute_result', data: { 'text/plain': ['2'], 'image/png': 'iVBORw0KGgo=' } },
          {
            output_type: 'display_data',
            data: { 'text/html': '<table><tr><th>a<th>b<tr><td>1<td>2</table>', 'text/plain': 'a b' },
          },
          {
            output_type: 'error',
            ename: 'ValueError',
            evalue: 'no',
            traceback: ['\u001B[0;31mValueError\u001B[0m: no'],
          },
          { output_type: 'stream', text: '10%\r50%\r100%\ndone\n' },
        ],
      ),
      { cell_type: 'raw', source: 'raw text' },
    ),
  );
  expect(outline(blocks)).toEqual([
    'h1 Title',
    'p Some **bold** text\ngoes on.',
    '0 • a',
    '1 • b',
    '0 • c',
    '0 1. one',
    'h2 Sub',
    [
      ['x', 'y'],
      ['1', '2|3'],
    ],
    'code x <- 1\n# no heading',
    'p last',
    'p As html',
    'code print("hi")\n1 + 1',
    'code hi\nthere',
    'code 2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
    'code ValueError: no',
    'code 100%\ndone',
    'code raw text',
  ]);
  expect(written(blocks)).toContain('```python\nprint("hi")\n1 + 1\n```');
  expect(written(blocks)).not.toContain('iVBOR');
});

test('a notebook of version 3 has its cells in worksheets', () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: ['A heading'] },
    { cell_type: 'markdown', source: 'text' },
    {
      cell_type: 'code',
      language: 'python',
      input: ['x'],
      outputs: [
        { output_type: 'pyout', text: ['42'] },
        { output_type: 'pyerr', ename: 'NameError', evalue: 'x', traceback: [] },
      ],
    },
  ];
  expect(outline(read({ nbformat: 3, worksheets: [{ cells }] }).blocks)).toEqual([
    'h2 A heading',
    'p text',
    'code x',
    'code 42',
    'code NameError: x',
  ]);
});

test.each([
  ['cut off', '{"cells": [{"cell_type": "markd'],
  ['no object', '[1, 2]'],
  ['without cells', '{"nbformat": 4}'],
  ['nested without end', '['.repeat(200_000)],
])('%s is damaged', (_, text) => {
  expect(() => read(text)).toThrowError(expect.objectContaining({ code: 'CorruptInput' }));
});

test('cells of a wrong shape are no reason to fail', () => {
  const odd = notebook(
    null,
    7,
    { cell_type: 'code', source: { a: 1 }, outputs: 'x' },
    { source: [1, 'kept'] },
    code('', [null]),
  );
  const { blocks, warnings } = read(odd);
  expect(outline(blocks)).toEqual(['code kept']);
  expect(warnings).toHaveLength(2);
});

test('long lines that look almost like something are read in one pass', () => {
  const spaces = ' '.repeat(300_000);
  const source = [`# a${spaces}b`, `- ${spaces}x`, `|${'-'.repeat(300_000)}x`, `|${'-'.repeat(300_000)}x`].join('\n\n');
  expect(outline(read(notebook(md(source))).blocks)).toHaveLength(4);
});
