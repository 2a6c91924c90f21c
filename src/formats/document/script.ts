/** Whether text stands above the line or below it. */
export type Script = 'super' | 'sub';

const plain = '0123456789+-−=()ni';
const raised: Readonly<Record<Script, string>> = { super: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ', sub: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙᵢ' };

/** A text above or below the line that is a number, as Unicode writes it: on the line it would be another number. The rest stays. */
export function scriptText(text: string, script: Script | undefined): string {
  if (script === undefined || !/^[\d+\-−=()ni\s]+$/.test(text)) return text;
  return Array.from(text, (sign) => raised[script][plain.indexOf(sign)] ?? sign).join('');
}
