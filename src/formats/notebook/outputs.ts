import type { Block, Report } from '../document/model.ts';
import { htmlBlocks } from '../html/index.ts';
import { markdownBlocks } from './markdown.ts';
import { isRecord, listOf, textOf } from './shape.ts';

/** What a cell put out, as far as it is text: printed lines, results, errors. */
export function* outputBlocks(output: Record<string, unknown>, report: Report, name: string): Generator<Block, void> {
  switch (output['output_type']) {
    case 'stream':
      yield* code(textOf(output['text']));
      return;
    case 'error':
    case 'pyerr': {
      const traceback = listOf(output['traceback'])
        .filter((line) => typeof line === 'string')
        .join('\n');
      yield* code(traceback === '' ? `${textOf(output['ename'])}: ${textOf(output['evalue'])}` : traceback);
      return;
    }
    default:
      // Before version 4 the kinds stood in the output itself, under short names.
      yield* resultBlocks(isRecord(output['data']) ? output['data'] : output, report, name);
  }
}

function* resultBlocks(data: Record<string, unknown>, report: Report, name: string): Generator<Block, void> {
  const get = (mime: string, short: string) => textOf(data[mime] ?? data[short]);
  const html = get('text/html', 'html');
  const markdown = get('text/markdown', 'markdown');
  const plain = get('text/plain', 'text');
  const latex = get('text/latex', 'latex').trim();
  if (/<table\b/i.test(html) || (html !== '' && plain === '')) yield* htmlBlocks(html, report, { name });
  else if (markdown !== '') yield* markdownBlocks(markdown, report, name);
  else if (latex !== '')
    yield { kind: 'paragraph', spans: [{ text: latex.replace(/^\$+|\$+$/g, '').trim(), style: 'math' }] };
  else if (plain !== '') yield* code(plain);
  else if (data['application/json'] !== undefined) yield* code(JSON.stringify(data['application/json'], undefined, 2));
}

function* code(text: string): Generator<Block, void> {
  const shown = asShown(text).trimEnd();
  if (shown.trim() !== '') yield { kind: 'code', text: shown };
}

/** Without colours, and of lines that were written over (progress bars) only what stood there last. */
function asShown(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  const plain = text.replace(/\u001B(?:\[[\d;?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\))/g, '');
  if (!plain.includes('\r')) return plain;
  return plain
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.replace(/\r+$/, '').replace(/^[^]*\r/, ''))
    .join('\n');
}
