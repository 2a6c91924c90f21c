const pairs = '()[]{}';

/**
 * The signs of a right-to-left line with brackets that face the text in them. A file gives some as they look and some as they mean;
 * which are which is told by the side on which they touch a word, or else by what is open.
 */
export function facingBrackets(text: readonly string[], before: readonly number[]): string[] {
  let depth = 0;
  return text.map((sign, index) => {
    const kind = sign.length === 1 ? pairs.indexOf(sign) : -1;
    if (kind < 0) return sign;
    const isFreeBefore = index === 0 || before[index] !== 0;
    const isFreeAfter = index === text.length - 1 || before[index + 1] !== 0 || /[.,;:!?،؛؟]/.test(text[index + 1]!);
    const opens = isFreeBefore === isFreeAfter ? depth === 0 : isFreeBefore;
    depth = Math.max(0, depth + (opens ? 1 : -1));
    return pairs.charAt(opens ? kind & ~1 : kind | 1);
  });
}
