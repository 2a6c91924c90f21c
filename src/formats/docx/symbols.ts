const greek = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const lowerGreek = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';

const wingdings: ReadonlyMap<number, string> = new Map([
  [0x6c, '●'],
  [0x6e, '■'],
  [0x6f, '□'],
  [0x71, '❑'],
  [0x75, '◆'],
  [0x76, '❖'],
  [0x9f, '•'],
  [0xa7, '▪'],
  [0xa8, '◻'],
  [0xd8, '➢'],
  [0xdf, '←'],
  [0xe0, '→'],
  [0xe8, '➔'],
  [0xf0, '⇨'],
  [0xfb, '✗'],
  [0xfc, '✓'],
  [0xfd, '☒'],
  [0xfe, '☑'],
]);

const symbol: ReadonlyMap<number, string> = new Map([
  ...Array.from(greek, (char, index) => [0x41 + index, char] as const),
  ...Array.from(lowerGreek, (char, index) => [0x61 + index, char] as const),
  [0xa3, '≤'],
  [0xb0, '°'],
  [0xb1, '±'],
  [0xb3, '≥'],
  [0xb4, '×'],
  [0xb7, '•'],
  [0xb8, '÷'],
  [0xb9, '≠'],
  [0xbb, '≈'],
  [0xa5, '∞'],
  [0xae, '→'],
  [0xde, '⇒'],
  [0xe5, '∑'],
  [0xd6, '√'],
]);

/** The sign behind `w:sym`: fonts of symbols have theirs at places of their own, mostly from U+F000. */
export function symbolText(font: string, char: string): string {
  const code = Number.parseInt(char, 16);
  if (!Number.isFinite(code) || code <= 0 || code > 0xffff) return '';
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  const found = /^wingdings/i.test(font) ? wingdings.get(place) : /^symbol/i.test(font) ? symbol.get(place) : undefined;
  if (found !== undefined) return found;
  return code >= 0xe000 && code <= 0xf8ff ? '' : String.fromCharCode(code);
}
