import type { Note } from '../document/model.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';

const maxComments = 10_000;

/** The comments on a slide, of the old kind (`p:text`) and of the new one (text bodies). */
export function readComments(parts: Package, relationships: Relationships): Note[] {
  const notes: Note[] = [];
  for (const { type, target } of relationships.values()) {
    if (type !== 'comments' || !parts.has(target)) continue;
    const xml = parts.xml(target);
    let text = '';
    let isText = false;
    for (let event = xml.next(); event !== 'end' && notes.length < maxComments; event = xml.next()) {
      const isWords = event !== 'text' && (xml.name === 'p:text' || xml.name === 'a:t');
      if (isWords) isText = event === 'open';
      else if (event === 'text' && isText) text += xml.text;
      if (event === 'close' && /(?:^|:)(?:cm|reply)$/.test(xml.name) && text.trim() !== '') {
        notes.push({ kind: 'note', label: 'Comment', spans: [{ text: text.trim() }] });
        text = '';
      }
    }
  }
  return notes;
}
