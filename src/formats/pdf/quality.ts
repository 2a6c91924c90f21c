import type { Report } from '../document/model.ts';

/** What of a page tells whether its text can be believed. */
export interface PageFacts {
  /** Its characters, without spaces. */
  readonly text: readonly string[];
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
export interface QualityReport {
  look(page: number, facts: PageFacts): void;
  tell(): void;
}

export function qualityReport(report: Report): QualityReport {
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
  const letters = text.length;
  if (letters + unknown < noText) {
    if (pictures > 0.4) return 'scanned';
    return shapes > manyShapes ? 'drawn' : undefined;
  }
  if (isGarbled(text, unknown)) return 'garbled';
  return letters < littleText && pictures > 0.5 ? 'partly' : undefined;
}

/** A bit for each of a, e, i, o, u and y, counted from a. */
const vowels = 0b1_0001_0000_0100_0001_0001_0001;
/** So many characters tell as much as all of them. */
const sample = 2_000;

function isGarbled(text: readonly string[], unknown: number): boolean {
  if (unknown > (text.length + unknown) * 0.2) return true;
  let latin = 0;
  let vowel = 0;
  let other = 0;
  let mixed = 0;
  let before = 0;
  for (let index = 0; index < text.length && index < sample; index++) {
    const code = text[index]!.charCodeAt(0);
    const small = code | 0x20;
    if (small >= 0x61 && small <= 0x7a) {
      latin++;
      if (((vowels >> (small - 0x61)) & 1) === 1) vowel++;
    } else if (code >= 0xc0) {
      other++;
      if (isSyllabic(code) !== isSyllabic(before) && isEastern(isSyllabic(code) ? before : code)) mixed++;
    }
    before = code;
  }
  if (mixed > mostMixed) return true;
  // Letters that stand for others give words without vowels.
  return latin > 300 && other < latin * 0.1 && vowel < latin * 0.19;
}

/** Letters of Canada beside those of Armenian, Hebrew or Arabic: programs that number the signs of a font by themselves give such. */
const mostMixed = 3;
const isSyllabic = (code: number): boolean => code >= 0x1400 && code < 0x1680;
const isEastern = (code: number): boolean => code >= 0x530 && code < 0x700;

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
