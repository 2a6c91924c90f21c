import type { Report } from '../document/model.ts';

/** What of a page tells whether its text can be believed. */
export interface PageFacts {
  readonly text: string;
  /** Characters that the file gives no meaning to. */
  readonly unknown: number;
  /** The part of the page that pictures cover, 0 to 1. */
  readonly pictures: number;
  /** Shapes that are no lines: letters may be drawn as such. */
  readonly shapes: number;
}

type Flaw = 'scanned' | 'partly' | 'drawn' | 'garbled';

/** Few characters beside a picture of the page: a stamp or a page number. */
const [noText, littleText] = [12, 200];
const manyShapes = 400;

/** Gathers what is doubtful about pages, and says it in one sentence per flaw. */
export function qualityReport(report: Report): { look(page: number, facts: PageFacts): void; tell(): void } {
  const pages = new Map<Flaw, number[]>();
  return {
    look(page, facts) {
      const flaw = flawOf(facts);
      if (flaw) pages.set(flaw, [...(pages.get(flaw) ?? []), page]);
    },
    tell() {
      for (const [flaw, numbers] of pages) {
        const [subject, list] = [numbers.length === 1 ? 'Page' : 'Pages', rangesOf(numbers)];
        const verb = numbers.length === 1 ? 'is' : 'are';
        report.warn(
          `${subject} ${list} ${verb} ${sentences[flaw]} Read with: doc ocr --pages ${list.replaceAll(' ', '')}`,
          'lost',
        );
      }
    },
  };
}

const sentences: Record<Flaw, string> = {
  scanned: 'scanned: a picture without text.',
  partly: 'partly scanned: most is a picture, only a little is text.',
  drawn: 'drawn: shapes without text.',
  garbled: 'garbled: the file does not say which letters its signs are.',
};

export function flawOf({ text, unknown, pictures, shapes }: PageFacts): Flaw | undefined {
  const letters = text.replace(/\s/g, '').length;
  if (letters + unknown < noText) {
    if (pictures > 0.4) return 'scanned';
    return shapes > manyShapes ? 'drawn' : undefined;
  }
  if (isGarbled(text, letters, unknown)) return 'garbled';
  return letters < littleText && pictures > 0.5 ? 'partly' : undefined;
}

function isGarbled(text: string, letters: number, unknown: number): boolean {
  if (unknown > (letters + unknown) * 0.2) return true;
  if (letters < 100) return false;
  const known = text.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0;
  const strange = text.match(/[\ufffd\u0080-\u00a0\p{Co}]/gu)?.length ?? 0;
  if (known < letters * 0.4 && !/[─-╿.…·_=-]{8}/u.test(text)) return strange > letters * 0.05;
  // Letters that stand for others give words without vowels.
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  const vowels = text.match(/[aeiouy]/gi)?.length ?? 0;
  return strange > letters * 0.1 || (latin > 300 && latin > known * 0.9 && vowels < latin * 0.19);
}

/** `1, 3-5` */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
