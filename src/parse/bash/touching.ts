import type { Word as WordNode } from 'unbash';

interface Item {
  readonly type: string;
  readonly pos: number;
  readonly end: number;
}

/** The parser ends a word at a process substitution; to bash `a<(b)c` is one word. */
export function joinTouching<T extends Item>(items: readonly T[]): readonly T[] {
  if (!items.some((item, at) => at > 0 && isWord(item) && touches(items[at - 1], item))) return items;
  const joined: T[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (last && isWord(last) && isWord(item) && touches(last, item)) joined[joined.length - 1] = join(last, item);
    else joined.push(item);
  }
  return joined;
}

/** Nothing stands between the one and the other. */
export function touches(one: Item | undefined, other: Item): boolean {
  return one?.end === other.pos;
}

function isWord<T extends Item>(item: T): item is T & WordNode {
  return item.type === 'Word';
}

function join<T extends WordNode>(one: T, other: WordNode): T {
  const parts = [...(one.parts ?? []), ...(other.parts ?? [])];
  return { ...one, text: one.text + other.text, value: one.value + other.value, pos: one.pos, end: other.end, parts };
}
