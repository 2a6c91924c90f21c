import { isSallyportError, SallyportError } from '../../protocol/errors.ts';
import type { Block } from '../document/model.ts';
import type { Reader } from '../document/reader.ts';
import { decodeHtml, htmlBlocks } from '../html/index.ts';
import { openPackage, type Package } from '../package/index.ts';
import { readContents } from './contents.ts';
import { readPublication } from './publication.ts';

const maxChapterBytes = 64 * 1024 * 1024;
const maxWarnings = 20;

/** A book (EPUB 2 and 3): what is said about it, then its chapters in the order of reading. */
export const readEpub: Reader = function* (input, report, { pages }) {
  using parts = openPackage(input);
  if (isProtected(parts)) throw new SallyportError('Encrypted', { path: input.name });
  const book = readPublication(parts);
  const titles = readContents(parts, book.contents);
  report.count('pages', book.chapters.length);
  for (const id of book.unknown.slice(0, maxWarnings))
    report.warn(
      `The order of reading names ${JSON.stringify(id.slice(0, 100))}, which the book does not have.`,
      'lost',
    );
  if (!pages) yield* frontMatter(book.title, book.creators);
  for (const [index, part] of book.chapters.entries()) {
    const number = index + 1;
    report.checkStopped();
    if (pages && number > pages.last) break;
    if (pages && !pages.has(number)) continue;
    const title = titles.get(part);
    yield { kind: 'part', part: 'chapter', number, ...(title === undefined ? {} : { title }) };
    try {
      const text = decodeHtml(parts.bytes(part, maxChapterBytes));
      yield* titled(
        htmlBlocks(text, report, { name: `${input.name} (${part})`, isXhtml: true, onlyAbsoluteLinks: true }),
        title,
      );
    } catch (error) {
      if (!isSallyportError(error) || error.code !== 'CorruptInput') throw error;
      report.warn(`Chapter ${number} (${part}) could not be read: ${error.message}`, 'damaged');
    }
  }
};

function* frontMatter(title: string | undefined, creators: readonly string[]): Generator<Block, void> {
  if (title !== undefined) yield { kind: 'heading', level: 1, spans: [{ text: title }] };
  if (creators.length > 0) yield { kind: 'paragraph', spans: [{ text: creators.join(', ') }] };
}

/** A chapter whose own text does not begin with a heading gets the one that the table of contents has for it. */
function* titled(blocks: Iterable<Block>, title: string | undefined): Generator<Block, void> {
  let isFirst = true;
  for (const block of blocks) {
    if (isFirst && block.kind !== 'picture') {
      const says = 'spans' in block ? block.spans.map(({ text }) => text).join('') : '';
      if (title !== undefined && block.kind !== 'heading' && says.trim() !== title)
        yield { kind: 'heading', level: 1, spans: [{ text: title }] };
      isFirst = false;
    }
    yield block;
  }
}

/** What hides fonts from being copied out; the text is not touched by it. */
const fontsOnly = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** Whether the text is encrypted for one shop or reader (EPUB 3.3, 4.2.6.3.2). */
function isProtected(parts: Package): boolean {
  const list = 'META-INF/encryption.xml';
  if (!parts.has(list)) return false;
  const xml = parts.xml(list);
  // The key of the data has a method too, within KeyInfo.
  let inData = 0;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    const isData = /(?:^|:)EncryptedData$/.test(xml.name);
    if (event === 'open' && isData) inData = xml.depth;
    else if (event === 'close' && isData) inData = 0;
    else if (event === 'open' && xml.depth === inData + 1 && /(?:^|:)EncryptionMethod$/.test(xml.name))
      if (!fontsOnly.has(xml.attribute('Algorithm') ?? '')) return true;
  }
  return false;
}
