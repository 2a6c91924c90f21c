import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Reader } from '../../../src/formats/document/reader.ts';
import { readDocx } from '../../../src/formats/docx/index.ts';
import { readOdp, readOdt } from '../../../src/formats/odf/index.ts';
import { openPackage } from '../../../src/formats/package/index.ts';
import { readPptx } from '../../../src/formats/pptx/index.ts';
import { docx, p, style, styled, tbl, tc, tr } from '../../fixtures/documents/docx.ts';
import { odf } from '../../fixtures/documents/odf.ts';
import { zipped } from '../../fixtures/documents/package.ts';
import { pptx, sp, ap } from '../../fixtures/documents/pptx.ts';
import { inputOf, outline, readAll } from '../../fixtures/documents/read.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { buildZip, type BuiltEntry } from '../../fixtures/zip-builder.ts';

const docxParts = (document: string | Buffer, entry: Partial<BuiltEntry> = {}) =>
  buildZip([{ name: 'word/document.xml', data: document, ...entry }]);
const word = (inner: string, before = '') =>
  `<?xml version="1.0"?>${before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${inner}</w:body></w:document>`;

test.each<readonly [what: string, bytes: () => Buffer, code: string]>([
  [
    'a part that says it has 2 GiB',
    () => docxParts('', { bytes: 2 ** 31, rawData: Buffer.alloc(5000) }),
    'ArchiveTooLarge',
  ],
  ['a part that gets 500 times larger', () => docxParts(Buffer.alloc(70 << 20, ' ')), 'ArchiveTooLarge'],
  [
    'a part that is larger than it says',
    () => docxParts('', { bytes: 100, rawData: deflateRawSync(Buffer.alloc(10 << 20, ' ')) }),
    'CorruptInput',
  ],
  [
    'a bomb beside the document',
    () =>
      buildZip([
        { name: 'word/document.xml', data: word(p('x')) },
        { name: 'word/media/a.bin', data: Buffer.alloc(70 << 20) },
      ]),
    'ArchiveTooLarge',
  ],
  [
    'entities that grow',
    () => docxParts(word(p('&b;'), '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>')),
    'CorruptInput',
  ],
  [
    'an entity from a file',
    () => docxParts(word(p('&b;'), '<!DOCTYPE w [<!ENTITY b SYSTEM "file:///etc/passwd">]>')),
    'CorruptInput',
  ],
  ['tables in tables without end', () => docxParts(word('<w:tbl><w:tr><w:tc>'.repeat(100_000))), 'CorruptInput'],
  ['a tag without end', () => docxParts(word(`<w:p w:x="${'x'.repeat(9 << 20)}`)), 'CorruptInput'],
  ...(['word/document.xml', 'WORD/Document.xml', 'word\\document.xml'] as const).map(
    (name) =>
      [
        `two main parts (${name})`,
        () =>
          buildZip([
            { name: 'word/document.xml', data: word(p('for the one')) },
            { name, data: word(p('for the other')) },
          ]),
        'CorruptInput',
      ] as const,
  ),
  [
    'two parts that say where the main part is',
    () =>
      buildZip([
        { name: '_rels/.rels', data: '<Relationships/>' },
        { name: '_rels/.rels', data: '<Relationships/>' },
        { name: 'word/document.xml', data: word(p('x')) },
      ]),
    'CorruptInput',
  ],
  ['no main part', () => zipped({ 'word/other.xml': 'x' }), 'CorruptInput'],
  ['an encrypted entry', () => docxParts(word(p('x')), { flags: 1 }), 'Encrypted'],
  ['a part whose checksum is wrong', () => docxParts(word(''), { crc: 1 }), 'CorruptInput'],
])('a docx with %s is refused', (_, bytes, code) => {
  expect(() => readAll(readDocx, bytes())).toThrow(expect.objectContaining({ code }));
});

test('a part that is there twice costs nothing where it is not read', () => {
  const picture = { name: 'word/media/image1.png', data: 'x' };
  const bytes = buildZip([{ name: 'word/document.xml', data: word(p('read')) }, picture, { ...picture, data: 'y' }]);
  expect(outline(readAll(readDocx, bytes).blocks)).toEqual(['p read']);
});

test('a consumer that has enough stops the work, and little of the file is read', () => {
  const random = seededRandom(3);
  const noise = () => Buffer.from(Array.from({ length: 8192 }, () => random.below(256))).toString('hex');
  const many = docxParts(word(Array.from({ length: 200 }, () => p(noise())).join('')));
  let read = 0;
  const input = {
    ...inputOf(many),
    read(offset: number, length: number) {
      read += length;
      return many.subarray(offset, offset + length);
    },
  };
  const blocks = readDocx(input, { warn() {}, count() {}, checkStopped() {} }, {});
  for (let count = 0; count < 3; count++) expect(blocks.next().value).toMatchObject({ kind: 'paragraph' });
  expect(blocks.return()).toEqual({ done: true, value: undefined });
  expect(many.length).toBeGreaterThan(1_500_000);
  expect(read).toBeLessThan(500_000);
});

test('ids and names that objects have of their own are only names', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const body = names.map((name) => p(name, `${styled(name)}<w:numPr><w:numId w:val="${name}"/></w:numPr>`)).join('');
  const relationships = names.map((name) => [name, name, `${name}.xml`] as const);
  const styles = names.map((name) => style(name, name, `<w:basedOn w:val="${name}"/>`)).join('');
  expect(outline(readAll(readDocx, docx({ body, styles, relationships })).blocks)).toEqual(
    names.map((name) => `p ${name}`),
  );
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

const samples: readonly (readonly [name: string, read: Reader, bytes: Buffer])[] = [
  [
    'docx',
    readDocx,
    docx({ styles: style('1', 'heading 1'), body: p('Title', styled('1')) + p('Words.') + tbl(tr(tc('a'), tc('b'))) }),
  ],
  ['pptx', readPptx, pptx([{ shapes: sp(ap('Words')), notes: sp(ap('Notes'), '', 'type="body"') }])],
  [
    'odt',
    readOdt,
    odf('text', {
      body: '<text:h>Title</text:h><text:list><text:list-item><text:p>Words</text:p></text:list-item></text:list>',
    }),
  ],
  [
    'odp',
    readOdp,
    odf('presentation', {
      body: '<draw:page><draw:frame><draw:text-box><text:p>Words</text:p></draw:text-box></draw:frame></draw:page>',
    }),
  ],
];

test.each(samples)('%s: a file that is damaged anywhere ends in an answer or an error of ours', (_, read, bytes) => {
  const random = seededRandom(7);
  const codes = new Set<string>();
  for (let round = 0; round < 100; round++) {
    const copy = Buffer.from(bytes);
    for (let left = 1 + random.below(4); left > 0; left--) copy[random.below(copy.length)] = random.below(256);
    const cut = round % 5 === 0 ? copy.subarray(0, random.below(copy.length)) : copy;
    try {
      readAll(read, cut);
      codes.add('ok');
    } catch (error) {
      codes.add((error as { code?: string }).code ?? String(error));
    }
  }
  expect(
    [...codes].filter((code) => !['ok', 'CorruptInput', 'ArchiveTooLarge', 'Encrypted', 'NotSupported'].includes(code)),
  ).toEqual([]);
  expect(codes).toContain('CorruptInput');
});

test.each(samples)(
  '%s: a file whose XML is damaged anywhere ends in an answer or an error of ours',
  (_, read, bytes) => {
    const random = seededRandom(11);
    const parts = textParts(bytes);
    const codes = new Set<string>();
    const pieces = [
      '<',
      '>',
      '/',
      '"',
      '&',
      ']]>',
      '<!--',
      '<w:p>',
      '</w:p>',
      ' w:val="-1"',
      'w:val="1e999"',
      '\0',
      '\uD800',
      '&#xD800;',
      '<?',
      'NaN',
    ];
    for (let round = 0; round < 100; round++) {
      const damaged = parts.map(({ name, text }) => {
        if (random.chance(0.5)) return { name, data: text };
        const at = random.below(text.length);
        return { name, data: text.slice(0, at) + random.pick(pieces) + text.slice(at + random.below(5)) };
      });
      try {
        readAll(read, buildZip(damaged));
        codes.add('ok');
      } catch (error) {
        codes.add((error as { code?: string }).code ?? String(error));
      }
    }
    expect([...codes].filter((code) => code !== 'ok' && code !== 'CorruptInput')).toEqual([]);
  },
);

function textParts(bytes: Buffer): { name: string; text: string }[] {
  using parts = openPackage(inputOf(bytes));
  return Array.from(parts.parts, (name) => ({ name, text: parts.bytes(name, 1 << 20).toString() }));
}

test('a document within one that lost its end is not taken for the whole', () => {
  const inner = docxParts(word(p('only a part')));
  const outer = buildZip([
    { name: 'ppt/presentation.xml', data: 'x' },
    { name: 'ppt/embeddings/a.docx', data: inner, method: 0 },
    { name: 'ppt/slides/slide1.xml', data: 'y'.repeat(500), method: 0 },
  ]);
  const end = outer.indexOf('PK\x05\x06') + 22;
  for (const cut of [end, end + 10, end + 300])
    expect(() => openPackage(inputOf(outer.subarray(0, cut)))).toThrowError(/its end is cut off/);
  using whole = openPackage(inputOf(Buffer.concat([Buffer.from('#!/bin/sh\n'), inner])));
  expect([...whole.parts]).toEqual(['word/document.xml']);
});

test.each<readonly [string, Reader, () => Buffer]>([
  ['a docx', readDocx, () => docxParts('no xml')],
  ['a docx of zeros', readDocx, () => docxParts(Buffer.alloc(300))],
  ['a pptx', readPptx, () => zipped({ 'ppt/presentation.xml': 'no xml' })],
  ['an odt', readOdt, () => zipped({ 'content.xml': '' })],
  ['an odp', readOdp, () => zipped({ 'content.xml': '<x/>' })],
])('%s whose main part is none is damaged, not empty', (_, read, bytes) => {
  expect(() => readAll(read, bytes())).toThrowError(expect.objectContaining({ code: 'CorruptInput' }));
});

test('a slide whose part is none is told', () => {
  const slides = [{ shapes: sp(ap('first')) }, { shapes: sp(ap('second')) }];
  const { blocks, warnings } = readAll(readPptx, pptx(slides, { more: { 'ppt/slides/slide2.xml': 'no xml' } }));
  expect(outline(blocks)).toContain('p first');
  expect(warnings).toEqual([expect.stringMatching(/^Slide 2 could not be read: .*is no slide/)]);
});

test('many small parts share what reads them, and parts that are open at once do not', () => {
  const text = (index: number) => `<a>${'x'.repeat(index % 50)}${index}</a>`;
  using parts = openPackage(
    inputOf(buildZip(Array.from({ length: 3000 }, (_, index) => ({ name: `p${index}`, data: text(index) })))),
  );
  const before = process.memoryUsage().external;
  for (let index = 0; index < 3000; index++) expect(parts.bytes(`p${index}`, 100).toString()).toBe(text(index));
  expect(process.memoryUsage().external - before).toBeLessThan(10 << 20);
  const [first, second] = [parts.chunks('p1'), parts.chunks('p2')];
  const [one, other] = [first.next().value, second.next().value];
  expect([one, other].map((chunk) => Buffer.from(chunk ?? []).toString())).toEqual([text(1), text(2)]);
  first.return();
  expect(parts.bytes('p3', 100).toString()).toBe(text(3));
  expect([second.next().done, parts.bytes('p1', 100).toString()]).toEqual([true, text(1)]);
});
