import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import type { DocumentInput } from '../document/input.ts';
import type { Block, Report } from '../document/model.ts';
import type { ReadOptions } from '../document/reader.ts';
import type { Box } from './drawings.ts';
import { guarded } from './guard.ts';
import { scaleOf, type Scale } from './layout/scale.ts';
import { openPdf } from './open.ts';
import { pageBlocks, readPage, type PageContent } from './page.ts';
import { qualityReport, rangesOf } from './quality.ts';

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
  const show = function* (content: PageContent): Generator<Block> {
    scale ??= scaleOf([content, ...ahead].map(({ glyphs }) => glyphs));
    hasContent ||= content.glyphs.count > 0 || content.drawings.pictures.length > 0;
    quality.look(content.number, {
      text: content.glyphs.text,
      unknown: content.glyphs.unknown,
      pictures: coverage(content.drawings.pictures, content.box),
      shapes: content.drawings.shapes,
    });
    if (content.glyphs.isCut)
      report.warn(`Page ${content.number} has too many characters: the rest of it is left out.`, 'lost');
    yield { kind: 'part', part: 'page', number: content.number };
    yield* pageBlocks(content, scale);
  };
  try {
    for (const content of contents(input, report, options, damage)) {
      report.checkStopped();
      ahead.push(content);
      if (!scale && ahead.length < pagesAhead) continue;
      for (let next = ahead.shift(); next; next = ahead.shift()) yield* show(next);
    }
    for (let content = ahead.shift(); content; content = ahead.shift()) yield* show(content);
    if (!hasContent && (damage.isRepaired || damage.lost.length > 0))
      throw corrupt(input.name, 'nothing of its pages can be read');
  } finally {
    quality.tell();
    const { lost } = damage;
    if (lost.length > 0)
      report.warn(
        `${lost.length === 1 ? 'Page' : 'Pages'} ${rangesOf(lost)} cannot be read: the file is damaged there.`,
        'lost',
      );
  }
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
  let document = guarded(input.name, () => openPdf(input));
  const { pageCount } = document;
  if (pageCount <= 0) throw corrupt(input.name, 'it has no pages');
  report.count('pages', pageCount);
  damage.isRepaired = document.isRepaired;
  if (document.isRepaired)
    report.warn('The file is damaged: its list of objects was made anew, and parts may be missing.', 'lost');
  let deaths = 0;
  const last = Math.min(pageCount, pages?.last ?? pageCount);
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
}

/** The part of a page that pictures cover, those beside each other added up. */
function coverage(pictures: readonly Box[], [x0, y0, x1, y1]: Box): number {
  let area = 0;
  for (const [left, bottom, right, top] of pictures) {
    const [width, height] = [Math.min(right, x1) - Math.max(left, x0), Math.min(top, y1) - Math.max(bottom, y0)];
    if (width > 0 && height > 0) area += width * height;
  }
  return Math.min(1, area / Math.max(1, (x1 - x0) * (y1 - y0)));
}
