import type { Random } from '../../fixtures/random.ts';
import { readCorpus } from '../../attacks/policy/corpus.ts';
import { generateLine } from './generate.ts';
import { mutate } from './mutate.ts';
import { lineOfValues } from './values.ts';

/** Generated lines and commands of the corpus, half of them with a few places changed. */
export function linesToCompare(count: number, random: Random): string[] {
  const corpus = [...readCorpus().values()]
    .flat()
    .filter(({ shell, reason }) => shell === 'bash' && reason !== 'fork bomb')
    .map(({ command }) => command);
  return Array.from({ length: count }, () => {
    const generate = random.chance(0.4) ? lineOfValues : generateLine;
    const line = random.chance(0.6) ? generate(random) : random.pick(corpus);
    return random.chance(0.5) ? mutate(line, random) : line;
  });
}
