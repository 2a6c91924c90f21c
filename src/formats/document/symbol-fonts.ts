import { westernByte } from './decoder.ts';

/**
 * The signs of a font of symbols as Unicode has them, from its place 0x20 on; a space is none. Of signs that Unicode has in many shapes
 * (light, bold, shadowed), the plain one: others are rarely drawn or known.
 */
type Signs = readonly string[];

const signs = (...rows: string[]): Signs => rows.flatMap((row) => Array.from(row));

const symbol = signs(
  ' !∀#∃%&∋()*+,−./0123456789:;<=>?',
  '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_',
  '‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ ',
  '                                ',
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵',
  'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓',
  '◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ ',
);
const wingdings = signs(
  ' ✏✂✁👓🔔📖🕯☎✆✉🖃📪📫📬📭📁📂📄🗏🗐🗄⌛⌨🖰🖲🖳🖴💾🖬✇✍',
  '🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠⚐🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸♈♉',
  '♊♋♌♍♎♏♐♑♒♓&&●❍■□□❑❒⬧⧫◆❖⬥⌧⮹⌘❀✿❝❞▯',
  '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•',
  '▪○○○◉◎○▪□🟁✦★✶✴✹✵⯐⌖⯎⯏⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘',
  '🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦◀➢▲▼⮈➲⮉⮋←',
  '→↑↓↖↗↙↘⬅➔⬆⬇⬉⬈⬋⬊⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▭▫✗✓☒☑ ',
);
const wingdings2 = signs(
  ' 🖊🖋🖌🖍✄✀🕾🕽🗅🗆🗇🗈🗉🗊🗋🗌🗍📋🗑🗔🖵🖶🖷🖸🖭🖯🖱🖒🖓🖘🖙',
  '🖚🖛👈👉🖜🖝🖞🖟🖠🖡👆👇🖢🖣🖑✗✓☒☑☒☒⊗⊗⦸⦸&&&&‽‽‽',
  '‽🙦🙤🙥🙧🙚🙘🙙🙛⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿ ',
  '☉🌕☽☾⸿✝🕇🕜🕝🕞🕟🕠🕡🕢🕣🕤🕥🕦🕧🙨🙩⋅•●●○○○○⊙⦿▪',
  '▪◾■□□□□▣▣▣▣⬩⬩⬩◆◇◈◈◈◈⬪⬪⬪⬧◊◈◖◗⯊⯋◼◆',
  '⬟⬟⬣⬢⯃⯄+++++++×××××××************',
  '*****▲▲✦✦★★✶✶✴✴✹✹▲✦✯✶✹⯌⯍※⁂      ',
);
const wingdings3 = signs(
  ' ←→↑↓↖↗↙↘⇤⇥⤒⤓⇱⇲⇞⇟↔↕⇠⇢⇡⇣⭍↲↳↰↱⮤⮥⮦⮧',
  '↵↳⮒⮓⇆⇵⭾⭿⇇⇉⇈⇊⮏⮍⮎⮌↻↺⎋⌤⌃⌥␣⍽⇪⮸⇦⇨⇦⇨⇦⇨',
  '⇦⇨⇦⇨⇦⇨←→↑↓↖↗↙↘↔↕▲▼△▽◀▶◁▷◣◢◤◥◂▸▴ ',
  '▾▲▼◀▶◀▶▲▼←→↑↓←→↑↓←→↑↓←→↑↓←→↑↓←→↑',
  '↓←→↑↓←→←→←→←    →←→←→←→↑↓←→↑↓←→↑',
  '↓←→↑↓←→↑↓↲↳↰↱⮬⮭⮮⮯←→↑↓↖↗↙↘←→↑↓↖↗↙',
  '↘←→↑↓↖↗↙↘◀▶▲▼◀▶▲▼               ',
);
const webdings = signs(
  ' 🕷🕸🕲🕶🏆🎖🖇🗨🗩🗰🗱🌶🎗🙾🙼🗕🗖🗗◀▶▲▼⏪⏩⏮⏭⏸⏹⏺🗚🗳',
  '🛠🏗🏘🏙🏚🏜🏭🏛🏠🏖🏝🛣🔍🏔👁👂🏞🏕🛤🏟🛳🕬🕫🕨🔈🎔🎕🗬🙽🗭🗪🗫',
  '⮔✔🚲□🛡📦🛱■🚑ℹ🛩🛰🟈🕴●🛥🚔🗘✕❓🛲🚇🚍⛳⦸⊖🚭🗮|🗯🗲 ',
  '🚹🚺🛉🛊🚼👽🏋⛷🏂🏌🏊🏄🏍🏎🚘🗠🛢💰🏷💳👪🗡🗢🗣✯🖄🖅🖃🖆🖹🖺🖻',
  '🕵🕰🖽🖾📋🗒🗓📖📚🗞🗟🗃🗂🖼🎭🎜🎘🎙🎧💿🎞📷🎟🎬📽📹📾📻🎚🎛📺💻',
  '🖥🖦🖧🕹🎮🕻🕼📟🖁🖀🖨🖩🖿🖪🗜🔒🔓🗝📥📤🕳🌣🌤🌥🌦☁🌨🌧🌩🌪🌬🌫',
  '🌜🌡🛋🛏🍽🍸🛎🛍Ⓟ♿🛆🖈🎓🗤🗥🗦🗧🛪🐿🐦🐟🐕🐈🙬🙮🙭🙯🗺🌍🌏🌎🕊',
);

const fonts: ReadonlyMap<string, SymbolFont> = new Map(
  (
    [
      ['symbol', symbol],
      ['symbolmt', symbol],
      ['wingdings', wingdings],
      ['wingdings 2', wingdings2],
      ['wingdings 3', wingdings3],
      ['webdings', webdings],
    ] as const
  ).map(([name, font]) => [
    name,
    { show: (text) => Array.from(text, (character) => signOf(font, character)).join('') },
  ]),
);

/** A font whose letters are drawn as signs. */
export interface SymbolFont {
  /** A text in it as it looks; what the font has no sign for is left out, and characters of other fonts stay. */
  show(text: string): string;
}

/** By its name; undefined for fonts of letters. */
export function symbolFont(name: string | undefined): SymbolFont | undefined {
  return name === undefined ? undefined : fonts.get(name.toLowerCase());
}

function signOf(font: Signs, character: string): string {
  if (/^\s$/.test(character)) return character;
  const place = placeOf(character);
  if (place === undefined) return character;
  return place === 0x20 ? ' ' : (font[place - 0x20] ?? '').trim();
}

/** Signs stand from U+F000 on, or are written as the letters that have their places in windows-1252. */
function placeOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : westernByte(character);
}

/** The bullets of these fonts; without the name of a font, what else is private means nothing. */
export function bulletOf(code: number): string | undefined {
  return code === 0xf0b7 ? '•' : code === 0xf02d ? '-' : bullets.has(code) ? wingdings[code - 0xf020] : undefined;
}

const bullets = new Set([0xf06c, 0xf06e, 0xf071, 0xf076, 0xf0a7, 0xf0a8, 0xf0d8, 0xf0e0, 0xf0fc]);
