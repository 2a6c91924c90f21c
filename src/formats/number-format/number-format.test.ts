import { expect, test } from 'vitest';
import { builtinFormats, numberFormat, serialOf } from './index.ts';

const shown = (code: string, value: number | string, from1904 = false) => {
  const format = numberFormat(code, from1904);
  return (typeof value === 'string' ? format.text(value) : format.number(value)).trim();
};

// As Excel and LibreOffice show them; where these two differ, as Excel does.
test.each<[code: string, value: number | string, text: string]>([
  ['General', 0.1 + 0.2, '0.3'],
  ['General', 1e-7, '1E-07'],
  ['General', 0.00001234, '1.234E-05'],
  ['General', -0.0001, '-0.0001'],
  ['General', 1e20, '1E+20'],
  ['General', 1.7976931348623157e308, '1.79769313486232E+308'],
  ['General', 5901234123457, '5901234123457'],
  ['General', -12.5, '-12.5'],
  ['General" kg"', 3, '3 kg'],
  ['G/通用格式"元"', 3.5, '3.5元'],
  ['[DBNum2]G/通用格式', 12, '壹拾贰'],
  ['0', 2.5, '3'],
  ['0.00', 1.005, '1.01'],
  ['0.00', -1234.567, '-1234.57'],
  ['#,##0', 1234567, '1,234,567'],
  ['#,##0.00', -1234.5, '-1,234.50'],
  ['#,##0.0#', 1234.5, '1,234.5'],
  ['0%', 0.256, '26%'],
  ['0.00%', 0.1234, '12.34%'],
  ['0.00E+00', 1234.567, '1.23E+03'],
  ['0.00E+00', 99995, '1.00E+05'],
  ['0.00E-00', 0.001, '1.00E-03'],
  ['##0.0E+0', 123456789, '123.5E+6'],
  ['##0.0E+0', 0.5, '500.0E-3'],
  ['# ?/?', 0.5, '1/2'],
  ['# ?/?', 2.75, '2 3/4'],
  ['# ??/??', 3.618034, '3 55/89'],
  ['# ???/???', 0.618034, '610/987'],
  ['0 ?/8', 1.49, '1 4/8'],
  ['?/?', 2.5, '5/2'],
  ['# ?/?', 3, '3'],
  ['#,##0_);(#,##0)', -1234, '(1,234)'],
  ['"$"#,##0.00_);[Red]("$"#,##0.00)', -5, '($5.00)'],
  ['_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', 0, '-'],
  ['_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', 1234.5, '1,234.50'],
  ['_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', 'text', 'text'],
  ['[>=1000]#,##0,"K";0', 12345, '12K'],
  ['[>=1000]#,##0,"K";0', 999, '999'],
  ['[=1]"Yes"', 1, 'Yes'],
  ['[=1]"Yes"', 5, '5'],
  ['[=1]"Yes"', -5, '-5'],
  ['[=1]"Yes";"No"', 5, 'No'],
  ['[=1]"Yes";[=0]"No"', 0, 'No'],
  ['[=1]"Yes";[=0]"No"', 5, '5'],
  ['[=1]"Yes";[=0]"No";0.0', 5, '5.0'],
  ['[>=1000]#,##0,"K"', 5, '5'],
  ['[>=1000]#,##0,"K"', 5000, '5K'],
  ['[>0]0"+"', -5, '-5'],
  ['[<10]0" few"', 15, '15'],
  ['[<0]"neg "0;[=0]"zero";0.0', -3, 'neg 3'],
  ['[<0]"neg "0;[=0]"zero";0.0', 0, 'zero'],
  ['[<0]"neg "0;[=0]"zero";0.0', 4, '4.0'],
  ['000-00-0000', 123456789, '123-45-6789'],
  ['(###) ###-####', 5551234567, '(555) 123-4567'],
  ['0.0,,"M"', 12345678, '12.3M'],
  ['00000', 42, '00042'],
  ['+0;-0;0', 5, '+5'],
  ['0;-0;;@', 0, ''],
  [';;;', 5, ''],
  [';;;', 'text', ''],
  ['0;-0;0;"<"@">"', 'a', '<a>'],
  ['@', 12.5, '12.5'],
  ['0.00', 'text', 'text'],
  ['[$€-407] #,##0.00', 1234.5, '€ 1,234.50'],
  ['#,##0.00\\ [$€-40C]', 1234.5, '1,234.50 €'],
  ['[$¥-804]#,##0', 1234, '¥1,234'],
  ['"x;y"0', 1, 'x;y1'],
  ['[DBNum1]General', 123, '一百二十三'],
  ['[DBNum1][$-804]General', 12345, '一万二千三百四十五'],
  ['[DBNum1][$-804]General', 10, '一十'],
  ['[DBNum1][$-804]General', 0, '〇'],
  ['[DBNum1][$-804]General', 10203040, '一千〇二十万三千〇四十'],
  ['[DBNum1][$-804]General', 100005000, '一亿〇五千'],
  ['[DBNum1][$-804]General', -123.45, '-一百二十三.四五'],
  ['[DBNum1][$-804]General', 1e20, '1E+20'],
  ['[DBNum1][$-804]0', 12305, '一二三〇五'],
  ['[DBNum1][$-804]0.00', 12305.5, '一二三〇五.五〇'],
  ['[DBNum2][$-804]General', 12345, '壹万贰仟叁佰肆拾伍'],
  ['[DBNum2][$-804]0.00', 305, '叁零伍.零零'],
  ['[DBNum2][$-zh-CN]General"元"', 1205000, '壹佰贰拾万伍仟元'],
  ['[DBNum1][$-404]General', 123456789, '一億二千三百四十五萬六千七百八十九'],
  ['[DBNum2][$-404]General', 12345, '壹萬貳仟參佰肆拾伍'],
  ['[DBNum2][$-404]0', 12345, '壹貳參肆伍'],
  ['[DBNum1][$-411]General', 12345, '一万二千三百四十五'],
  ['[DBNum1][$-411]General', 110, '百十'],
  ['[DBNum2][$-411]General', 12345, '壱萬弐阡参百四拾伍'],
  ['[DBNum3][$-411]General', 12345, '１２３４５'],
  ['[DBNum3][$-804]0.00', 12.5, '１２.５０'],
  // Sources do not agree on these.
  ['[DBNum1][$-411]General', 1000, '1000'],
  ['[DBNum2][$-411]General', 110, '110'],
  ['[DBNum2][$-411]0', 105, '105'],
  ['[DBNum1][$-411]General', 12.5, '12.5'],
  ['[DBNum1][$-412]General', 12345, '12345'],
  ['yyyy-mm-dd', 45366, '2024-03-15'],
  ['d-mmm-yy', 45366, '15-Mar-24'],
  ['mmmm d, yyyy', 45366, 'March 15, 2024'],
  ['mmmmm', 45366, 'M'],
  ['dddd', 45366, 'Friday'],
  ['ddd', 45366, 'Fri'],
  ['dd.mm.yyyy', 45366, '15.03.2024'],
  ['m/d/yyyy h:mm', 45366.75, '3/15/2024 18:00'],
  ['h:mm AM/PM', 0.5, '12:00 PM'],
  ['h:mm AM/PM', 0, '12:00 AM'],
  ['[$-409]h:mm AM/PM', 0.75, '6:00 PM'],
  ['[$-404]AM/PM h:mm', 0.75, '下午 6:00'],
  ['[$-804]AM/PM h"时"mm"分";@', 0.25, '上午 6时00分'],
  ['[$-411]am/pm h:mm', 0.25, '午前 6:00'],
  ['[$-412]AM/PM h:mm', 0.75, '오후 6:00'],
  ['[$-404]h:mm A/P', 0.75, '6:00 P'],
  ['h:mm am/pm', 0.75, '6:00 PM'],
  ['h:mm a/p', 0.75, '6:00 p'],
  ['h:mm A/P', 0.75, '6:00 P'],
  ['[h]:mm:ss', 1.25, '30:00:00'],
  ['[mm]:ss', 0.125, '180:00'],
  ['[s]', 0.5, '43200'],
  ['mm:ss.0', 0.0007, '01:00.5'],
  ['hh:mm:ss.000', 0.123456, '02:57:46.598'],
  ['yyyy"年"m"月"d"日"', 45366, '2024年3月15日'],
  ['上午/下午h"时"mm"分"', 0.75, '下午6时00分'],
  ['[$-804]aaaa', 45366, '星期五'],
  ['[$-407]d. mmmm yyyy', 45366, '15. März 2024'],
  ['[$-40C]dddd d mmmm yyyy', 45366, 'vendredi 15 mars 2024'],
  ['[$-411]ggge"年"', 45366, '令和6年'],
  ['e', 45366, '2024'],
  ['[$-404]e"年"', 45366, '113年'],
  ['0e', 5, '5e'],
  ['[$-411]ggge"年"m"月"d"日"', 45366, '令和6年3月15日'],
  ['[DBNum1][$-804]yyyy"年"m"月"d"日";@', 45366, '二〇二四年三月十五日'],
  ['[DBNum2][$-804]yyyy"年"m"月"d"日"', 45366, '贰零贰肆年叁月壹拾伍日'],
  ['[DBNum3][$-804]yyyy"年"mm"月"dd"日"', 45327, '２０２４年０２月０５日'],
  ['[DBNum1][$-804]h"时"mm"分"', 0.5451, '十三时四分'],
  ['[DBNum1][$-411]ggge"年"m"月"d"日"', 45366, '令和六年三月十五日'],
  ['[$-en-US]d\\-mmm\\-yy;@', 45000, '15-Mar-23'],
  ['[$-en-US]mmmm\\ d\\,\\ yyyy;@', 45000, 'March 15, 2023'],
  ['[$-x-sysdate]dddd, mmmm dd, yyyy', 45000, 'Wednesday, March 15, 2023'],
  ['[$-x-systime]h:mm:ss AM/PM', 45000.5, '12:00:00 PM'],
  ['[$-ja-JP-x-gannen]ggge"年"m"月"d"日";@', 45000, '令和5年3月15日'],
  ['[$-zh-CN]yyyy"年"m"月"d"日";@', 45000, '2023年3月15日'],
  ['[$-zh-TW]e"年"m"月"d"日"', 45000, '112年3月15日'],
  ['[$-de-DE]dddd', 45000, 'Mittwoch'],
  ['[$-de]dddd', 45000, 'Mittwoch'],
  ['[$-407]dddd', 45000, 'Mittwoch'],
  ['[$-fr-FR]mmmm', 45000, 'mars'],
  ['[$€-de-DE] 0.00', 5, '€ 5.00'],
  ['[$€-x-euro2] 0.00', 5, '€ 5.00'],
  ['0.00 [$kr.-da-DK]', 5, '5.00 kr.'],
  ['[$-th-TH,D07]yyyy', 45000, '2023'],
  ['[$-,100]d mmm', 45000, '15 Mar'],
  ['[$-D07041E]bbbb', 45000, '2566'],
  ['yyyy-mm-dd', 1, '1900-01-01'],
  ['yyyy-mm-dd', 59, '1900-02-28'],
  ['yyyy-mm-dd', 60, '1900-02-29'],
  ['yyyy-mm-dd', 61, '1900-03-01'],
  ['yyyy-mm-dd', -1, '-1'],
  ['yyyy-mm-dd', 2958465, '9999-12-31'],
  ['yyyy-mm-dd', 2958466, '2958466'],
])('%s shows %j as %j', (code, value, text) => {
  expect(shown(code, value)).toBe(text);
});

test('days are counted from 1904 where a file says so', () => {
  expect(shown('yyyy-mm-dd', 0, true)).toBe('1904-01-01');
  expect(shown('yyyy-mm-dd', 43904, true)).toBe('2024-03-15');
  expect(serialOf('2024-03-15', true)).toBe(43904);
});

test('the value behind a date is ISO 8601', () => {
  const value = (code: string, serial: number) => numberFormat(code).value(serial);
  expect(value('d-mmm-yy', 45366)).toBe('2024-03-15');
  expect(value('d/m/yy h:mm', 45366.5)).toBe('2024-03-15T12:00:00');
  expect(value('h:mm', 0.25)).toBe('06:00:00');
  expect(value('[h]:mm', 1.25)).toBe(1.25);
  expect(value('0.00', 1.25)).toBe(1.25);
});

test('dates of ISO 8601 have the numbers that a spreadsheet gives them', () => {
  expect(serialOf('1900-01-01', false)).toBe(1);
  expect(serialOf('1900-03-01', false)).toBe(61);
  expect(serialOf('2024-03-15T18:00:00', false)).toBe(45366.75);
  expect(serialOf('06:00', false)).toBe(0.25);
  for (const wrong of ['', 'x', '2024', '2024-03']) expect(serialOf(wrong, false)).toBeUndefined();
});

test('built-in numbers stand for what the standard and East Asian versions have', () => {
  const builtin = (id: number, value: number) => shown(builtinFormats.get(id) ?? '', value);
  expect(builtin(14, 45366)).toBe('2024-03-15');
  expect(builtin(31, 45366)).toBe('2024年3月15日');
  expect(builtin(57, 45366)).toBe('2024年3月');
  expect(builtin(37, -5)).toBe('(5)');
  expect(builtin(46, 1.5)).toBe('36:00:00');
});

test('any code is a format, and none takes long', () => {
  for (const code of [
    '',
    ';',
    '[',
    '"',
    '\\',
    '_',
    '*',
    '[h',
    '0'.repeat(5000),
    '[$-',
    '/',
    '?/',
    'E+',
    '[>',
    ';;;;;;;;;;',
    '@'.repeat(3000),
  ])
    for (const value of [0, -1.5, 1e300, -1e-300, 45366.5]) expect(shown(code, value)).toBeTypeOf('string');
});
