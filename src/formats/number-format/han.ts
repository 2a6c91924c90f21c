/** How a language writes numbers under `[DBNum1]`, `[DBNum2]` or `[DBNum3]`. */
interface Numerals {
  /** From zero on; an empty one is not known. */
  readonly digits: readonly string[];
  /** Ten, hundred, thousand; without them nothing is counted. */
  readonly places?: string;
  /** Ten thousand, a hundred million. */
  readonly groups?: string;
  /** Digits are told behind the point too, and a zero where places are skipped: 一百〇五.二. */
  readonly isChinese?: boolean;
  /** What a one before each of the places becomes; null where it is not known. */
  readonly ones?: readonly (string | null)[];
}

const everyday = Array.from('〇一二三四五六七八九');
const wide: Numerals = { digits: Array.from('０１２３４５６７８９') };
const mainland: readonly Numerals[] = [
  { digits: everyday, places: '十百千', groups: '万亿', isChinese: true },
  { digits: Array.from('零壹贰叁肆伍陆柒捌玖'), places: '拾佰仟', groups: '万亿', isChinese: true },
  wide,
];
const taiwan: readonly Numerals[] = [
  { digits: everyday, places: '十百千', groups: '萬億', isChinese: true },
  { digits: Array.from('零壹貳參肆伍陸柒捌玖'), places: '拾佰仟', groups: '萬億', isChinese: true },
  wide,
];
const japan: readonly Numerals[] = [
  { digits: everyday, places: '十百千', groups: '万億', ones: ['', '', null] },
  { digits: ['', ...Array.from('壱弐参四伍六七八九')], places: '拾百阡', groups: '萬億', ones: [null, null, '壱'] },
  wide,
];
/** By the numbers that Windows gives to languages. */
const countries: ReadonlyMap<number, readonly Numerals[]> = new Map([
  [0x804, mainland],
  [0x1004, mainland],
  [0x404, taiwan],
  [0xc04, taiwan],
  [0x1404, taiwan],
  [0x411, japan],
]);

/** `places`: 一万二千, `day`: the same without a one before the first ten, `digits`: 二〇二六. */
type Manner = 'places' | 'day' | 'digits';

/** A number in the numerals of a language, or as it was where it is not known for sure how Excel writes it. */
export function hanText(text: string, kind: number | undefined, language: number | undefined, how: Manner): string {
  if (kind === undefined) return text;
  const numerals = countries.get((language ?? 0x804) & 0xffff)?.[kind - 1];
  if (!numerals) return text;
  if (how === 'digits' || !numerals.places) return byDigits(text, numerals) ?? text;
  const [, whole, fraction] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || (fraction !== undefined && !numerals.isChinese)) return text;
  const counted =
    how === 'day' && kind === 1 ? byPlaces(whole, numerals)?.replace(/^一十/, '十') : byPlaces(whole, numerals);
  if (counted === undefined) return text;
  return fraction === undefined ? counted : `${counted}.${byDigits(fraction, numerals) ?? ''}`;
}

function byDigits(text: string, { digits }: Numerals): string | undefined {
  const isKnown = Array.from(text.matchAll(/\d/g)).every(([digit]) => digits[Number(digit)] !== '');
  return isKnown ? text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit) : undefined;
}

function byPlaces(text: string, numerals: Numerals): string | undefined {
  if (Number(text) === 0) return byDigits('0', numerals);
  const zero = numerals.isChinese ? numerals.digits[0] : '';
  let [shown, isSkipping] = ['', false];
  for (const [at, sign] of Array.from(text).entries()) {
    const left = text.length - at - 1;
    const place = left % 4;
    const digit = Number(sign);
    if (digit > 0) {
      const one = numerals.ones?.[place - 1];
      if (digit === 1 && one === null) return undefined;
      if (isSkipping && shown !== '') shown += zero;
      shown += (digit === 1 ? one : undefined) ?? numerals.digits[digit];
      shown += numerals.places?.charAt(place - 1) ?? '';
    }
    isSkipping = digit === 0;
    if (place === 0 && left > 0 && Number(text.slice(Math.max(0, at - 3), at + 1)) > 0) {
      shown += numerals.groups?.charAt(left / 4 - 1) ?? '';
      isSkipping = false;
    }
  }
  return shown;
}
