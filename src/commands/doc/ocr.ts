import { installedPackages, openRandomAccess } from '../../files/index.ts';
import { corrupt } from '../../formats/corrupt.ts';
import { headOf, type DocumentInput } from '../../formats/document/input.ts';
import type { Report } from '../../formats/document/model.ts';
import type { ReadOptions } from '../../formats/document/reader.ts';
import { sniff } from '../../formats/document/sniff.ts';
import { pictureKind, picturesOf } from '../../formats/ocr/picture.ts';
import { readPictures, type PageConfidence, type PagePicture } from '../../formats/ocr/read.ts';
import { openRecogniser } from '../../formats/ocr/recogniser.ts';
import { pagePictures } from '../../formats/pdf/render.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { AsyncJob } from '../job.ts';
import { keepGoing } from './extract.ts';
import { wantedPages } from './pages.ts';
import { openReading } from './reading.ts';
import { writeBlocks, type Wanted } from './write.ts';

export interface OcrInput extends Wanted {
  readonly language: string;
  readonly dpi: number;
  readonly pages: string | null;
}

/** Few pictures say how fine they are; most scans are about this. */
const pictureDpi = 300;
const maxPictureBytes = 256 * 1024 * 1024;

/** Reads the letters in pictures and in the pages of a PDF, page by page. */
export const recogniseDocument: AsyncJob<OcrInput> = async (input, context) => {
  const { root } = context;
  const pages = wantedPages(input.pages, 'doc ocr --help');
  const languages = languagesOf(input.language);
  using file = openRandomAccess(root.openRead(input.in), input.in);
  const reading = openReading(file, context);
  const { document, report } = reading;
  const { format, pictures } = openPictures(document, report, pages.options, input.dpi);
  using recogniser = await openRecogniser(languages, installedPackages(root.path), report.checkStopped);

  const confidences: PageConfidence[] = [];
  const blocks = readPictures(input.in, pictures, recogniser, report, (page) => {
    confidences.push(page);
  });
  const checked = pages.checked(keepGoing(blocks, reading), report, input.in);
  return { ...writeBlocks(checked, input, { root, format, report }), languages, confidence: confidences };
};

function openPictures(
  document: DocumentInput,
  report: Report,
  options: ReadOptions,
  dpi: number,
): { readonly format: string; readonly pictures: Iterable<PagePicture> } {
  if (sniff(document) === 'pdf') return { format: 'pdf', pictures: pagePictures(document, report, options, dpi) };
  if (document.bytes === 0) throw corrupt(document.name, 'the file is empty');
  const kind = pictureKind(headOf(document, 16));
  if (!kind)
    throw new SallyportError('NotSupported', {
      format: 'This kind of file',
      platform: 'any system',
      reason: 'only PDF, PNG, JPEG, WebP and TIFF have pictures of pages',
      next: 'Take the text out of other documents with "doc extract".',
    });
  if (document.bytes > maxPictureBytes)
    throw new SallyportError('ArchiveTooLarge', { reason: `a picture of more than ${maxPictureBytes} bytes` });
  const bytes = document.read(0, document.bytes);
  const pictures = picturesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), kind, document.name);
  return { format: kind, pictures: numbered(pictures, report, options) };
}

function* numbered(pictures: Iterable<Buffer>, report: Report, { pages }: ReadOptions): Generator<PagePicture> {
  let page = 0;
  for (const picture of pictures) {
    report.count('pages', ++page);
    if (!pages || pages.has(page)) yield { page, picture, dpi: pictureDpi };
  }
}

function languagesOf(text: string): string[] {
  const languages = text.split('+');
  if (languages.length <= 5 && languages.every((language) => /^[a-z]{3}(?:_[a-z]{2,8}){0,2}$/.test(language)))
    return languages;
  throw new SallyportError('InvalidArgs', {
    reason: '--lang takes names of Tesseract such as eng, chi_sim or eng+deu',
    usage: 'doc ocr --help',
  });
}
