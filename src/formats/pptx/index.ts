import { corrupt } from '../corrupt.ts';
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
  /** Where nothing could be read yet, what could not, and why. */
  let [lost, failure]: [Block[], unknown] = [[], undefined];
  let isRead = false;
  for (const [index, part] of slides.entries()) {
    const number = index + 1;
    report.checkStopped();
    if (pages && number > pages.last) break;
    if (pages && !pages.has(number)) continue;
    try {
      const blocks = readSlide({ parts, report, layouts, part: part ?? '', number, comments });
      isRead = true;
      yield* lost;
      lost = [];
      yield* blocks;
    } catch (error) {
      if (!isSallyportError(error) || error.code !== 'CorruptInput') throw error;
      report.warn(`Slide ${number} could not be read: ${error.message}`, 'damaged');
      failure ??= error;
      const slide: Block = { kind: 'part', part: 'slide', number };
      if (isRead) yield slide;
      else lost.push(slide);
    }
  }
  if (!isRead && failure !== undefined) throw failure;
};

/** The parts of the slides; undefined where a slide has none. */
function slideParts(parts: Package, main: string): (string | undefined)[] {
  const relationships = readRelationships(parts, main);
  const slides: (string | undefined)[] = [];
  const xml = parts.xml(main);
  let isPresentation = false;
  for (let event = xml.next(); event !== 'end' && slides.length < maxSlides; event = xml.next()) {
    if (event === 'open' && xml.name === 'p:presentation') isPresentation = true;
    if (event === 'open' && xml.name === 'p:sldId') slides.push(relationships.get(xml.attribute('r:id') ?? '')?.target);
  }
  if (!isPresentation) throw corrupt(parts.name, `its part ${main} is no presentation`);
  return slides;
}
