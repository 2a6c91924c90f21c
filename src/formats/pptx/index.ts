import type { Block } from '../document/model.ts';
import type { Reader } from '../document/reader.ts';
import { mainPart, readRelationships } from '../ooxml/relationships.ts';
import { openPackage, type Package } from '../package/index.ts';
import { isSallyportError } from '../../protocol/errors.ts';
import { openLayouts } from './layouts.ts';
import { readSlide } from './slide.ts';

const maxSlides = 20_000;

/** A presentation of PowerPoint (ECMA-376-1, 19), slide by slide in the order in which it is shown. */
export const readPptx: Reader = function* (input, report, { pages, comments = false }) {
  using parts = openPackage(input);
  const main = mainPart(parts, 'ppt/presentation.xml');
  const slides = slideParts(parts, main);
  report.count('slides', slides.length);
  const layouts = openLayouts(parts);
  for (const [index, part] of slides.entries()) {
    const number = index + 1;
    report.checkStopped();
    if (pages && number > pages.last) break;
    if (pages && !pages.has(number)) continue;
    let blocks: Block[];
    try {
      blocks = readSlide({ parts, report, layouts, part: part ?? '', number, comments });
    } catch (error) {
      if (!isSallyportError(error) || error.code !== 'CorruptInput') throw error;
      report.warn(`Slide ${number} could not be read: ${error.message}`, 'damaged');
      blocks = [{ kind: 'part', part: 'slide', number }];
    }
    yield* blocks;
  }
};

/** The parts of the slides; undefined where a slide has none. */
function slideParts(parts: Package, main: string): (string | undefined)[] {
  const relationships = readRelationships(parts, main);
  const slides: (string | undefined)[] = [];
  const xml = parts.xml(main);
  for (let event = xml.next(); event !== 'end' && slides.length < maxSlides; event = xml.next())
    if (event === 'open' && xml.name === 'p:sldId') slides.push(relationships.get(xml.attribute('r:id') ?? '')?.target);
  return slides;
}
