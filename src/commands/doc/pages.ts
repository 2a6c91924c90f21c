import type { Block } from '../../formats/document/model.ts';
import { parsePages } from '../../formats/document/pages.ts';
import type { ReadOptions } from '../../formats/document/reader.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { OpenReport } from './report.ts';

/** The pages that are wanted, and whether there was one of them. */
export interface WantedPages {
  readonly options: Pick<ReadOptions, 'pages'>;
  /** The blocks of a reader that was given the options; an error at their end when every wanted page is behind the last. */
  checked(blocks: Iterable<Block>, report: OpenReport, path: string): Iterable<Block>;
}

export function wantedPages(text: string | null, usage: string): WantedPages {
  if (text === null) return { options: {}, checked: (blocks) => blocks };
  const choice = parsePages(text, usage);
  let [highest, isFound] = [0, false];
  const has = (page: number) => {
    highest = Math.max(highest, page);
    const isWanted = choice.has(page);
    isFound ||= isWanted;
    return isWanted;
  };
  return {
    options: { pages: { has, last: choice.last } },
    *checked(blocks, report, path) {
      yield* blocks;
      // A reader of a format without pages asks for none.
      if (highest === 0 || isFound) return;
      const parts = Object.keys(report.counts)[0] ?? 'parts';
      const reason = `"${path}" has ${highest} ${highest === 1 ? parts.slice(0, -1) : parts}; --pages ${text} is behind the last`;
      throw new SallyportError('InvalidArgs', { reason, usage });
    },
  };
}
