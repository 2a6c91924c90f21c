import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { docx, p } from '../../../test/fixtures/documents/docx.ts';
import { odf } from '../../../test/fixtures/documents/odf.ts';
import { ole } from '../../../test/fixtures/documents/ole.ts';
import { contentTypesXml, relationshipsXml, zipped } from '../../../test/fixtures/documents/package.ts';
import { pptx } from '../../../test/fixtures/documents/pptx.ts';
import { inputOf } from '../../../test/fixtures/documents/read.ts';
import { sniff } from './sniff.ts';

const typed = (type: string) => zipped({ '[Content_Types].xml': contentTypesXml(['x/main.bin', type]) });
const binary = '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>';
const workbook = (ending: string, types: string) =>
  zipped({
    '[Content_Types].xml': types.replace('<Default', `${binary}<Default`),
    '_rels/.rels': relationshipsXml([['rId1', 'officeDocument', `xl/workbook.${ending}`]]),
    [`xl/workbook.${ending}`]: '<x/>',
    'xl/vbaProject.bin': 'x',
  });
const odfWithout = (type: string) =>
  zipped({
    'content.xml': '<x/>',
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:media-type="text/xml" manifest:full-path="content.xml"/><manifest:file-entry manifest:media-type="${type}" manifest:full-path="/"/></manifest:manifest>`,
  });
const mail = 'From: a@example.org\nTo: b@example.org\nSubject: Hello\nDate: Mon, 1 Jan 2024 00:00:00 +0000\n\nBody';

test.each<readonly [expected: string, name: string, content: string | Buffer]>([
  ['pdf', 'a.docx', '%PDF-1.7\n...'],
  ['pdf', 'a', `junk before\n%PDF-1.4`],
  ['docx', 'a.pdf', docx({ body: p('x') })],
  ['docx', 'a', zipped({ 'word/document.xml': '<x/>' })],
  ['docx', 'a.dotx', typed('wordprocessingml.template.main')],
  ['pptx', 'a', pptx([])],
  ['pptx', 'a.ppsx', typed('presentationml.slideshow.main')],
  ['xlsx', 'a', typed('spreadsheetml.sheet.main')],
  ['xlsx', 'a', zipped({ 'xl/workbook.xml': '<x/>' })],
  ['xlsx', 'a', workbook('xml', contentTypesXml(['xl/workbook.xml', 'spreadsheetml.sheet.main']))],
  ['xlsx', 'a', workbook('xml', contentTypesXml())],
  ['xlsb', 'a.xlsx', workbook('bin', contentTypesXml(['xl/sheet1.xml', 'spreadsheetml.worksheet']))],
  ['xlsb', 'a', zipped({ 'xl/workbook.bin': 'x' })],
  ['odt', 'a', odf('text', { body: '' })],
  ['odp', 'a', odf('presentation', { body: '' })],
  ['ods', 'a', zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })],
  ['odp', 'a', odfWithout('application/vnd.oasis.opendocument.presentation')],
  ['odp', 'a.odg', zipped({ mimetype: 'application/vnd.oasis.opendocument.graphics' })],
  ['odt', 'a', zipped({ 'content.xml': '<x/>' })],
  ['epub', 'a', zipped({ mimetype: 'application/epub+zip\n' })],
  ['zip', 'a.docx', zipped({ 'readme.txt': 'x' })],
  ['encrypted-ooxml', 'a.docx', ole('EncryptionInfo', 'EncryptedPackage')],
  ['legacy-doc', 'a.docx', ole('WordDocument')],
  ['legacy-xls', 'a', ole('Book')],
  ['legacy-ppt', 'a', ole('Current User', 'PowerPoint Document')],
  ['msg', 'a', ole('__nameid_version1.0', '__properties_version1.0')],
  ['gzip', 'a.csv', gzipSync('a,b')],
  ['unknown', 'a.doc', ole('Something else')],
  ['unknown', 'a', Buffer.concat([ole('WordDocument').subarray(0, 600)])],
  ['rtf', 'a.doc', '{\\rtf1\\ansi Hello}'],
  ['image', 'a', Buffer.from('ffd8ffe000104a46', 'hex')],
  ['html', 'a.txt', '<!DOCTYPE html><p>x'],
  ['html', 'a', '\uFEFF<!-- c -->\n<HTML lang="en">'],
  ['html', 'a', '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['ipynb', 'a', '{"cells": [], "metadata": {}, "nbformat": 4}'],
  ['text', 'a', '{"cells": 3}'],
  ['eml', 'a', mail],
  ['text', 'a.txt', mail],
  ['csv', 'a.csv', 'only one column\n1\n2'],
  ['csv', 'a', 'a,b,c\n1,"x,y",3\n4,5,6\n'],
  ['csv', 'a', 'a;b\n1;2\n'],
  ['tsv', 'a', 'a\tb\n1\t2\n'],
  ['text', 'a', 'One, two.\nThree.\n'],
  ['text', 'a.md', '# Title\n\nWords, words.'],
  ['text', 'README.md', '<h1 align="center">Title</h1>\n\n## Use'],
  ['html', 'page.md', '<!-- saved --><!doctype html><p>x'],
  ['text', 'a.markdown', 'a,b\nc,d\n'],
  ['text', 'a', Buffer.from('\uFEFFwide', 'utf16le')],
  ['text', 'a', Buffer.from([0xd6, 0xd0, 0xce, 0xc4])],
  ['text', 'a', ''],
  ['unknown', 'a.csv', Buffer.from([0, 1, 2, 3])],
])('%s: %s %j', (expected, name, content) => {
  expect(sniff(inputOf(Buffer.from(content), name))).toBe(expected);
});
