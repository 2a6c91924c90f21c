import { expect, test } from 'vitest';
import { prosePage } from '../../../test/fixtures/documents/pdf-page.ts';
import { buildPdf } from '../../../test/fixtures/pdf-builder.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { characterWords, startEngine } from './engine.ts';
import { openPdf } from './open.ts';

test('the loop in WebAssembly gives of each character what PDFium gives one by one', () => {
  const pdf = buildPdf([prosePage(seededRandom(7))]);
  const input = { name: 'a.pdf', bytes: pdf.length, read: (at: number, size: number) => pdf.subarray(at, at + size) };
  const { engine, handle } = openPdf(input);
  const { calls, scratch } = engine;
  const textPage = calls.FPDFText_LoadPage(calls.FPDF_LoadPage(handle, 0));
  const one = (index: number) => {
    calls.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24);
    return [
      calls.FPDFText_GetUnicode(textPage, index),
      calls.FPDFText_GetTextObject(textPage, index),
      ...engine.doubles().subarray(scratch >> 3, (scratch >> 3) + 4),
    ];
  };
  const [from, to] = [3, 503];
  expect(calls.FPDFText_CountChars(textPage)).toBeGreaterThan(to);
  const word = engine.characters(textPage, from, to) >> 2;
  const [words, doubles] = [engine.words().slice(), engine.doubles().slice()];
  for (let index = from; index < to; index++) {
    const at = word + (index - from) * characterWords;
    const box = doubles.subarray((at >> 1) + 1, (at >> 1) + 5);
    expect([words[at], words[at + 1], ...box]).toEqual(one(index));
  }
});

test('the next engine gets the memory of a closed one, with nothing in it, and no two have the same', () => {
  const secret = Buffer.from('what stood in the document before');
  const fresh = startEngine();
  const first = startEngine();
  first.bytes().set(secret, first.allocate(1024 * 1024));
  const memory = first.bytes().buffer;
  first.close();
  const second = startEngine();
  expect(second.bytes().buffer).toBe(memory);
  expect(Buffer.from(memory).includes(secret)).toBe(false);
  expect(Buffer.from(memory).equals(Buffer.from(fresh.bytes().buffer))).toBe(true); // as if it were new
  first.close();
  expect(startEngine().bytes().buffer).not.toBe(memory);
});

test('memory that has grown much is not kept', () => {
  const large = startEngine();
  large.allocate(40 * 1024 * 1024);
  const memory = large.bytes().buffer;
  large.close();
  expect(startEngine().bytes().buffer).not.toBe(memory);
});
