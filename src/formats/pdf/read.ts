import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import type { DocumentInput } from '../document/input.ts';
import type { Block, Report } from '../document/model.ts';
import type { ReadOptions } from '../document/reader.ts';
import type { Box } from './drawings.ts';
import { guarded } from './guard.ts';
import { scaleOf, type Scale } from './layout/scale.ts';
import { openPages } from './open-pages.ts';
import { openPdf } from './open.ts';
import { pageBlocks, readPage, type PageContent } from './page.ts';
import { qualityReport, rangesOf, type QualityReport } from './quality.ts';

/** So many pages are read ahead, to learn from them what its sizes of letters mean. */
const pagesAhead = 8;
/** A page that PDFium dies of costs a new PDFium; a file full of them is given up. */
const maxDeaths = 3;

/** What a PDF says, page by page, in reading order. */
export function* readPdf(input: DocumentInput, report: Report, options: ReadOptions = {}): Generator<Block> {
  const quality = qualityReport(report);
  const damage: Damage = { isRepaired: false, lost: [] };
  let scale: Scale | undefined;
  const ahead: PageContent[] = [];
  let hasContent = false;
  try {
    for (const content of contents(input, report, options, damage)) {
      report.checkStopped();
      ahead.push(content);
      hasContent ||= content.glyphs.count > 0 || content.drawings.pictures.length > 0;
      if (!scale && ahead.length < pagesAhead) continue;
      scale ??= scaleOf(ahead);
      for (const next of ahead.splice(0)) yield* shown(next, scale, quality, report);
    }
    scale ??= scaleOf(ahead);
    for (const next of ahead) yield* shown(next, scale, quality, report);
    if (!hasContent && (damage.isRepaired || damage.lost.length > 0))
      throw corrupt(input.name, 'nothing of its pages can be read');
  } finally {
    quality.tell();
    const { lost } = damage;
    if (lost.length > 0)
      report.warn(
        `${lost.length === 1 ? 'Page' : 'Pages'} ${rangesOf(lost)} cannot be read: the file is damaged there.`,
        'damaged',
      );
  }
}

function shown(content: PageContent, scale: Scale, quality: QualityReport, report: Report): readonly Block[] {
  const { number, glyphs, drawings, box } = content;
  quality.look(number, {
    text: glyphs.text,
    before: glyphs.before,
    unknown: glyphs.unknown,
    pictures: coverage(drawings.pictures, box),
    shapes: drawings.shapes,
  });
  if (glyphs.isCut) report.warn(`Page ${number} has too many characters: the rest of it is left out.`, 'lost');
  const outside = () => report.warn(`Page ${number} has text outside of what is shown, which is left out.`);
  return [{ kind: 'part', part: 'page', number }, ...pageBlocks(content, scale, outside)];
}

interface Damage {
  isRepaired: boolean;
  /** Pages that could not be read. */
  readonly lost: number[];
}

/** Reads pages one by one, with a new PDFium after one that died. */
function* contents(
  input: DocumentInput,
  report: Report,
  { pages }: ReadOptions,
  damage: Damage,
): Generator<PageContent> {
  let document = openPages(input, report);
  const { pageCount } = document;
  damage.isRepaired = document.isRepaired;
  let deaths = 0;
  const last = Math.min(pageCount, pages?.last ?? pageCount);
  try {
    for (let index = 0; index < last; index++) {
      if (pages && !pages.has(index + 1)) continue;
      report.checkStopped();
      let content: PageContent | undefined;
      try {
        content = guarded(input.name, () => readPage(document, index));
      } catch (thrown) {
        if (!(thrown instanceof SallyportError) || thrown.code !== 'CorruptInput' || ++deaths > maxDeaths) throw thrown;
        document = guarded(input.name, () => openPdf(input));
      }
      if (content) yield content;
      else damage.lost.push(index + 1);
    }
  } finally {
    document[Symbol.dispose]();
  }
}

/** The part of a page that pictures cover, those beside each other added up. */
function coverage(pictures: readonly Box[], [x0, y0, x1, y1]: Box): number {
  let area = 0;
  for (const [left, bottom, right, top] of pictures) {
    const width = Math.min(right, x1) - Math.max(left, x0);
    const height = Math.min(top, y1) - Math.max(bottom, y0);
    if (width > 0 && height > 0) area += width * height;
  }
  return Math.min(1, area / Math.max(1, (x1 - x0) * (y1 - y0)));
}
