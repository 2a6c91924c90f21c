import { corrupt } from '../corrupt.ts';
import type { Block, Place, Report } from '../document/model.ts';
import { blocksOf } from '../pdf/layout/blocks.ts';
import { regionsOf } from '../pdf/layout/columns.ts';
import { cutFragments } from '../pdf/layout/fragment.ts';
import { scaleOf } from '../pdf/layout/scale.ts';
import { orientationOf, type Lie } from './orientation.ts';
import type { Recognised, Recogniser } from './recogniser.ts';
import { areSideways, hasWords, wordGlyphs } from './words.ts';

/** A page to be read: its number, and the picture of it; nothing when there is none. */
export interface PagePicture {
  readonly page: number;
  readonly picture: Uint8Array | undefined;
  /** Dots per inch, as far as they are known. */
  readonly dpi: number;
}

export interface PageConfidence {
  readonly page: number;
  /** 0 to 100. */
  readonly confidence: number;
}

/** Below this, the text is more guessed than read. */
const doubtful = 60;
const lies: readonly Lie[] = [1, 3, 6, 8];

/** What pictures of pages say, laid out as text of a PDF is; `done` is told how sure each page is. */
export function* readPictures(
  name: string,
  pages: Iterable<PagePicture>,
  recogniser: Recogniser,
  report: Report,
  done: (page: PageConfidence) => void,
): Generator<Block, void> {
  let [read, lost] = [0, 0];
  for (const { page, picture, dpi } of pages) {
    report.checkStopped();
    yield { kind: 'part', part: 'page', number: page };
    const found = picture && readUpright(picture, recogniser, report);
    if (!found) {
      report.warn(`Page ${page} cannot be read: its picture is cut off or damaged.`, 'damaged');
      lost++;
      continue;
    }
    read++;
    const { confidence } = found;
    done({ page, confidence });
    const glyphs = wordGlyphs(found.words, 72 / dpi);
    if (glyphs.count > 0 && confidence < doubtful)
      report.warn(`The text of page ${page} is doubtful: the confidence is ${confidence} of 100.`);
    const place = (...box: [number, number, number, number]): Place => ({
      page,
      box: box.map((value) => Math.round(value * 10) / 10) as [number, number, number, number],
    });
    const context = { scale: scaleOf([{ glyphs }]), links: [], isScan: true, place };
    for (const fragments of cutFragments(glyphs).values())
      for (const region of regionsOf(fragments)) yield* blocksOf(region, context);
  }
  if (read === 0 && lost > 0)
    throw corrupt(
      name,
      `${lost === 1 ? 'its picture is' : `all of its ${lost} pictures are`} cut off, damaged, or of a kind that the recogniser does not know`,
    );
}

/** Scans and photographs may lie on their head or on a side: a page that makes no sense as it is shown is read turned. */
function readUpright(picture: Uint8Array, recogniser: Recogniser, report: Report): Recognised | undefined {
  let best: Recognised | undefined;
  const shown = orientationOf(picture);
  for (const lie of [shown, ...lies.filter((each) => each !== shown)]) {
    report.checkStopped();
    const found = recogniser.read(picture, lie);
    if (!found || (lie === shown && !hasWords(found.words))) return found;
    if (sureness(found) >= doubtful) return found;
    if (!best || sureness(found) > sureness(best)) best = found;
  }
  return best;
}

function sureness({ words, confidence }: Recognised): number {
  return hasWords(words) && !areSideways(words) ? confidence : 0;
}
