import { hanText } from './han.ts';
import { halfNames, japaneseEra, monthName, weekdayName, type NameWidth } from './names.ts';
import type { Section, Token } from './parse.ts';
import { dayMs, momentOf, type Moment } from './serial.ts';

/** Compiles a section that shows dates and times; what it gives is undefined for a number that is no date. */
export function dateRenderer(section: Section, from1904: boolean): (serial: number) => string | undefined {
  const { tokens } = section;
  const isElapsed = tokens.some(({ kind }) => kind === 'elapsed');
  const isHalved = tokens.some(({ kind }) => kind === 'half');
  const places = Math.max(0, ...tokens.map((token) => (token.kind === 'subsecond' ? token.length : 0)));
  const precisionMs = 1000 / 10 ** places;
  return (serial) => {
    // Time that passed may be less than nothing; a date may not.
    const moment = momentOf(isElapsed ? Math.abs(serial) : serial, from1904, precisionMs);
    if (!moment) return undefined;
    const total = Math.round((Math.abs(serial) * dayMs) / precisionMs) * precisionMs;
    let text = isElapsed && serial < 0 ? '-' : '';
    for (const token of tokens) text += tokenText(token, moment, { section, isHalved, total });
    return text;
  };
}

interface Shown {
  readonly section: Section;
  readonly isHalved: boolean;
  /** Milliseconds since the serial 0. */
  readonly total: number;
}

const elapsedMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 };

function tokenText(token: Token, moment: Moment, shown: Shown): string {
  switch (token.kind) {
    case 'literal':
      return token.text;
    case 'half': {
      const [am, pm] = (token.am === 'AM' ? halfNames(shown.section.language) : undefined) ?? [token.am, token.pm];
      return moment.ms < dayMs / 2 ? am : pm;
    }
    case 'subsecond':
      return `.${String(moment.ms % 1000)
        .padStart(3, '0')
        .slice(0, token.length)}`;
    case 'elapsed':
      return String(Math.floor(shown.total / (elapsedMs[token.letter] ?? 1))).padStart(token.length, '0');
    case 'date':
      return dateText(token.letter, token.length, moment, shown);
    default:
      return '';
  }
}

function dateText(letter: string, length: number, moment: Moment, { section, isHalved }: Shown): string {
  const { language, han } = section;
  const number = (value: number) => {
    // Counted numbers have no zero before them: 二月五日.
    const isPadded = length > 1 && han !== 1 && han !== 2;
    return hanText(isPadded ? String(value).padStart(2, '0') : String(value), han, language, 'day');
  };
  const { year, month, day, weekday, ms } = moment;
  const hour = Math.floor(ms / 3_600_000);
  switch (letter) {
    case 'y':
      return hanText(
        length > 2 ? String(year).padStart(4, '0') : String(year % 100).padStart(2, '0'),
        han,
        language,
        'digits',
      );
    case 'b':
      return length > 2 ? String(year + 543) : String((year + 543) % 100).padStart(2, '0');
    case 'e':
      return eraYear(moment, section);
    case 'g': {
      const era = japaneseEra(year, month, day);
      return length === 1 ? era.letter : length === 2 ? era.name.slice(0, 1) : era.name;
    }
    case 'm':
      return length > 2 ? monthName(month, widths[length] ?? 'long', language) : number(month);
    case 'd':
      return length > 2 ? weekdayName(weekday, length === 3 ? 'short' : 'long', language, 'en') : number(day);
    case 'a':
      return weekdayName(weekday, length === 3 ? 'narrow' : 'long', language, 'zh-CN');
    case 'h':
      return number(isHalved ? hour % 12 || 12 : hour);
    case 'minute':
      return number(Math.floor(ms / 60_000) % 60);
    case 's':
      return number(Math.floor(ms / 1000) % 60);
    default:
      return '';
  }
}

const widths: Readonly<Record<number, NameWidth>> = { 3: 'short', 4: 'long', 5: 'narrow' };
const [taiwan, japan] = [0x404, 0x411];

/** The year as the country counts it: since the republic in Taiwan, of the era in Japan, there in its numerals too. */
function eraYear({ year, month, day }: Moment, { language, tokens, han }: Section): string {
  const hasEra = tokens.some((token) => token.kind === 'date' && token.letter === 'g');
  const country = (language ?? 0) & 0xffff;
  if (country === taiwan && year > 1911) return String(year - 1911);
  if (!hasEra && country !== japan) return String(year);
  const { year: ofEra } = japaneseEra(year, month, day);
  return country === japan ? hanText(ofEra, han, language, 'day') : ofEra;
}
