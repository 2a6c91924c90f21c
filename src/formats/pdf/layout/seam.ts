import type { Block, Place } from '../../document/model.ts';
import { isIdeograph } from '../characters.ts';
import { joined } from './line.ts';

type Paragraph = Extract<Block, { kind: 'paragraph' }>;
type Item = Extract<Block, { kind: 'item' }>;

/** Adds the blocks of a column to those of the column before it: a paragraph or an item that goes on there is one. */
export function addColumn(blocks: Block[], column: readonly Block[]): void {
  const [last, first] = [blocks.at(-1), column[0]];
  const mayGoOn = (last?.kind === 'paragraph' || last?.kind === 'item') && first?.kind === 'paragraph';
  const goesOver = mayGoOn && goesOn(last, first) && (last.kind === 'paragraph' || isWithinSentence(first));
  if (goesOver) blocks[blocks.length - 1] = { ...last, spans: joined([last, first]), ...placeOf(last, first) };
  for (let index = goesOver ? 1 : 0; index < column.length; index++) blocks.push(column[index]!);
}

/** Shorter than this are titles and captions, which have no point at their end either. */
const leastLetters = { spaced: 40, ideographs: 24 };

/** Whether the one ends within a sentence; lines of an index end in numbers. */
function goesOn(last: Paragraph | Item, first: Paragraph): boolean {
  const before = last.spans.map(({ text }) => text).join('');
  const after = first.spans[0]?.text ?? '';
  const least = isIdeograph(after) ? leastLetters.ideographs : leastLetters.spaced;
  return (
    before.length >= least && /[\p{L}\p{M},，、\u060c\u00ad\u2010-]$/u.test(before) && /^[\p{Ll}\p{Lo}]/u.test(after)
  );
}

/** Items need no point at their end, and only letters of two cases tell then where a sentence goes on. */
const isWithinSentence = ({ spans }: Paragraph): boolean => /^\p{Ll}/u.test(spans[0]?.text ?? '');

function placeOf(last: Paragraph | Item, first: Paragraph): { at?: Place } {
  const [one, other] = [last.at?.box, first.at?.box];
  if (!one || !other) return last.at ? { at: last.at } : {};
  const [left, top] = [Math.min(one[0], other[0]), Math.min(one[1], other[1])];
  return { at: { ...last.at!, box: [left, top, Math.max(one[2], other[2]), Math.max(one[3], other[3])] } };
}
