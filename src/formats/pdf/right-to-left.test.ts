import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outline, readAll } from '../../../test/fixtures/documents/read.ts';
import { readPdf } from './read.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/documents/right-to-left/${name}`, import.meta.url));

// Chromium writes the letters of a line one way, Pango another, and both turn numbers and words of other scripts.
test.each(['hebrew-chromium', 'hebrew-pango', 'arabic-chromium', 'arabic-pango', 'mixed-libreoffice'])(
  '%s is read as it was written: numbers, dates, brackets and words of other scripts in their places',
  (name) => {
    const [language] = name.split('-');
    const known = fixture(`${language}.txt`).toString('utf8').trim();
    const { blocks } = readAll(readPdf, fixture(`${name}.pdf`));
    const paragraphs = outline(blocks).flatMap((block) =>
      typeof block === 'string' ? (/^p (.*)/s.exec(block)?.[1] ?? []) : [],
    );
    expect(paragraphs.join(' ')).toBe(known.replaceAll('\n', ' '));
  },
);
