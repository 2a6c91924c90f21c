import { dateRenderer } from './date.ts';
import { generalText } from './decimal.ts';
import { fractionRenderer } from './fraction.ts';
import { hanText } from './han.ts';
import { numberRenderer, scientificRenderer } from './number.ts';
import { parseFormat, type Section } from './parse.ts';
import { isoText, momentOf } from './serial.ts';

export { builtinFormats } from './builtin.ts';
export { generalText } from './decimal.ts';
export { serialOf } from './serial.ts';

/** A number format code, ready to show values as a spreadsheet does. */
export interface NumberFormat {
  readonly isGeneral: boolean;
  number(value: number): string;
  text(value: string): string;
  /** The value behind a date as ISO 8601; the number itself where it is none. */
  value(value: number): string | number;
}

/** How Excel shows what follows the settings of the reader: long dates and times. */
const systemFormats: ReadonlyMap<number, string> = new Map([
  [0xf8_00, 'dddd, mmmm d, yyyy'],
  [0xf4_00, 'h:mm:ss AM/PM'],
]);

export function numberFormat(code: string, from1904 = false): NumberFormat {
  const parsed = parseFormat(code);
  const system = systemFormats.get(parsed[0]?.language ?? 0);
  const sections = system === undefined ? parsed : parseFormat(system);
  const shown = sections.map((section) => renderer(section, from1904));
  const forText =
    sections.length > 3 ? sections[3] : sections.findLast(({ tokens }) => tokens.some(({ kind }) => kind === 'text'));
  const hasConditions = sections.some(({ condition }) => condition);
  const [date] = sections.filter(({ kind }) => kind === 'date');
  return {
    isGeneral: sections.length === 1 && isPlainGeneral(sections[0]),
    number(value) {
      const index = hasConditions ? byCondition(sections, value) : bySign(sections, value);
      const section = sections[index];
      if (!section) return generalText(value);
      const isSigned = value < 0 && section.kind !== 'date' && !hidesSign(sections, index, hasConditions);
      const text = shown[index]?.(section.kind === 'date' ? value : Math.abs(value));
      return text === undefined ? generalText(value) : isSigned && text !== '' ? `-${text.trimStart()}` : text;
    },
    text(value) {
      if (!forText) return value;
      return forText.tokens
        .map((token) => (token.kind === 'text' ? value : token.kind === 'literal' ? token.text : ''))
        .join('');
    },
    value: (value) => (date ? isoValue(date, value, from1904) : value),
  };
}

function renderer(section: Section, from1904: boolean): (value: number) => string | undefined {
  const { kind, tokens, han, language } = section;
  switch (kind) {
    case 'date':
      return dateRenderer(section, from1904);
    case 'number': {
      const render = numberRenderer(tokens);
      return han === undefined ? render : (value) => hanText(render(value), han, language, 'digits');
    }
    case 'scientific':
      return scientificRenderer(tokens);
    case 'fraction':
      return fractionRenderer(tokens);
    case 'general':
    case 'text':
      return (value) => {
        const plain = hanText(generalText(value), han, language, 'places');
        return tokens
          .map((token) => (token.kind === 'literal' ? token.text : isValue(token.kind) ? plain : ''))
          .join('');
      };
    case 'literal':
      return () => tokens.map((token) => ('text' in token ? token.text : token.kind === 'percent' ? '%' : '')).join('');
  }
}

function isPlainGeneral(section: Section | undefined): boolean {
  return section?.kind === 'general' && section.tokens.length === 1 && section.han === undefined;
}

function isValue(kind: string): boolean {
  return kind === 'general' || kind === 'text';
}

/** Positive, negative, zero; a section for texts is none for numbers, unless it is the only one. */
function bySign(sections: readonly Section[], value: number): number {
  const last = sections.length - 1;
  const count = last > 0 && sections[last]?.kind === 'text' && last < 3 ? last : Math.min(3, sections.length);
  return count >= 3 && value === 0 ? 2 : count >= 2 && value < 0 ? 1 : 0;
}

function byCondition(sections: readonly Section[], value: number): number {
  const found = sections.slice(0, 3).findIndex(({ condition, kind }, index) => {
    if (!condition) return kind !== 'text' && (index !== 0 || value > 0 || sections.length === 1);
    return holds(condition, value);
  });
  if (found !== -1) return found;
  // Where each section has a condition and none holds, the number is shown as it is.
  const rest = Math.min(2, sections.length - 1);
  return sections[rest]?.condition ? -1 : rest;
}

function holds({ sign, operand }: NonNullable<Section['condition']>, value: number): boolean {
  switch (sign) {
    case '<':
      return value < operand;
    case '<=':
      return value <= operand;
    case '>':
      return value > operand;
    case '>=':
      return value >= operand;
    case '=':
      return value === operand;
    default:
      return value !== operand;
  }
}

/** A section that is for negative numbers alone says itself how they look. */
function hidesSign(sections: readonly Section[], index: number, hasConditions: boolean): boolean {
  if (!hasConditions) return index === 1;
  const condition = sections[index]?.condition;
  return condition !== undefined && condition.sign.startsWith('<') && condition.sign !== '<>' && condition.operand <= 0;
}

function isoValue({ tokens }: Section, value: number, from1904: boolean): string | number {
  const moment = tokens.some(({ kind }) => kind === 'elapsed') ? undefined : momentOf(value, from1904);
  if (!moment) return value;
  const hasDay = tokens.some((token) => token.kind === 'date' && /^[ymdaegb]$/.test(token.letter));
  if (value < 1 && !hasDay) return isoText(moment, 'time');
  return isoText(moment, moment.ms === 0 && hasDay ? 'day' : 'both');
}
