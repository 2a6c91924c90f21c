import { expect, test } from 'vitest';
import { scoresOf } from '../fixtures/documents/known-score.ts';
import { pandocWriters } from '../fixtures/documents/pandoc.ts';
import { writers } from '../fixtures/documents/write-known.ts';

const perfect = { recall: 1, precision: 1, headings: 1, items: 1, tables: 1 };

// Our own writer shares no code with the readers, but it shares our reading of the standards.
test.each(Object.entries(writers))(
  'all of a known document is found again in %s, and nothing else',
  async (_, writer) => {
    for (const found of await scoresOf(writer, 12)) expect(found).toEqual(perfect);
  },
);

test.each(pandocWriters.map((writer) => [writer.format, writer] as const))(
  'all of a known document is found again in the %s of pandoc',
  async (_, writer) => {
    for (const found of await scoresOf(writer, 3)) expect(found).toEqual(perfect);
  },
);
