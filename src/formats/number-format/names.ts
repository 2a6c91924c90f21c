/** Languages by the lower part of their Windows number, for the names of months and days. */
const languages: ReadonlyMap<number, string> = new Map([
  [0x01, 'ar'],
  [0x02, 'bg'],
  [0x03, 'ca'],
  [0x04, 'zh-CN'],
  [0x05, 'cs'],
  [0x06, 'da'],
  [0x07, 'de'],
  [0x08, 'el'],
  [0x0a, 'es'],
  [0x0b, 'fi'],
  [0x0c, 'fr'],
  [0x0d, 'he'],
  [0x0e, 'hu'],
  [0x10, 'it'],
  [0x11, 'ja'],
  [0x12, 'ko'],
  [0x13, 'nl'],
  [0x14, 'nb'],
  [0x15, 'pl'],
  [0x16, 'pt'],
  [0x18, 'ro'],
  [0x19, 'ru'],
  [0x1d, 'sv'],
  [0x1e, 'th'],
  [0x1f, 'tr'],
  [0x21, 'id'],
  [0x22, 'uk'],
  [0x2a, 'vi'],
]);

/** Tags that mean more than the names of a language. */
const tagged: ReadonlyMap<string, number> = new Map([
  ['x-sysdate', 0xf8_00],
  ['x-systime', 0xf4_00],
  ['zh-tw', 0x4_04],
  ['zh-hk', 0xc_04],
  ['zh', 0x8_04],
  ['no', 0x4_14],
  ['nn', 0x8_14],
]);

/** The Windows number of a language that a format names by it (`407`) or by a tag (`de-DE`). */
export function languageOf(locale: string): number | undefined {
  // `de` and `ca` are languages.
  if (/^[\da-f]{1,8}$/i.test(locale) && !/^[a-f]{2,3}$/i.test(locale)) return Number.parseInt(locale, 16);
  const tag = locale.toLowerCase();
  const [primary = '', region = ''] = tag.split('-');
  const known = tagged.get(`${primary}-${region}`) ?? tagged.get(primary);
  if (known !== undefined) return known;
  const found = [...languages].find(([, name]) => name === primary);
  return found && 0x4_00 + found[0];
}

export type NameWidth = 'long' | 'short' | 'narrow';

/** The name of a month (from 1) in a language. */
export function monthName(month: number, width: NameWidth, language: number | undefined): string {
  return nameOf({ month: width }, Date.UTC(2001, month - 1, 1), language, 'en');
}

/** The name of a day of the week (Sunday is 0); `usual` when the format names no language. */
export function weekdayName(
  weekday: number,
  width: NameWidth,
  language: number | undefined,
  usual: 'en' | 'zh-CN',
): string {
  // A Sunday, and the days after it.
  return nameOf({ weekday: width }, Date.UTC(2001, 3, 1 + weekday), language, usual);
}

const halves: ReadonlyMap<number, readonly [am: string, pm: string]> = new Map([
  [0x04, ['上午', '下午']],
  [0x11, ['午前', '午後']],
  [0x12, ['오전', '오후']],
]);

/** What AM and PM are in a language that has names of its own for them. */
export function halfNames(language = 0): readonly [am: string, pm: string] | undefined {
  return halves.get(language & 0xff);
}

/** The era of a day in Japan, and the year in it. */
export function japaneseEra(year: number, month: number, day: number): { name: string; letter: string; year: string } {
  const date = new Date(Date.UTC(year, month - 1, day));
  const parts = (locale: string, era: NameWidth) =>
    new Intl.DateTimeFormat(locale, { era, year: 'numeric', timeZone: 'UTC' }).formatToParts(date);
  const find = (from: readonly Intl.DateTimeFormatPart[], type: string) =>
    from.find((part) => part.type === type)?.value ?? '';
  const long = parts('ja-JP-u-ca-japanese', 'long');
  const eraYear = find(long, 'year');
  const letter = find(parts('en-US-u-ca-japanese', 'narrow'), 'era');
  return { name: find(long, 'era'), letter, year: eraYear === '元' ? '1' : eraYear };
}

function nameOf(
  options: Intl.DateTimeFormatOptions,
  date: number,
  language: number | undefined,
  usual: string,
): string {
  const locale = language === undefined ? usual : (languages.get(language & 0xff) ?? usual);
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date);
}
