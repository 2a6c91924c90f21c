import { corrupt } from '../corrupt.ts';
import type { DocumentInput } from '../document/input.ts';
import type { Report } from '../document/model.ts';
import { guarded } from './guard.ts';
import { openPdf, type PdfDocument } from './open.ts';

/** Opens a PDF for who reads its pages: tells how many there are, and when some may be missing. */
export function openPages(input: DocumentInput, report: Report): PdfDocument {
  const document = guarded(input.name, () => openPdf(input));
  if (document.pageCount <= 0) throw corrupt(input.name, 'it has no pages');
  report.count('pages', document.pageCount);
  if (document.isRepaired)
    report.warn('The file is damaged: its list of objects was made anew, and parts may be missing.', 'damaged');
  return document;
}
