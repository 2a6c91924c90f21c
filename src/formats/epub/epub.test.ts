import { expect, test } from 'vitest';
import { encryptionXml, epub } from '../../../test/fixtures/documents/epub.ts';
import { zipped, type Parts } from '../../../test/fixtures/documents/package.ts';
import { outline, readAll } from '../../../test/fixtures/documents/read.ts';
import { readEpub } from './index.ts';

const chapters = [
  { name: 'one.xhtml', html: '<h2>The first</h2><p>It <b>begins</b><a id="x"/> here.</p>', title: 'One' },
  {
    name: 'text/two%20b.xhtml',
    html: '<p>No heading of its own.</p><a href="one.xhtml">back</a>',
    title: 'Two &amp; more',
  },
  { name: 'cover.xhtml', html: '<img src="c.png" alt="The cover"/>' },
];
const metadata = '<dc:title>A Book</dc:title><dc:creator>Ann Author</dc:creator><dc:creator>Ben Other</dc:creator>';

for (const version of [2, 3])
  test(`a book of EPUB ${version} is read in the order of its spine, with the titles of its contents`, () => {
    const { blocks, counts, warnings } = readAll(readEpub, epub(chapters, { version, order: [2, 0, 1], metadata }));
    expect(outline(blocks)).toEqual([
      'h1 A Book',
      'p Ann Author, Ben Other',
      '-- chapter 1',
      'picture The cover',
      '-- chapter 2 One',
      'h2 The first',
      'p It begins here.',
      '-- chapter 3 Two & more',
      'h1 Two & more',
      'p No heading of its own.',
      'p back',
    ]);
    expect({ counts, warnings }).toEqual({ counts: { pages: 3 }, warnings: [] });
  });

test('chapters can be chosen by their number', () => {
  const pages = { has: (page: number) => page === 2, last: 2 };
  expect(outline(readAll(readEpub, epub(chapters, { metadata }), { pages }).blocks)[0]).toBe('-- chapter 2 Two & more');
});

test('a book that is encrypted is refused, one that hides its fonts only is not', () => {
  const book = (algorithm: string) => epub(chapters, { more: { 'META-INF/encryption.xml': encryptionXml(algorithm) } });
  expect(() => readAll(readEpub, book('http://www.w3.org/2001/04/xmlenc#aes128-cbc'))).toThrowError(
    expect.objectContaining({ code: 'Encrypted' }),
  );
  expect(readAll(readEpub, book('http://www.idpf.org/2008/embedding')).blocks.length).toBeGreaterThan(5);
});

test('a chapter that is empty costs only itself; a book without chapters is damaged', () => {
  const broken = epub(chapters, { order: [0, 1], more: { 'OEBPS/one.xhtml': '' } });
  expect(outline(readAll(readEpub, broken).blocks)).toContain('p No heading of its own.');
  const books: Parts[] = [{ mimetype: 'application/epub+zip' }, { 'a.opf': '<package/>' }, { 'a.opf': '<package>' }];
  for (const parts of books)
    expect(() => readAll(readEpub, zipped(parts))).toThrowError(expect.objectContaining({ code: 'CorruptInput' }));
});

test('a chapter that the zip does not have is named in a warning', () => {
  const opf = `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.html" media-type="text/html"/><item id="b" href="b.html" media-type="text/html"/></manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>`;
  const { blocks, warnings } = readAll(readEpub, zipped({ 'x.opf': opf, 'a.html': '<p>here' }));
  expect(outline(blocks)).toEqual(['-- chapter 1', '-- chapter 2', 'p here']);
  expect(warnings).toEqual([expect.stringContaining('Chapter 1 (b.html)')]);
});

test('a package may name its document type but declare nothing, and what its spine names in vain is told', () => {
  const opf = (declaration: string) =>
    `<?xml version="1.0"?>\n${declaration}<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.html" media-type="text/html"/></manifest><spine><itemref idref="gone"/><itemref idref="a"/></spine></package>`;
  const book = (declaration: string) => readAll(readEpub, zipped({ 'x.opf': opf(declaration), 'a.html': '<p>here' }));
  const { blocks, warnings } = book(
    '<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd">',
  );
  expect(outline(blocks)).toEqual(['-- chapter 1', 'p here']);
  expect(warnings).toEqual(['The order of reading names "gone", which the book does not have.']);
  expect(() => book('<!DOCTYPE package [<!ENTITY a "b">]>')).toThrowError(
    expect.objectContaining({ code: 'CorruptInput' }),
  );
});
