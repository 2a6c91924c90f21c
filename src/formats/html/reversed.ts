import { hides } from './attributes.ts';
import { lists } from './elements.ts';
import { openTokens } from './tokens.ts';

const maxDepth = 1000;

/** How many items each list has that counts down, in the order in which these lists begin: their first number depends on it. */
export function countReversed(text: string, isXhtml: boolean, isRevealed: boolean): number[] {
  const counts: number[] = [];
  const open: { readonly name: string; readonly index: number }[] = [];
  const next = openTokens(
    text,
    {
      open(name, attributes, closesItself) {
        if (lists.has(name)) {
          const isReversed = name === 'ol' && attributes.has('reversed');
          if (isReversed) counts.push(0);
          if (!closesItself && open.length < maxDepth) open.push({ name, index: isReversed ? counts.length - 1 : -1 });
        } else if (name === 'li' && !hides(name, attributes, isRevealed)) {
          const index = open.at(-1)?.index ?? -1;
          if (index >= 0) counts[index] = (counts[index] as number) + 1;
        }
      },
      close(name) {
        const index = lists.has(name) ? open.findLastIndex((list) => list.name === name) : -1;
        if (index >= 0) open.length = index;
      },
      text() {},
    },
    isXhtml,
  );
  while (next());
  return counts;
}
