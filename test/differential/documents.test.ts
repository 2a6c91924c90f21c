import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readers } from '../../src/formats/document/readers.ts';
import type { DocumentFormat } from '../../src/formats/document/reader.ts';
import { knownDocument, type Known } from '../fixtures/documents/known.ts';
import { readAll } from '../fixtures/documents/read.ts';
import { score, type Score } from '../fixtures/documents/known-score.ts';
import { writers } from '../fixtures/documents/write-known.ts';
import { hasTool } from '../fixtures/trees.ts';

async function scoresOf(
  format: DocumentFormat,
  write: (blocks: readonly Known[]) => Buffer,
  count: number,
  says = (blocks: readonly Known[]): readonly Known[] => blocks,
): Promise<Score[]> {
  const read = await readers[format]?.();
  if (!read) throw new Error(`no reader for ${format}`);
  return Array.from({ length: count }, (_, seed) => {
    const known = says(knownDocument(seed));
    return score(known, readAll(read, write(known)).blocks, { levels: format !== 'pptx' });
  });
}

const perfect: Score = { recall: 1, precision: 1, headings: 1, items: 1, tables: 1 };

// Our own writer shares no code with the readers, but it shares our reading of the standards.
test.each(Object.entries(writers))(
  'all of a known document is found again in %s, and nothing else',
  async (_, { format, write, says }) => {
    for (const found of await scoresOf(format, write, 12, says)) expect(found).toEqual(perfect);
  },
);

// Pandoc knows the standards without us.
const pandocFormats = hasTool('pandoc', '--version') ? (['docx', 'odt', 'html', 'rtf', 'ipynb'] as const) : [];
test.each(pandocFormats.map((format) => [format]))(
  'all of a known document is found again in the %s of pandoc',
  async (format) => {
    // A whole page would have the name of the file for its title.
    const whole = format === 'html' ? [] : ['--standalone'];
    const folder = mkdtempSync(join(tmpdir(), 'sallyport-pandoc-'));
    try {
      const write = (blocks: readonly Known[]) => {
        const file = join(folder, `x.${format}`);
        const { status, stderr } = spawnSync('pandoc', [...whole, '-f', 'json', '-o', file], {
          input: pandocJson(blocks),
          encoding: 'utf8',
        });
        if (status !== 0) throw new Error(stderr);
        return readFileSync(file);
      };
      for (const found of await scoresOf(format, write, 3)) expect(found).toEqual(perfect);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Its version says which documents it takes. */
function pandocEmpty(): object {
  return JSON.parse(
    spawnSync('pandoc', ['-f', 'markdown', '-t', 'json'], { input: '', encoding: 'utf8' }).stdout,
  ) as object;
}

/** A document as pandoc has it in memory. */
function pandocJson(blocks: readonly Known[]): string {
  const none = ['', [], []];
  const inlines = (text: string) => [{ t: 'Str', c: text }];
  const plain = (text: string) => ({ t: 'Plain', c: inlines(text) });
  const out: { t: string; c: unknown }[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') out.push({ t: 'Header', c: [block.level, none, inlines(block.text)] });
    else if (block.kind === 'paragraph') out.push({ t: 'Para', c: inlines(block.text) });
    else if (block.kind === 'table') {
      const cell = (text: string) => [none, { t: 'AlignDefault' }, 1, 1, [plain(text)]];
      const rows = block.rows.map((row) => [none, row.map(cell)]);
      const columns = (block.rows[0] ?? []).map(() => [{ t: 'AlignDefault' }, { t: 'ColWidthDefault' }]);
      out.push({
        t: 'Table',
        c: [none, [null, []], columns, [none, rows.slice(0, 1)], [[none, 0, [], rows.slice(1)]], [none, []]],
      });
    } else addItem(block);
  }
  return JSON.stringify({ ...pandocEmpty(), blocks: out });

  function addItem({ depth, isNumbered, text }: Extract<Known, { kind: 'item' }>): void {
    const last = out.at(-1);
    const isOpen = last?.t === 'BulletList' || last?.t === 'OrderedList';
    const items = isOpen ? ((last.t === 'BulletList' ? last.c : (last.c as unknown[])[1]) as unknown[][]) : undefined;
    if (depth === 1) items?.at(-1)?.push({ t: 'BulletList', c: [[plain(text)]] });
    else if (items) items.push([plain(text)]);
    else
      out.push(
        isNumbered
          ? { t: 'OrderedList', c: [[1, { t: 'Decimal' }, { t: 'Period' }], [[plain(text)]]] }
          : { t: 'BulletList', c: [[plain(text)]] },
      );
  }
}
