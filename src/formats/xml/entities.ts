const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The five entities of XML and character numbers; what is none of them stays as it is, as nothing else can be declared here. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,8})|#x([\da-fA-F]{1,8})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return named.get(String(name)) ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
  });
}
