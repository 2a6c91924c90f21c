import { corrupt } from '../corrupt.ts';
import { mainPart } from '../ooxml/relationships.ts';
import { openPackage, type Package } from '../package/index.ts';
import { headOf, type DocumentInput } from './input.ts';
import { oleStreams } from './ole.ts';
import type { DocumentFormat } from './reader.ts';
import { sniffText } from './sniff-text.ts';

/** What a file is. Some are known only to say why they cannot be read. */
export type Sniffed =
  | DocumentFormat
  | 'legacy-doc'
  | 'legacy-xls'
  | 'legacy-ppt'
  | 'msg'
  | 'gzip'
  | 'encrypted-ooxml'
  | 'xlsb'
  | 'zip'
  | 'image'
  | 'unknown';

/** By content; the name decides only between formats that are all text. */
export function sniff(input: DocumentInput): Sniffed {
  if (input.bytes === 0 && nameOfBinary(input.name) !== undefined) throw corrupt(input.name, 'the file is empty');
  const head = headOf(input, 64 * 1024);
  const start = head.toString('latin1', 0, 1024);
  if (start.includes('%PDF-')) return 'pdf';
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) {
    using parts = openPackage(input);
    return sniffPackage(parts);
  }
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return sniffOle(oleStreams(input));
  if (/^(?:\xef\xbb\xbf)?\s*\{\\rtf/.test(start)) return 'rtf';
  if (start.startsWith('\x1f\x8b\x08')) return 'gzip';
  if (images.some((mark) => start.startsWith(mark)) || /^RIFF.{4}WEBP/s.test(start)) return 'image';
  // One that has lost its first bytes is no text.
  if (nameOfBinary(input.name) === 'pdf' && /(?:^|[\r\n])\d+ \d+ obj\b/.test(start)) return 'pdf';
  if (nameOfBinary(input.name) === 'rtf' && /\\(?:rtf|ansi|fonttbl|pard?)\b/.test(start)) return 'rtf';
  return sniffText(input, head);
}

/** The ending of a name that promises a format which is not all text. */
export function nameOfBinary(name: string): string | undefined {
  return /\.(pdf|(?:doc|dot|ppt|pot|pps|xls|xlt)[xm]|od[tspg]|ot[tspg]|epub|rtf)$/i.exec(name)?.[1]?.toLowerCase();
}

const images = ['\x89PNG\r\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'II*\0', 'MM\0*'];

function sniffOle(streams: ReadonlySet<string>): Sniffed {
  if (streams.has('EncryptedPackage')) return 'encrypted-ooxml';
  if (streams.has('WordDocument')) return 'legacy-doc';
  if (streams.has('Workbook') || streams.has('Book')) return 'legacy-xls';
  if (streams.has('PowerPoint Document')) return 'legacy-ppt';
  if (streams.has('__properties_version1.0')) return 'msg';
  return 'unknown';
}

/** What the main part of an OOXML file is, by the end of its content type. */
const mainTypes: readonly (readonly [RegExp, Sniffed])[] = [
  [/wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled/, 'docx'],
  [/presentationml\.(?:presentation|slideshow|template)\.main\+xml|ms-powerpoint\.\w+\.macroEnabled/, 'pptx'],
  [/ms-excel\.sheet\.binary\.macroEnabled\.main/, 'xlsb'],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template)\.macroEnabled/, 'xlsx'],
];

const mimetypes: readonly (readonly [RegExp, Sniffed])[] = [
  [/^application\/vnd\.oasis\.opendocument\.text/, 'odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet/, 'ods'],
  // A drawing has pages as a presentation has slides.
  [/^application\/vnd\.oasis\.opendocument\.(?:presentation|graphics)/, 'odp'],
  [/^application\/epub\+zip/, 'epub'],
];

function sniffPackage(parts: Package): Sniffed {
  const fits = (text: string, rows: readonly (readonly [RegExp, Sniffed])[]) =>
    rows.find(([pattern]) => pattern.test(text))?.[1];
  if (parts.has('mimetype')) {
    const found = fits(parts.bytes('mimetype', 1024).toString('latin1').trim(), mimetypes);
    if (found) return found;
  }
  if (parts.has('[Content_Types].xml')) {
    const { main, others } = typesOf(parts);
    const found = fits(main, mainTypes) ?? fits(others, mainTypes);
    if (found) return found;
  }
  // Some writers leave out what names the main part; the folders are always the same.
  if (parts.has('word/document.xml')) return 'docx';
  if (parts.has('ppt/presentation.xml')) return 'pptx';
  if (parts.has('xl/workbook.xml')) return 'xlsx';
  if (parts.has('xl/workbook.bin')) return 'xlsb';
  if (parts.has('META-INF/container.xml')) return 'epub';
  if (parts.has('content.xml')) return fits(rootType(parts), mimetypes) ?? 'odt';
  return 'zip';
}

/** Of an OpenDocument as a whole, by its manifest. */
function rootType(parts: Package): string {
  if (!parts.has('META-INF/manifest.xml')) return '';
  const xml = parts.typedXml('META-INF/manifest.xml');
  for (let event = xml.next(); event !== 'end'; event = xml.next())
    if (event === 'open' && xml.attribute('manifest:full-path') === '/')
      return xml.attribute('manifest:media-type') ?? '';
  return '';
}

/** Of the main part, and of all that have one of their own: some writers list the types of endings that they do not use. */
function typesOf(parts: Package): { main: string; others: string } {
  const main = mainPart(parts, '').toLowerCase();
  const ending = main.slice(main.lastIndexOf('.') + 1);
  const xml = parts.xml('[Content_Types].xml');
  const others = [];
  let [own, usual] = ['', ''];
  for (let event = xml.next(); event !== 'end' && others.length < 10_000; event = xml.next()) {
    if (event !== 'open') continue;
    const type = xml.attribute('ContentType') ?? '';
    if (xml.name === 'Default') {
      if (main !== '' && xml.attribute('Extension')?.toLowerCase() === ending) usual = type;
      continue;
    }
    others.push(type);
    if (main !== '' && xml.attribute('PartName')?.toLowerCase().replace(/^\//, '') === main) own = type;
  }
  return { main: own || usual, others: others.join('\n') };
}
