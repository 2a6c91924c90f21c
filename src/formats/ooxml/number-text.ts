const han = '〇一二三四五六七八九';
const hanLegal = '零壹贰叁肆伍陆柒捌玖';
const korean = '영일이삼사오육칠팔구';
const ones =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinals = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
]);
const letters = (first: string, count: number) => (value: number) =>
  String.fromCodePoint(first.charCodeAt(0) + ((value - 1) % count)).repeat(Math.min(20, Math.ceil(value / count)));
const listed = (text: string) => (value: number) => Array.from(text)[value - 1] ?? String(value);

/** How a number is shown, by the names of ST_NumberFormat (ECMA-376-1, 17.18.59). */
const formats: ReadonlyMap<string, (value: number) => string> = new Map([
  ['lowerLetter', letters('a', 26)],
  ['upperLetter', letters('A', 26)],
  ['lowerRoman', (value) => roman(value).toLowerCase()],
  ['upperRoman', roman],
  ['decimalZero', (value) => String(value).padStart(2, '0')],
  ['numberInDash', (value) => `- ${value} -`],
  ['hex', (value) => value.toString(16).toUpperCase()],
  ['ordinal', (value) => `${value}${suffix(value)}`],
  ['cardinalText', (value) => capital(words(value))],
  ['ordinalText', (value) => capital(ordinalWords(value))],
  ['chineseCounting', hanNumber],
  ['chineseCountingThousand', hanNumber],
  ['taiwaneseCounting', hanNumber],
  ['taiwaneseCountingThousand', hanNumber],
  ['japaneseCounting', hanNumber],
  ['koreanCounting', (value) => hanNumber(value, korean, '십백천')],
  ['koreanDigital', (value) => digits(value, korean)],
  ['koreanDigital2', (value) => digits(value, `零${han.slice(1)}`)],
  ['koreanLegal', koreanLegal],
  ['ideographDigital', (value) => digits(value, han)],
  ['japaneseDigitalTenThousand', hanNumber],
  ['taiwaneseDigital', (value) => digits(value, '○一二三四五六七八九')],
  ['chineseLegalSimplified', (value) => hanNumber(value, hanLegal, '拾佰仟')],
  ['ideographLegalTraditional', (value) => hanNumber(value, '零壹貳參肆伍陸柒捌玖', '拾佰仟')],
  ['japaneseLegal', (value) => hanNumber(value, '〇壱弐参四伍六七八九', '拾百阡')],
  ['ideographTraditional', listed('甲乙丙丁戊己庚辛壬癸')],
  ['ideographZodiac', listed('子丑寅卯辰巳午未申酉戌亥')],
  ['decimalFullWidth', (value) => digits(value, '０１２３４５６７８９')],
  ['decimalFullWidth2', (value) => digits(value, '０１２３４５６７８９')],
  ['decimalEnclosedCircle', (value) => (value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value))],
  ['decimalEnclosedCircleChinese', (value) => (value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value))],
  ['decimalEnclosedParen', (value) => (value <= 20 ? String.fromCodePoint(0x2474 + value - 1) : `(${value})`)],
  ['decimalEnclosedFullstop', (value) => (value <= 20 ? String.fromCodePoint(0x2488 + value - 1) : `${value}.`)],
  ['ideographEnclosedCircle', (value) => (value <= 10 ? String.fromCodePoint(0x3280 + value - 1) : String(value))],
  [
    'aiueoFullWidth',
    listed('アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'),
  ],
  ['aiueo', listed('ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ')],
  [
    'irohaFullWidth',
    listed('イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス'),
  ],
  ['ganada', listed('가나다라마바사아자차카타파하')],
  ['chosung', listed('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ')],
  ['russianLower', listed('абвгдежзиклмнопрстуфхцчшщыэюя')],
  ['russianUpper', listed('АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ')],
  ['arabicAlpha', listed('أبتثجحخدذرزسشصضطظعغفقكلمنهوي')],
  ['arabicAbjad', listed('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ')],
  ['thaiLetters', listed('กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ')],
  ['chicago', (value) => '*†‡§'.charAt((value - 1) % 4).repeat(Math.min(20, Math.ceil(value / 4)))],
  ['hebrew1', hebrew],
  ['hebrew2', listed('אבגדהוזחטיכלמנסעפצקרשת')],
  ['hindiNumbers', (value) => digits(value, '०१२३४५६७८९')],
  ['thaiNumbers', (value) => digits(value, '๐๑๒๓๔๕๖๗๘๙')],
]);

/** Formats beyond these are written as their first number: `001`. */
export function numberText(value: number, format: string): string {
  if (/^0{1,9}1$/.test(format)) return String(value).padStart(format.length, '0');
  return (value > 0 && value < 1_000_000 ? formats.get(format)?.(value) : undefined) ?? String(value);
}

function roman(value: number): string {
  if (value >= 4000) return String(value);
  const signs: readonly (readonly [number, string])[] = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let [text, rest] = ['', value];
  for (const [step, sign] of signs) for (; rest >= step; rest -= step) text += sign;
  return text;
}

function koreanLegal(value: number): string {
  if (value > 99) return String(value);
  const tens = ' 열 스물 서른 마흔 쉰 예순 일흔 여든 아흔'.split(' ')[Math.floor(value / 10)] ?? '';
  return tens + (' 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉'.split(' ')[value % 10] ?? '');
}

/** Letters for hundreds, tens and ones, but none that make a name of God. */
function hebrew(value: number): string {
  if (value > 999) return String(value);
  const hundreds = 'ת'.repeat(Math.floor(value / 400)) + ' קרש'.charAt(Math.floor((value % 400) / 100)).trim();
  const rest = value % 100;
  if (rest === 15 || rest === 16) return hundreds + (rest === 15 ? 'טו' : 'טז');
  return hundreds + ' יכלמנסעפצ'.charAt(Math.floor(rest / 10)).trim() + ' אבגדהוזחט'.charAt(rest % 10).trim();
}

function digits(value: number, signs: string): string {
  return Array.from(String(value), (digit) => signs.charAt(Number(digit))).join('');
}

/** 十, 二十一, 一百〇五: with the places named, a zero where places are skipped, and no 一 before a leading 十; in Korean neither of these. */
function hanNumber(value: number, signs = han, places = '十百千'): string {
  if (value >= 10_000) {
    const rest = value % 10_000;
    const zero = rest > 0 && rest < 1000 ? (signs[0] ?? '') : '';
    return `${hanNumber(Math.floor(value / 10_000), signs, places)}万${rest > 0 ? zero + hanNumber(rest, signs, places) : ''}`;
  }
  const text = String(value);
  let [shown, isZeroOpen] = ['', false];
  for (let index = 0; index < text.length; index++) {
    const digit = Number(text[index]);
    const place = text.length - index - 1;
    if (digit === 0) isZeroOpen = true;
    else {
      if (isZeroOpen && signs !== korean) shown += signs[0];
      isZeroOpen = false;
      const isBare = digit === 1 && place > 0 && (signs === korean || (place === 1 && index === 0 && signs === han));
      shown += (isBare ? '' : (signs[digit] ?? '')) + (place > 0 ? (places[place - 1] ?? '') : '');
    }
  }
  return shown;
}

function suffix(value: number): string {
  const [tens, last] = [Math.floor(value / 10) % 10, value % 10];
  return tens === 1 ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th';
}

function words(value: number): string {
  if (value < 20) return ones[value - 1] ?? '';
  if (value < 100) return (tens[Math.floor(value / 10) - 2] ?? '') + (value % 10 > 0 ? `-${words(value % 10)}` : '');
  if (value < 1000)
    return `${words(Math.floor(value / 100))} hundred${value % 100 > 0 ? ` ${words(value % 100)}` : ''}`;
  return `${words(Math.floor(value / 1000))} thousand${value % 1000 > 0 ? ` ${words(value % 1000)}` : ''}`;
}

function ordinalWords(value: number): string {
  const text = words(value);
  const last = /[a-z]+$/.exec(text)?.[0] ?? '';
  return (
    text.slice(0, text.length - last.length) +
    (ordinals.get(last) ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`))
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
