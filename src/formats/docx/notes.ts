import { unlessCorrupt } from '../corrupt.ts';
import type { Span } from '../document/model.ts';
import { readRelationships, targetOf } from '../ooxml/relationships.ts';
import type { Notes, TextContext } from './context.ts';
import { spansOf } from '../document/lines.ts';

interface Kept {
  readonly spans: readonly Span[];
  readonly author: string;
}

const maxNotes = 100_000;

export function openNotes(context: TextContext, wantsComments: boolean): Notes {
  const cited: { readonly kind: 'footnote' | 'endnote'; readonly id: string; readonly label: string }[] = [];
  const counts = { footnote: 0, endnote: 0 };
  const load = (kind: string) =>
    once(() => unlessCorrupt(context.report, () => readNotes(context, kind)) ?? new Map<string, Kept>());
  const kept = { footnote: load('footnotes'), endnote: load('endnotes'), comment: load('comments') };
  return {
    cite(kind, id) {
      const label = `^${kind === 'endnote' ? 'e' : ''}${++counts[kind]}`;
      if (cited.length < maxNotes) cited.push({ kind, id, label });
      return `[${label}]`;
    },
    comment(id) {
      if (!wantsComments) return undefined;
      const found = kept.comment().get(id);
      return (
        found && {
          kind: 'note',
          label: found.author === '' ? 'Comment' : `Comment by ${found.author}`,
          spans: found.spans,
        }
      );
    },
    *cited() {
      for (const { kind, id, label } of cited) {
        const spans = kept[kind]().get(id)?.spans ?? [];
        if (spans.length > 0) yield { kind: 'note', label, spans };
      }
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** All notes of a part, by id. */
function readNotes(context: TextContext, kind: string): Map<string, Kept> {
  const { parts, relationships } = context;
  const notes = new Map<string, Kept>();
  const part = targetOf(relationships, kind);
  if (part === undefined || !parts.has(part)) return notes;
  const inner: TextContext = { ...context, relationships: readRelationships(parts, part) };
  const xml = parts.xml(part);
  for (let event = xml.next(); event !== 'end' && notes.size < maxNotes; event = xml.next()) {
    if (event !== 'open' || !/^w:(?:footnote|endnote|comment)$/.test(xml.name)) continue;
    const [id = '', author = ''] = [xml.attribute('w:id'), xml.attribute('w:author')];
    const spans: Span[] = [];
    for (const block of context.blocks(xml, inner)) spans.push(...spansOf(block));
    while (spans.at(-1)?.text.trim() === '') spans.pop();
    notes.set(id, { spans, author });
  }
  return notes;
}
