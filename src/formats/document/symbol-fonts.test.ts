import { expect, test } from 'vitest';
import { bulletOf, symbolFont } from './symbol-fonts.ts';

// As charts of these fonts show them; Symbol is Adobe's Symbol encoding.
test.each([
  ['Symbol', 'abgDSW £³¹¥®Þåò', 'αβγΔΣΩ ≤≥≠∞→⇒∑∫'],
  ['SYMBOL', '5 < x', '5 < ξ'],
  ['Wingdings', 'JKL \uF0FC\uF0FBþý \uF0E0ßáâ', '☺😐☹ ✓✗☑☒ →←↑↓'],
  ['Wingdings', '\uF080\uF081\uF08A\uF08C\uF095', '⓪①⑩❶❿'],
  // Letters that have their places in windows-1252 only: 0x9F, 0x80, 0x8C.
  ['Wingdings', 'Ÿ€Œ', '•⓪❶'],
  ['Wingdings', '\uF06C\uF06E\uF06F\uF071\uF076\uF0A7\uF0D8', '●■□❑❖▪➢'],
  ['Wingdings 2', 'OPRST jsu~', '✗✓☑☒☒ ①⑩❶❿'],
  ['Wingdings 2', '\uF098\uF099\uF0A2\uF0A3\uF0F8\uF0F9', '●○■□※⁂'],
  ['Wingdings 3', 'fghip\uF071tuxyz{', '←→↑↓▲▼◀▶◣◢◤◥'],
  ['Wingdings 3', '\uF089\uF08A\uF0A0\uF0BF\uF0E0\uF0F0', '←→↓↑↘▼'],
  ['Webdings', 'acgnsHÏüÿ', '✔□■●❓🏠🔒🌍🕊'],
])('%s shows %j as %j', (font, text, shown) => {
  expect(symbolFont(font)?.show(text)).toBe(shown);
});

test('characters that a font of symbols cannot have stay, places without a sign are left out', () => {
  expect(symbolFont('Wingdings')?.show('中\tü\nA\u00a0')).toBe('中\t✓\n✌\u00a0');
  expect(symbolFont('Symbol')?.show('a\uF0FFb')).toBe('αβ');
});

test('fonts of letters are none, whatever their names begin with', () => {
  for (const name of [undefined, '', 'Arial', 'Segoe UI Symbol', 'Symbola', 'constructor'])
    expect(symbolFont(name)).toBeUndefined();
});

test('without a font only bullets are known', () => {
  expect([0xf0b7, 0xf0a7, 0xf0fc, 0xf041, 0xe000].map(bulletOf)).toEqual(['•', '▪', '✓', undefined, undefined]);
});
