import { openRandomAccess } from '../../files/index.ts';
import { documentInput } from '../../formats/document/input.ts';
import { minJsonChars, writeJson } from '../../formats/document/json.ts';
import { writeMarkdown } from '../../formats/document/markdown.ts';
import type { Block } from '../../formats/document/model.ts';
import { createOutput } from '../../formats/document/output.ts';
import { parsePages } from '../../formats/document/pages.ts';
import type { DocumentFormat, ReadOptions } from '../../formats/document/reader.ts';
import { sniff } from '../../formats/document/sniff.ts';
import { writeText } from '../../formats/document/text.ts';
import { isSallyportError } from '../../protocol/errors.ts';
import type { AsyncJob } from '../job.ts';
import { readerFor } from './choose.ts';
import { openReport } from './report.ts';

export interface ExtractInput {
  readonly in: string;
  readonly out: string | null;
  readonly format: DocumentFormat | 'auto';
  readonly mode: 'md' | 'text' | 'json';
  readonly maxChars: number;
  readonly pages: string | null;
  readonly comments: boolean;
  readonly overwrite: boolean;
}

export interface Extracted {
  readonly in: string;
  readonly out: string | null;
  readonly format: string;
  readonly mode: ExtractInput['mode'];
  readonly status: 'ok' | 'truncated' | 'partial' | 'empty';
  readonly extracted_chars: number;
  readonly truncated: boolean;
  readonly warnings: readonly string[];
  readonly pages?: number;
  readonly slides?: number;
  readonly sheets?: number;
  /** When it was not written to a file. */
  readonly text?: string;
}

/** Reads a document block by block and writes it as it comes; stops when the limit is reached. */
export const extractDocument: AsyncJob<ExtractInput> = async (input, context) => {
  const options: ReadOptions = {
    ...(input.pages === null ? {} : { pages: parsePages(input.pages, 'doc extract --help') }),
    ...(input.comments ? { comments: true } : {}),
  };
  const { root, checkStopped } = context;
  using file = openRandomAccess(root.openRead(input.in), input.in);
  const document = documentInput(file);
  const format = input.format === 'auto' ? sniff(document) : input.format;
  const read = await readerFor(format, input.in);
  const report = openReport(checkStopped);

  using target = input.out === null ? undefined : root.create(input.out, { replace: input.overwrite });
  const kept: string[] = [];
  const emit = (text: string) => (target ? target.write(text) : kept.push(text));
  const room = input.mode === 'json' ? Math.max(minJsonChars, input.maxChars) : input.maxChars;
  const out = createOutput(room, emit);
  const blocks = keepGoing(read(document, report, options), report);
  if (input.mode === 'json') writeJson(blocks, out, format);
  else if (input.mode === 'md') writeMarkdown(blocks, out);
  else writeText(blocks, out);
  target?.commit();

  const status = !out.hasText ? 'empty' : out.isFull ? 'truncated' : report.isPartial ? 'partial' : 'ok';
  return {
    in: input.in,
    out: input.out,
    format,
    mode: input.mode,
    status,
    extracted_chars: out.chars,
    truncated: out.isFull,
    warnings: report.warnings,
    ...report.counts,
    ...(target ? {} : { text: kept.join('') }),
  } satisfies Extracted;
};

/** Damage after the first block ends the document with a warning: what could be read is kept. */
export function* keepGoing(
  blocks: Generator<Block, void>,
  report: ReturnType<typeof openReport>,
): Generator<Block, void> {
  let count = 0;
  try {
    for (const block of blocks) {
      report.checkStopped();
      if (block.kind !== 'part') count++;
      yield block;
    }
  } catch (error) {
    if (count === 0 || !isSallyportError(error) || error.code !== 'CorruptInput') throw error;
    report.warn(`The rest could not be read: ${error.message}`, 'lost');
  }
}
