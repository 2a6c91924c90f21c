import type { Note } from '../document/model.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';
import { readPlain, readRichText } from './text.ts';

const maxComments = 100_000;

/** What people wrote beside the cells of a sheet. Conversations are kept twice, for old programs too; then the new form counts. */
export function* readComments(parts: Package, relationships: Relationships): Generator<Note, void> {
  const targets = (type: string) =>
    [...relationships.values()].filter((each) => each.type === type && parts.has(each.target));
  const threads = targets('threadedComment');
  let count = 0;
  for (const { target } of threads.length > 0 ? threads : targets('comments')) {
    const xml = parts.xml(target);
    const authors: string[] = [];
    let [ref, author] = ['', ''];
    for (let event = xml.next(); event !== 'end' && count < maxComments; event = xml.next()) {
      if (event !== 'open') continue;
      if (xml.name === 'author') authors.push(readPlain(xml));
      else if (xml.name === 'comment' || xml.name === 'threadedComment') {
        ref = xml.attribute('ref') ?? '';
        author = authors[Number(xml.attribute('authorId') ?? -1)] ?? '';
      } else if (xml.name === 'text') {
        const text = (threads.length > 0 ? readPlain(xml) : readRichText(xml).text).trim();
        count++;
        yield { kind: 'note', label: `Comment on ${ref}${author === '' ? '' : ` by ${author}`}`, spans: [{ text }] };
      }
    }
  }
}
