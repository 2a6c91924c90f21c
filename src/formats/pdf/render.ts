import type { DocumentInput } from '../document/input.ts';
import type { Report } from '../document/model.ts';
import type { ReadOptions } from '../document/reader.ts';
import type { PagePicture } from '../ocr/read.ts';
import { guarded } from './guard.ts';
import { openPages } from './open-pages.ts';
import type { PdfDocument } from './open.ts';

/** A page larger than this is drawn coarser. */
const maxPixels = 25_000_000;
const pointsPerInch = 72;
/** FPDFBitmap_Gray; FPDF_ANNOT: with what lies over the page. */
const [grey, withAnnotations] = [1, 1];
const white = 0xffffffff | 0;

/** Pages of a PDF as grey pictures (PGM). */
export function* pagePictures(
  input: DocumentInput,
  report: Report,
  { pages }: ReadOptions,
  dpi: number,
): Generator<PagePicture> {
  using document = openPages(input, report);
  const { pageCount } = document;
  const last = Math.min(pageCount, pages?.last ?? pageCount);
  for (let index = 0; index < last; index++) {
    if (pages && !pages.has(index + 1)) continue;
    report.checkStopped();
    yield { page: index + 1, dpi, picture: guarded(input.name, () => drawn(document, index, dpi)) };
  }
}

function drawn({ engine, handle }: PdfDocument, index: number, dpi: number): Uint8Array | undefined {
  const { calls } = engine;
  const page = calls.FPDF_LoadPage(handle, index);
  if (page === 0) return undefined;
  const [points, lines] = [calls.FPDF_GetPageWidthF(page), calls.FPDF_GetPageHeightF(page)];
  const scale = Math.min(dpi / pointsPerInch, Math.sqrt(maxPixels / Math.max(1, points * lines)));
  const [width, height] = [Math.max(1, Math.round(points * scale)), Math.max(1, Math.round(lines * scale))];
  const bitmap = calls.FPDFBitmap_CreateEx(width, height, grey, 0, 0);
  let picture: Buffer | undefined;
  if (bitmap !== 0) {
    calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    calls.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations);
    const [start, stride] = [calls.FPDFBitmap_GetBuffer(bitmap) >>> 0, calls.FPDFBitmap_GetStride(bitmap)];
    const head = Buffer.from(`P5 ${width} ${height} 255\n`);
    picture = Buffer.alloc(head.length + width * height);
    head.copy(picture);
    for (let line = 0; line < height; line++) {
      const from = start + line * stride;
      picture.set(engine.bytes().subarray(from, from + width), head.length + line * width);
    }
    calls.FPDFBitmap_Destroy(bitmap);
  }
  calls.FPDF_ClosePage(page);
  return picture;
}
