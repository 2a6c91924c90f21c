/** Letters that windows-1250 has where windows-1252 has others or signs. */
const letters = new Set('ąćęłńśźżěřůčďťňľĺŕđăşţ');

/**
 * Letters beside each other in Polish, Czech, Slovak, Slovene and Croatian. In windows-1252 their bytes would be pairs that no language
 * writes (`øí`, `ñs`), or signs before letters (`³o`, `¹c`). Pairs that one does write are not among them: `ny¹`, `dì`, `pø`, `iê`, `¿n`.
 */
const pairs = new Set(
  'ąc ąd ąg ąk ąt ąz ąż ła łe ło łu łą łę łó uż eż aż oż iż yż śc śl śm śn śp św śr oś eś yś iś aś ać yć eć ić ęd ęg ęk ńc ńs ńk ńż źl źn źr dź aź óź ář oř ař íř ěř ří ři řá řa ěj ěk ěl ěn ěr ěs ět ěz ěd ěh ůj ůl ům ůr ůs ův ůz ůž čk čí če ča či čo ču čá čů ač eč áč íč éč šč jč ňo ňa ať eť iť sť äť oť ťa ťo eľ aľ oľ ľa ľk ľm ľn ľo ľs ľu će ći ća ću oć uć'.split(
    ' ',
  ),
);

const sampleBytes = 65_536;

/** Whether a text is in windows-1250 for certain; otherwise it is rather in windows-1252. */
export function isCentralEuropean(bytes: Uint8Array): boolean {
  const text = new TextDecoder('windows-1250').decode(bytes.subarray(0, sampleBytes)).toLowerCase();
  let [count, known] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if (!letters.has(text[at] as string)) continue;
    count++;
    if (pairs.has(text.slice(at - 1, at + 1)) || pairs.has(text.slice(at, at + 2))) known++;
  }
  return (known >= 2 && known >= count * 0.3) || isHungarian(text);
}

/** Only ő and ű differ, which would be õ and û. Whoever else writes those has other letters too, or not the others of Hungarian. */
function isHungarian(text: string): boolean {
  const counts = new Map<string, number>();
  for (const [letter] of text.matchAll(/[\u00c0-\u02ff]/g)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const count = (some: string) => Array.from(some).reduce((sum, letter) => sum + (counts.get(letter) ?? 0), 0);
  const all = [...counts.values()].reduce((sum, each) => sum + each, 0);
  return count('őű') >= 2 && count('áéíóú') > 0 && count('öü') > 0 && count('áéíóöőúüű') >= all * 0.95;
}
