import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPdf, ruledGrid, text } from '../../../test/fixtures/pdf-builder.ts';
import {
  exifOf,
  mirroredPng,
  scanPng,
  scanWords,
  tiffOf,
  wordsPdf,
  wordsPicture,
} from '../../../test/fixtures/scan.ts';
import { installedPackages } from '../../files/index.ts';
import { writeMarkdown } from '../document/markdown.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { Block } from '../document/model.ts';
import { createOutput } from '../document/output.ts';
import { orientationOf } from './orientation.ts';
import { pictureKind, picturesOf } from './picture.ts';
import { readPictures, type PageConfidence } from './read.ts';
import { openRecogniser, type Recogniser } from './recogniser.ts';

const workspace = import.meta.dirname;
let english: Recogniser;
beforeAll(async () => {
  english = await openRecogniser(['eng'], installedPackages(workspace), () => {});
});
afterAll(() => english[Symbol.dispose]());

const report = { warn: () => {}, count: () => {}, checkStopped: () => {} };

function read(pictures: readonly Uint8Array[], recogniser: Recogniser): { words: string[]; pages: PageConfidence[] } {
  const pages: PageConfidence[] = [];
  const blocks: Block[] = [];
  const numbered = pictures.map((picture, index) => ({ page: index + 1, picture, dpi: 150 }));
  for (const block of readPictures('a.png', numbered, recogniser, report, (page) => pages.push(page)))
    blocks.push(block);
  const words = blocks.flatMap((block) => ('spans' in block ? block.spans.map((span) => span.text) : []));
  return { words, pages };
}

function markdown(picture: Uint8Array): string {
  const pieces: string[] = [];
  const pages = [{ page: 1, picture, dpi: 200 }];
  writeMarkdown(
    readPictures('a.png', pages, english, report, () => {}),
    createOutput(10_000, (piece) => pieces.push(piece)),
  );
  return pieces.join('');
}

test('the letters of a page that PDFium draws are read, with how sure that is', () => {
  const { words, pages } = read([wordsPicture()], english);
  expect(words.join(' ')).toBe(scanWords.join(' '));
  expect(pages).toEqual([{ page: 1, confidence: expect.any(Number) }]);
  expect(pages[0]!.confidence).toBeGreaterThan(80);
});

test('PNG and the pages of a TIFF are pictures', () => {
  const png = scanPng();
  expect(pictureKind(png)).toBe('png');
  expect(read([...picturesOf(png, 'png', 'a.png')], english).words.join(' ')).toBe(scanWords.join(' '));
  const tiff = tiffOf([wordsPicture(wordsPdf(['The first page'])), wordsPicture(wordsPdf(['The second page']))]);
  expect(pictureKind(tiff)).toBe('tiff');
  const pages = [...picturesOf(tiff, 'tiff', 'a.tif')];
  expect(read(pages, english).words).toEqual(['The first page', 'The second page']);
});

test('a table with lines is read cell by cell, with the text around it', () => {
  const rows = [
    ['Item', 'Count', 'Price'],
    ['Apples', '120', '3.50'],
    ['Pears', '45', '12.00'],
    ['Plums', '17', '0.90'],
  ];
  const cells = rows.flatMap((row, y) => row.map((cell, x) => text(40 + x * 120, 190 - y * 30, 14, cell)));
  const grid = ruledGrid([30, 150, 270, 390], [90, 120, 150, 180, 210]);
  const around = [
    text(30, 250, 14, 'The goods below were delivered'),
    text(30, 50, 14, 'Please pay within thirty days'),
  ];
  const pdf = buildPdf([{ size: [420, 300], content: [...around, ...grid, ...cells] }]);
  expect(markdown(wordsPicture(pdf, 200))).toBe(
    `<!-- page 1 -->

The goods below were delivered

| Item | Count | Price |
| --- | --- | --- |
| Apples | 120 | 3.50 |
| Pears | 45 | 12.00 |
| Plums | 17 | 0.90 |

Please pay within thirty days
`,
  );
});

test.each([90, 180, 270])('a page that lies turned by %i degrees is read upright', (angle) => {
  const lines = ['The ferry to the island leaves', 'every morning at seven', 'and comes back at nightfall'];
  const [cosine, sine] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const content = lines.map((line, index) => {
    const [x, y] = [-140, 40 - index * 40];
    return text(200 + x * cosine - y * sine, 200 + x * sine + y * cosine, 20, line, 'regular', angle);
  });
  const { words, pages } = read([wordsPicture(buildPdf([{ size: [400, 400], content }]))], english);
  expect(words.join(' ')).toBe(lines.join(' '));
  expect(pages[0]!.confidence).toBeGreaterThan(80);
});

test('a picture that lies as in a mirror is read as the camera says that it is shown', () => {
  const { words, pages } = read([mirroredPng()], english);
  expect(words.join(' ')).toBe(scanWords.join(' '));
  expect(pages[0]!.confidence).toBeGreaterThan(80);
});

test('how a picture lies is found in JPEG, PNG and WebP, and what is damaged says nothing', () => {
  const exif = exifOf(6);
  const jpeg = readFileSync(join(import.meta.dirname, '../../../test/fixtures/documents/words.jpg'));
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 8]), Buffer.from('Exif\0\0'), exif]);
  const webp = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1'),
    Buffer.alloc(10),
    Buffer.from(`EXIF${String.fromCharCode(exif.length)}\0\0\0`, 'latin1'),
    exif,
  ]);
  const turned = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
  expect([turned, webp, mirroredPng(), jpeg, scanPng()].map(orientationOf)).toEqual([6, 6, 2, 1, 1]);
  for (let end = 0; end < 2 + segment.length; end++) expect(orientationOf(turned.subarray(0, end))).toBeLessThan(7);
  for (const [at, value] of [
    [22, 0x7f],
    [19, 99],
    [30, 9],
  ] as const) {
    const wrong = Buffer.from(turned);
    wrong[at] = value;
    expect(orientationOf(wrong)).toBe(1);
  }
});

/** The table of the engine for lines of signs of the East; in `rough` ones it gives each sign the height of the row. */
function tableOf(lines: readonly (readonly [text: string, rough?: boolean])[], pitch: number): string {
  return lines
    .flatMap(([text, rough], index) => {
      const [top, width] = [40 + index * pitch, text.length * 38];
      const line = `1\t1\t1\t${index + 1}`;
      const words = Array.from(text, (sign, at) => {
        const place = rough ? `${top - 4}\t36\t56` : `${top}\t36\t36`;
        return `5\t${line}\t${at + 1}\t${40 + at * 38}\t${place}\t95\t${sign}`;
      });
      return [`4\t${line}\t0\t40\t${top}\t${width}\t36\t-1\t`, ...words];
    })
    .join('\n');
}

test.each<
  readonly [what: string, lines: readonly (readonly [text: string, rough?: boolean])[], found: readonly string[]]
>([
  [
    'that end early are lines of their own',
    [['修改意见'], ['请在月底'], ['提出修'], ['月底之前'], ['之前提出修改']],
    ['修改意见', '请在月底', '提出修', '月底之前', '之前提出修改'],
  ],
  [
    'that go on to the edge are one paragraph, whatever height the engine gives their signs',
    [['请在月底之前提出修改意见'], ['请在月底之前提出修改意见'], ['请在月底之', true]],
    ['请在月底之前提出修改意见请在月底之前提出修改意见请在月底之'],
  ],
  [
    'beside a picture are one paragraph too',
    [
      ['请在月底之前提出修改意见请在月底之前提出修改意见'],
      ['请在月底之前提出修改意见'],
      ['请在月底之前提出修改意见'],
      ['请在月底之前提出修改意'],
    ],
    [
      '请在月底之前提出修改意见请在月底之前提出修改意见请在月底之前提出修改意见请在月底之前提出修改意见请在月底之前提出修改意',
    ],
  ],
])('lines of Chinese %s', (_, lines, found) => {
  const recogniser: Recogniser = {
    read: () => ({ words: tableOf(lines, 52), confidence: 95 }),
    [Symbol.dispose]() {},
  };
  expect(read([new Uint8Array(16)], recogniser).words).toEqual(found);
});

test('reading stops in the middle of a page when it is told to', async () => {
  let calls = 0;
  using stopped = await openRecogniser(['eng'], installedPackages(workspace), () => {
    if (++calls === 2) throw new SallyportError('Cancelled');
  });
  expect(() => read([wordsPicture()], stopped)).toThrow(expect.objectContaining({ code: 'Cancelled' }));
  expect(calls).toBe(2);
});

test('Chinese is read without spaces between its signs', async () => {
  using chinese = await openRecogniser(['chi_sim'], installedPackages(workspace), () => {});
  const png = readFileSync(join(import.meta.dirname, '../../../test/fixtures/documents/chinese.png'));
  expect(read([...picturesOf(png, 'png', 'a.png')], chinese).words).toEqual(['请在月底之前提出修改意见']);
});

test('a picture that claims a size beyond reason is not unpacked', () => {
  const png = Buffer.from(scanPng());
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  expect(() => [...picturesOf(png, 'png', 'a.png')]).toThrow(
    expect.objectContaining({ code: 'ArchiveTooLarge', message: expect.stringContaining('60000 by 60000 points') }),
  );
  const loop = tiffOf([wordsPicture()]);
  loop.writeUInt32LE(loop.readUInt32LE(4), loop.length - 4); // its last page is followed by itself
  expect([...picturesOf(loop, 'tiff', 'a.tif')]).toHaveLength(1);
});

test('of the packages those that are missing are named, in the one command that adds them', async () => {
  const none = { read: () => undefined, load: () => undefined };
  await expect(openRecogniser(['eng', 'deu'], none, () => {})).rejects.toMatchObject({
    code: 'NotSupported',
    hint: expect.stringContaining(
      'npm install tesseract.js-core@7.0.0 @tesseract.js-data/eng @tesseract.js-data/deu (',
    ),
  });
  const english = {
    read: (file: string) => (file.startsWith('@tesseract.js-data/eng/') ? new Uint8Array() : undefined),
    load: () => () => {},
  };
  await expect(openRecogniser(['eng', 'deu'], english, () => {})).rejects.toMatchObject({
    message: expect.stringMatching(
      /^Reading pictures in deu is not supported on this installation: there is no model of that language/,
    ),
    hint: expect.stringContaining('npm install @tesseract.js-data/deu ('),
  });
});
