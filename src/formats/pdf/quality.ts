import type { Report } from '../document/model.ts';

/** What of a page tells whether its text can be believed. */
export interface PageFacts {
  /** Its characters, without spaces. */
  readonly text: readonly string[];
  /** For each of them, whether white comes before it: anything but 0. */
  readonly before: readonly number[];
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

export function flawOf({ text, before, unknown, pictures, shapes }: PageFacts): Flaw | undefined {
  const letters = text.length;
  if (letters + unknown < noText) {
    if (pictures > 0.4) return 'scanned';
    return shapes > manyShapes ? 'drawn' : undefined;
  }
  if (isGarbled(text, before, unknown)) return 'garbled';
  return letters < littleText && pictures > 0.5 ? 'partly' : undefined;
}

/** A bit for each of a, e, i, o, u and y, counted from a. */
const vowels = 0b1_0001_0000_0100_0001_0001_0001;
/** So many characters tell as much as all of them. */
const sample = 2_000;

function isGarbled(text: readonly string[], spaces: readonly number[], unknown: number): boolean {
  if (unknown > (text.length + unknown) * 0.2) return true;
  const counts: number[] = Array.from({ length: 26 }, () => 0);
  let latin = 0;
  let vowel = 0;
  let other = 0;
  let accented = 0;
  let signs = 0;
  let mixed = 0;
  let before = 0;
  const total = Math.min(text.length, sample);
  for (let index = 0; index < total; index++) {
    const code = text[index]!.charCodeAt(0);
    const small = code | 0x20;
    if (small >= 0x61 && small <= 0x7a) {
      latin++;
      counts[small - 0x61]!++;
      if (((vowels >> (small - 0x61)) & 1) === 1) vowel++;
    } else if (code >= 0xc0) {
      other++;
      if (code <= 0xff) accented++;
      if (isSyllabic(code) !== isSyllabic(before) && isEastern(isSyllabic(code) ? before : code)) mixed++;
    } else if (code !== before && rareSigns.includes(text[index]!)) signs++;
    before = code;
  }
  if (mixed > mostMixed || (total > leastTelling && signs > total * 0.4)) return true;
  if (accented > leastTelling && accented > latin * 1.5) return true;
  // Letters that stand for others give words without vowels.
  if (latin < leastTelling || other > latin * 0.1) return false;
  return (latin > 300 && vowel < latin * 0.19) || (likeness(counts) < alike && hasStrangeWords(text, spaces, total));
}

const leastTelling = 150;
/** Signs that are rare in any text. */
const rareSigns = '!#$%&*+<=>?@[\\]^`{|}~';
/** How often, of a hundred letters, each from a to z is in languages that are written with them, taken together. */
const shares = [
  9, 1.3, 3.2, 4.2, 13, 1.3, 1.8, 2, 8, 0.6, 1.5, 4.8, 2.8, 7.8, 6.2, 2.6, 0.5, 7.2, 6.4, 7.2, 4, 1.7, 1, 0.3, 1, 0.8,
];
/** Pages in 75 languages are more alike than this, but for single ones in which vowels are many. */
const [alike, hardlyAlike] = [0.75, 0.6];

/** How far counts of letters look like those of a language: the cosine of the angle between the two. */
function likeness(counts: readonly number[]): number {
  let [both, one, other] = [0, 0, 0];
  for (const [letter, share] of shares.entries()) {
    both += share * counts[letter]!;
    one += share * share;
    other += counts[letter]! * counts[letter]!;
  }
  return both / Math.sqrt(one * other || 1);
}

/** Whether different words, each taken once, are not like those of a language and many of them have no vowel. Short forms in capitals do not count. */
function hasStrangeWords(text: readonly string[], spaces: readonly number[], total: number): boolean {
  const words = new Set<string>();
  let word = '';
  for (let index = 0; index <= total; index++) {
    const sign = index < total ? text[index]! : ' ';
    const isEnd = !/[a-z]/i.test(sign);
    if ((isEnd || spaces[index] !== 0) && word !== '') {
      if (word.length > 2 && word !== word.toUpperCase()) words.add(word.toLowerCase());
      word = '';
    }
    if (!isEnd) word += sign;
  }
  const counts: number[] = Array.from({ length: 26 }, () => 0);
  let mute = 0;
  for (const each of words) {
    for (let at = 0; at < each.length; at++) counts[each.charCodeAt(at) - 0x61]!++;
    if (!/[aeiouy]/.test(each)) mute++;
  }
  const like = likeness(counts);
  if (words.size < 20 || like >= alike) return false;
  return mute > words.size * (words.size < 60 ? 0.15 : like < hardlyAlike ? 0.02 : 0.05);
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
