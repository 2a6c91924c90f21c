import { openRandomAccess } from '../../files/index.ts';
import type { Block } from '../../formats/document/model.ts';
import type { DocumentFormat, ReadOptions } from '../../formats/document/reader.ts';
import { sniff } from '../../formats/document/sniff.ts';
import { isSallyportError } from '../../protocol/errors.ts';
import type { AsyncJob } from '../job.ts';
import { readerFor } from './choose.ts';
import { wantedPages } from './pages.ts';
import { openReading, type Reading } from './reading.ts';
import { writeBlocks, type Wanted } from './write.ts';

export interface ExtractInput extends Wanted {
  readonly format: DocumentFormat | 'auto';
  readonly pages: string | null;
  readonly comments: boolean;
}

/** Reads a document block by block and writes it as it comes; stops when the limit is reached. */
export const extractDocument: AsyncJob<ExtractInput> = async (input, context) => {
  const pages = wantedPages(input.pages, 'doc extract --help');
  const options: ReadOptions = { ...pages.options, ...(input.comments ? { comments: true } : {}) };
  const { root } = context;
  using file = openRandomAccess(root.openRead(input.in), input.in);
  const reading = openReading(file, context);
  const { document, report } = reading;
  const format = input.format === 'auto' ? sniff(document) : input.format;
  const read = await readerFor(format, input.in);
  const blocks = pages.checked(keepGoing(read(document, report, options), reading), report, input.in);
  return { ...writeBlocks(blocks, input, { root, format, report }) };
};

/** Damage after the first block ends the document with a warning: what could be read is kept. */
export function* keepGoing(
  blocks: Generator<Block, void>,
  { report, reached }: Pick<Reading, 'report' | 'reached'>,
): Generator<Block, void> {
  let count = 0;
  try {
    for (const block of blocks) {
      report.checkStopped();
      if (block.kind === 'part') reached(block.number);
      else count++;
      yield block;
    }
  } catch (error) {
    if (count === 0 || !isSallyportError(error) || error.code !== 'CorruptInput') throw error;
    report.warn(`The rest could not be read: ${error.message}`, 'damaged');
  }
}
