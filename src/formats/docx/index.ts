import { corrupt } from '../corrupt.ts';
import type { DocumentInput } from '../document/input.ts';
import type { Block, Report, Span } from '../document/model.ts';
import type { Reader, ReadOptions } from '../document/reader.ts';
import { mainPart, readRelationships, targetOf } from '../ooxml/relationships.ts';
import { openPackage } from '../package/index.ts';
import { readBlocks } from './blocks.ts';
import type { TextContext } from './context.ts';
import { embeddedBlocks } from './embedded.ts';
import { spansOf } from '../document/lines.ts';
import { openNotes } from './notes.ts';
import { readNumbering } from './numbering.ts';
import { readStyles } from './styles.ts';

/** A text document of Word (ECMA-376-1, 17), block by block as its main part is read. */
export const readDocx: Reader = function* (input, report, options) {
  if (options.pages) report.warn('--pages was ignored: a docx has no pages before it is laid out.');
  yield* readPackage(input, report, options, 0);
};

const maxNesting = 3;

function* readPackage(
  input: DocumentInput,
  report: Report,
  options: ReadOptions,
  nesting: number,
): Generator<Block, void> {
  const inner: Reader = function* (input, report, options) {
    if (nesting < maxNesting) yield* readPackage(input, report, options, nesting + 1);
    else report.warn('Documents in documents in documents were left out.', 'lost');
  };
  using parts = openPackage(input);
  const main = mainPart(parts, 'word/document.xml');
  const relationships = readRelationships(parts, main);
  const base: TextContext = {
    parts,
    report,
    relationships,
    styles: readStyles(parts, targetOf(relationships, 'styles')),
    numbering: readNumbering(parts, targetOf(relationships, 'numbering')),
    margins: new Set(),
    blocks: readBlocks,
    embedded: (bytes, part) => embeddedBlocks(bytes, part, { report, options, docx: inner }),
  };
  const notes = openNotes(base, options.comments === true);
  const context: TextContext = { ...base, notes };
  const xml = parts.xml(main);
  let hasBody = false;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open' || xml.name !== 'w:body') continue;
    hasBody = true;
    yield* readBlocks(xml, context);
  }
  if (!hasBody) throw corrupt(input.name, `its part ${main} is no document`);
  yield* notes.cited();
  for (const margin of base.margins) yield* readMargin(context, margin);
}

/** A header or footer, once however many sections have it. */
function* readMargin(context: TextContext, part: string): Generator<Block, void> {
  const { parts } = context;
  if (!parts.has(part)) return;
  const xml = parts.xml(part);
  const spans: Span[] = [];
  let label = 'Header';
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open' || (xml.name !== 'w:hdr' && xml.name !== 'w:ftr')) continue;
    if (xml.name === 'w:ftr') label = 'Footer';
    const inner = { ...context, relationships: readRelationships(parts, part) };
    for (const block of readBlocks(xml, inner)) spans.push(...spansOf(block));
  }
  while (spans.at(-1)?.text.trim() === '') spans.pop();
  // One that has a page number alone says nothing.
  if (spans.some(({ text }) => /\p{L}/u.test(text))) yield { kind: 'note', label, spans };
}
