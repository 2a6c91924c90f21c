import { expect, test } from 'vitest';
import { flawOf } from './quality.ts';

const flawIn = (words: string) => {
  const text: string[] = [];
  const before: number[] = [];
  for (const part of words.split(' '))
    for (const [at, sign] of Array.from(part).entries()) {
      text.push(sign);
      before.push(at === 0 ? 1 : 0);
    }
  return flawOf({ text, before, unknown: 0, pictures: 0, shapes: 0 });
};

test('letters of Canada among those of Arabic are garbled, a text in them is not', () => {
  expect(flawIn('ناونعلاᒪᓪᒁᒤᓕՕկՕᓤᓞᓂᓕՕعمᓄᓝᓬᒋ')).toBe('garbled');
  expect(flawIn('ᐃᓄᒃᑎᑐᑦᑲᓇᑕᒥᐅᖃᐅᓯᖅ')).toBeUndefined();
  expect(flawIn('اذهنصيبرعمعהדוחשלשנתنسبةשקל')).toBeUndefined();
});

const english =
  `The harbour board met in spring and agreed on a plan for the northern quay. Surveyors measured the depth of the basin at
forty places and found silt near the lock. A second contract covers the cranes, which were built before the war and need new cables.
Nobody objected to the change of the tariff, although two members asked for a later date. Work on the breakwater will begin once the
winter storms have passed and the stone has arrived. Fishing boats keep their berths on the western side until the pontoons are ready.
An independent engineer will inspect the piles every second month and report in writing, and visitors may watch the works from the
gallery of the customs house on weekdays.`.replaceAll(/\s+/g, ' ');

test('letters that stand for others are garbled, however many of them happen to be vowels', () => {
  const moved = (by: number) =>
    english.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + by) % 26) + 97));
  const unnoticed = Array.from({ length: 26 }, (_, by) => by).filter((by) => flawIn(moved(by)) !== 'garbled');
  expect(unnoticed).toEqual([0, 16]); // the latter leaves a vowel in nearly every word
  expect(flawIn(moved(3).slice(0, 250))).toBe('garbled');
  const byCode = (by: number) => english.replaceAll(/\S/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + by));
  expect(flawIn(byCode(1))).toBe('garbled');
  expect(flawIn(byCode(0x80))).toBe('garbled');
  const signs = '!#$%&*+<=>?@[]^{|}~';
  expect(flawIn(english.replaceAll(/\S/g, (sign) => signs.charAt(sign.charCodeAt(0) % signs.length)))).toBe('garbled');
});

test('short forms, formulas and languages with words without vowels are not garbled', () => {
  const czech = `Strč prst skrz krk. Komise přístavu se sešla na jaře a schválila plán severního mola, jehož vlk zmrzl a zhltl hrst zrn.
Práce začnou po zimních bouřích, smrt krtka v trní, plný krb. Průzkumníci změřili hloubku na čtyřiceti místech.`;
  const croatian = 'Odbor luke sastao se i odobrio plan pristaništa: Krk, Brdo, Crni vrh, smrt, prst, grm, trg i krv. ';
  const parts = Array.from({ length: 60 }, (_, at) => `Widget ${at}: 5 pcs of 20 mm, 3 kg in all, MSFT`).join(' ');
  const formulas = '(a + b) * (c - d) / {e} = [f] <= 12; #1, $3, %5, &c. '.repeat(12);
  for (const words of [czech.repeat(3), croatian.repeat(5), parts, formulas]) expect(flawIn(words)).toBeUndefined();
});
