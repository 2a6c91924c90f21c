import { numberText } from '../ooxml/number-text.ts';
import type { ListLevel, ListStyle } from './styles.ts';

/** A list that is open, and those around it. */
export interface OpenList {
  readonly style: ListStyle | undefined;
  /** From 1. */
  readonly level: number;
  /** By level, from 0: the number of the last item. */
  readonly counts: (number | undefined)[];
  /** What the style of its last paragraph says: some writers have lists of lists only by that. */
  styleDepth: number;
  /** The item that begins, until its first paragraph is read. */
  item: { readonly start: number | undefined } | undefined;
}

const formats: ReadonlyMap<string, string> = new Map([
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
  ['一, 二, 三, ...', 'chineseCounting'],
  ['甲, 乙, 丙, ...', 'ideographTraditional'],
  ['子, 丑, 寅, ...', 'ideographZodiac'],
  ['壹, 贰, 叁, ...', 'chineseLegalSimplified'],
  ['壹, 貳, 參, ...', 'ideographLegalTraditional'],
  ['①, ②, ③, ...', 'decimalEnclosedCircle'],
  ['ア, イ, ウ, ...', 'aiueoFullWidth'],
  ['イ, ロ, ハ, ...', 'irohaFullWidth'],
  ['가, 나, 다, ...', 'ganada'],
  ['１, ２, ３, ...', 'decimalFullWidth'],
  ['أ, ب, ت, ...', 'arabicAlpha'],
  ['१, २, ३, ...', 'hindiNumbers'],
  ['ก, ข, ค, ...', 'thaiLetters'],
  ['А, Б, .., Аа, Бб, ... (ru)', 'russianUpper'],
  ['А, Б, .., Аа, Аб, ... (ru)', 'russianUpper'],
  ['а, б, .., аа, бб, ... (ru)', 'russianLower'],
  ['а, б, .., аа, аб, ... (ru)', 'russianLower'],
]);

const maxPattern = 200;

/** Counts an item and says what stands before it; '' when nothing does. */
export function nextMarker(
  { style, level, counts }: Omit<OpenList, 'styleDepth' | 'item'>,
  startValue: number | undefined,
): string {
  const definition = style?.get(level);
  const last = counts[level - 1];
  counts.length = Math.min(counts.length, level);
  counts[level - 1] = startValue ?? (last === undefined ? (definition?.start ?? 1) : last + 1);
  if (!definition) return '•';
  if (definition.bullet !== undefined)
    return /^[^\p{L}\p{N}\uE000-\uF8FF]+$/u.test(definition.bullet) ? definition.bullet : '•';
  if (definition.format === '') return '';
  const numberAt = (each: number) =>
    shownNumber(counts[each - 1] ?? style?.get(each)?.start ?? 1, style?.get(each) ?? definition);
  if (definition.pattern !== undefined && definition.pattern.length <= maxPattern)
    return definition.pattern
      .replace(/%(10|[1-9])%(\.?)/g, (_, each: string, dot: string) => {
        const number = numberAt(Number(each));
        return number === '' ? '' : number + dot;
      })
      .trim();
  const numbers = [];
  for (let each = Math.max(1, level - definition.shown + 1); each <= level; each++) numbers.push(numberAt(each));
  return `${definition.prefix}${numbers.filter((text) => text !== '').join('.')}${definition.suffix}`.trim();
}

function shownNumber(value: number, { format }: ListLevel): string {
  return format === '' ? '' : numberText(value, formats.get(format) ?? format);
}
