import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { decodeText } from '../document/charset.ts';
import type { Block, Report } from '../document/model.ts';
import type { Reader } from '../document/reader.ts';
import { markdownBlocks } from './markdown.ts';
import { outputBlocks } from './outputs.ts';
import { isRecord, listOf, textOf } from './shape.ts';

const maxBytes = 64 * 1024 * 1024;

/** A notebook of Jupyter (nbformat 3 and 4): its cells in order, with what they put out as text. */
export const readNotebook: Reader = function* (input, report, options) {
  if (options.pages) report.warn('--pages was ignored: a notebook has no pages.');
  if (input.bytes > maxBytes)
    throw new SallyportError('ArchiveTooLarge', {
      reason: `a notebook is read as a whole, which is done up to ${maxBytes} bytes`,
    });
  const notebook = parse(decodeText(input.read(0, input.bytes)), input.name);
  const language = languageOf(notebook['metadata']);
  const sheets = listOf(notebook['worksheets']);
  const cells = sheets.length > 0 ? sheets.flatMap((sheet) => cellsOf(sheet)) : cellsOf(notebook);
  if (!Array.isArray(notebook['cells']) && sheets.length === 0) throw corrupt(input.name, 'it has no cells');
  for (const cell of cells) {
    report.checkStopped();
    if (isRecord(cell)) yield* cellBlocks(cell, language, report, input.name);
    else report.warn('A cell that is none was left out.', 'lost');
  }
};

function* cellBlocks(
  cell: Record<string, unknown>,
  language: string | undefined,
  report: Report,
  name: string,
): Generator<Block, void> {
  const source = textOf(cell['source'] ?? cell['input']);
  switch (cell['cell_type']) {
    case 'code': {
      const own = typeof cell['language'] === 'string' ? plainName(cell['language']) : language;
      if (source.trim() !== '') yield { kind: 'code', text: source, ...(own === undefined ? {} : { language: own }) };
      for (const output of listOf(cell['outputs'])) if (isRecord(output)) yield* outputBlocks(output, report, name);
      return;
    }
    case 'heading': {
      const level = typeof cell['level'] === 'number' ? cell['level'] : 1;
      yield { kind: 'heading', level: Math.max(1, Math.min(6, level)), spans: [{ text: source.replace(/\s+/g, ' ') }] };
      return;
    }
    case 'markdown':
    case 'html':
      yield* markdownBlocks(source, report, name);
      return;
    default:
      if (source.trim() !== '') yield { kind: 'code', text: source };
  }
}

function parse(text: string, name: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw corrupt(
      name,
      `its JSON cannot be read (${error instanceof Error ? error.message.slice(0, 100) : 'unknown'})`,
    );
  }
  if (!isRecord(value)) throw corrupt(name, 'it is no notebook');
  return value;
}

function cellsOf(value: unknown): readonly unknown[] {
  return isRecord(value) ? listOf(value['cells']) : [];
}

function languageOf(metadata: unknown): string | undefined {
  if (!isRecord(metadata)) return undefined;
  for (const [place, key] of [
    ['language_info', 'name'],
    ['kernelspec', 'language'],
  ] as const) {
    const about = metadata[place];
    const found = isRecord(about) ? about[key] : undefined;
    if (typeof found === 'string') return plainName(found);
  }
  return undefined;
}

/** It stands behind a fence, where other signs would end it. */
function plainName(language: string): string | undefined {
  return /^[\w+#.-]{1,30}$/.test(language) ? language.toLowerCase() : undefined;
}
