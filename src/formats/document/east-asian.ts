import { charsetByCommon } from './common-characters.ts';

/**
 * Which of the encodings of East Asia a text is in, by the signs that its language cannot do without. All of them have pairs of bytes of
 * which the first is high, and nearly any pair is valid in each, so being valid says nothing.
 */
export function eastAsianCharset(bytes: Uint8Array): string | undefined {
  const counts: Counts = {
    pairs: 0,
    single: 0,
    hiragana: 0,
    kana: 0,
    hangul: 0,
    traditional: 0,
    lowTrails: 0,
    kanji: 0,
    quotes: 0,
  };
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    if (lead === 0x80 || lead === 0xff || trail < 0x40 || trail === 0x7f || trail === 0xff) {
      counts.single++;
      continue;
    }
    countPair(counts, lead, trail);
    at++;
  }
  const { pairs, single, hiragana, kana, hangul, traditional, lowTrails, kanji, quotes } = counts;
  if (pairs < leastPairs || single > pairs * 0.1) return undefined;
  // The little words of Japanese are in hiragana, in all kinds of texts but lists of names; those are full of katakana.
  if (hiragana > pairs * 0.2) return 'shift_jis';
  // Names and addresses may be without either; signs of western texts have these first bytes too, but a letter behind them.
  if (kanji > pairs * 0.7 && quotes < kanji * 0.6) return 'shift_jis';
  // The simplest characters of Big5 stand where EUC-JP has its kana, but EUC-JP has no low second bytes.
  if (traditional > pairs * 0.8 && lowTrails > pairs * 0.15) return 'big5';
  if (kana > pairs * 0.2) return 'euc-jp';
  const byCommon = charsetByCommon(bytes, pairs);
  if (byCommon !== undefined) return byCommon;
  // Of the common characters in Chinese about half are above the range that Korean syllables have.
  return hangul >= pairs * 0.93 ? 'euc-kr' : undefined;
}

/** Fewer are chance. */
const leastPairs = 8;

interface Counts {
  pairs: number;
  single: number;
  /** Of Shift_JIS, with katakana; its bytes are rare in the others. */
  hiragana: number;
  /** Of EUC-JP, where Chinese has the same signs and no use for them. */
  kana: number;
  hangul: number;
  /** Of Big5: the signs and the common characters. */
  traditional: number;
  lowTrails: number;
  /** Of Shift_JIS: the first bytes that others hardly have; of these, those with a plain letter behind them. */
  kanji: number;
  quotes: number;
}

function countPair(counts: Counts, lead: number, trail: number): void {
  counts.pairs++;
  if ((lead === 0x82 && trail >= 0x9f && trail <= 0xf1) || (lead === 0x83 && trail <= 0x96)) counts.hiragana++;
  if ((lead === 0xa4 || lead === 0xa5) && trail >= 0xa1) counts.kana++;
  if (lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1) counts.hangul++;
  if (lead >= 0xa1 && lead <= 0xc6) counts.traditional++;
  if (trail < 0x80) counts.lowTrails++;
  if (lead > 0x9f) return;
  counts.kanji++;
  if (trail < 0x80) counts.quotes++;
}
