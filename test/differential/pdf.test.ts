import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readPdf } from '../../src/formats/pdf/read.ts';
import { randomPage } from '../fixtures/documents/pdf-page.ts';
import { readAll, written } from '../fixtures/documents/read.ts';
import { scoreOf } from '../fixtures/documents/score.ts';
import { buildPdf } from '../fixtures/pdf-builder.ts';
import { seededRandom } from '../fixtures/random.ts';
import { hasTool } from '../fixtures/trees.ts';

// Poppler shares nothing with PDFium, and nothing with our layout.
test.runIf(hasTool('pdftotext', '-v'))(
  'pages have the words that pdftotext finds on them, and hardly any other',
  () => {
    const random = seededRandom(2024);
    const pdf = buildPdf(Array.from({ length: 20 }, () => randomPage(random).page));
    const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' });
    const { recall, precision } = scoreOf(stdout, written(readAll(readPdf, pdf).blocks, 'text'));
    expect(stdout.length).toBeGreaterThan(20_000);
    expect(recall).toBeGreaterThanOrEqual(0.975);
    expect(precision).toBeGreaterThanOrEqual(0.95);
  },
);
