import { expect, test } from 'vitest';
import { flawOf } from './quality.ts';

const flawIn = (text: string) => flawOf({ text: Array.from(text), unknown: 0, pictures: 0, shapes: 0 });

test('letters of Canada among those of Arabic are garbled, a text in them is not', () => {
  expect(flawIn('ناونعلاᒪᓪᒁᒤᓕՕկՕᓤᓞᓂᓕՕعمᓄᓝᓬᒋ')).toBe('garbled');
  expect(flawIn('ᐃᓄᒃᑎᑐᑦᑲᓇᑕᒥᐅᖃᐅᓯᖅ')).toBeUndefined();
  expect(flawIn('اذهنصيبرعمعהדוחשלשנתنسبةשקל')).toBeUndefined();
});
