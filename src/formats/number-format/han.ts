import { numberText } from '../ooxml/number-text.ts';

const digits = ['', '〇一二三四五六七八九', '零壹贰叁肆伍陆柒捌玖', '０１２３４５６７８９'];

/** A number in Chinese characters as `[DBNum1]` to `[DBNum3]` have it: counted (十五), or digit for digit (二〇二六). */
export function hanText(text: string, kind: number | undefined, how: 'counted' | 'digits'): string {
  if (kind === undefined) return text;
  const isCounted = how === 'counted' && kind !== 3 && /^[1-9]\d{0,5}$/.test(text);
  if (isCounted) return numberText(Number(text), kind === 1 ? 'chineseCounting' : 'chineseLegalSimplified');
  return text.replace(/\d/g, (digit) => digits[kind]?.charAt(Number(digit)) ?? digit);
}
