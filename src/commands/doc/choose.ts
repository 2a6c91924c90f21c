import type { Reader } from '../../formats/document/reader.ts';
import { readers } from '../../formats/document/readers.ts';
import { nameOfBinary, type Sniffed } from '../../formats/document/sniff.ts';
import { corrupt } from '../../formats/corrupt.ts';
import { SallyportError } from '../../protocol/errors.ts';

/** Why some files are known but not read, and what helps. */
const notRead: Partial<Readonly<Record<Sniffed, readonly [format: string, next: string]>>> = {
  'legacy-doc': ['Word 97-2003 (.doc)', 'Save it as .docx, or convert it: libreoffice --headless --convert-to docx.'],
  'legacy-xls': ['Excel 97-2003 (.xls)', 'Save it as .xlsx, or convert it: libreoffice --headless --convert-to xlsx.'],
  'legacy-ppt': [
    'PowerPoint 97-2003 (.ppt)',
    'Save it as .pptx, or convert it: libreoffice --headless --convert-to pptx.',
  ],
  msg: ['A message of Outlook (.msg)', 'Save it as .eml, or drag it from Outlook on the web, which gives an .eml.'],
  gzip: [
    'A gzip file',
    'Unpack it with "tar extract" if it is a .tar.gz, else with gunzip, then extract what is in it.',
  ],
  xlsb: ['Excel binary workbook (.xlsb)', 'Save it as .xlsx, or convert it: libreoffice --headless --convert-to xlsx.'],
  zip: ['A zip archive', 'List it with "zip list", unpack it with "zip extract", then extract the documents in it.'],
  image: ['A picture', 'Read the text in it with "doc ocr".'],
  unknown: ['This kind of file', 'Convert it to one of the formats of "doc extract --help".'],
};

export async function readerFor(format: Sniffed, path: string): Promise<Reader> {
  if (format === 'encrypted-ooxml') throw new SallyportError('Encrypted', { path });
  const load = (readers as Partial<Record<Sniffed, () => Promise<Reader>>>)[format];
  if (load) return misnamed(await load(), format, path);
  const named = nameOfBinary(path);
  if (format === 'unknown' && named !== undefined) throw corrupt(path, `it is no ${named} file`);
  const [what, next] = notRead[format] ?? [format, 'Convert it to another format first.'];
  throw new SallyportError('NotSupported', {
    format: what,
    platform: 'any system',
    reason: 'there is no reader for it',
    next,
  });
}

const textFormats: ReadonlySet<Sniffed> = new Set(['text', 'csv', 'tsv', 'html', 'eml', 'ipynb']);

/** A text under the name of another format is read, but hardly what its reader expects. */
function misnamed(read: Reader, format: Sniffed, path: string): Reader {
  const named = nameOfBinary(path);
  if (named === undefined || !textFormats.has(format)) return read;
  return (input, report, options) => {
    report.warn(`The name says ${named}, but it was read as ${format}.`);
    return read(input, report, options);
  };
}
