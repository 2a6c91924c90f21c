import type { Root } from '../../files/index.ts';
import { minJsonChars, writeJson } from '../../formats/document/json.ts';
import { writeMarkdown } from '../../formats/document/markdown.ts';
import type { Block } from '../../formats/document/model.ts';
import { createOutput } from '../../formats/document/output.ts';
import { writeText } from '../../formats/document/text.ts';
import type { OpenReport } from './report.ts';

/** How the text is wanted, and where. */
export interface Wanted {
  readonly in: string;
  readonly out: string | null;
  readonly mode: 'md' | 'text' | 'json';
  readonly maxChars: number;
  readonly overwrite: boolean;
}

export interface Extracted {
  readonly in: string;
  readonly out: string | null;
  readonly format: string;
  readonly mode: Wanted['mode'];
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

/** Writers give pieces of a few letters; a call of the system for each costs more than what it writes. */
const charsPerWrite = 64 * 1024;

/** Writes blocks as they come, to the new file or for the reply, until the limit is reached; tells what came of it. */
export function writeBlocks(
  blocks: Iterable<Block>,
  { in: source, out: path, mode, maxChars, overwrite }: Wanted,
  { root, format, report }: { root: Root; format: string; report: OpenReport },
): Extracted {
  using target = path === null ? undefined : root.create(path, { replace: overwrite });
  let kept: string[] = [];
  let keptChars = 0;
  const flush = () => {
    target?.write(kept.join(''));
    [kept, keptChars] = [[], 0];
  };
  const room = mode === 'json' ? Math.max(minJsonChars, maxChars) : maxChars;
  const out = createOutput(room, (text) => {
    kept.push(text);
    keptChars += text.length;
    if (target && keptChars >= charsPerWrite) flush();
  });
  if (mode === 'json') writeJson(blocks, out, format);
  else if (mode === 'md') writeMarkdown(blocks, out);
  else writeText(blocks, out);
  if (target) flush();
  target?.commit();
  const status = out.isFull ? 'truncated' : !out.hasText ? 'empty' : report.isPartial ? 'partial' : 'ok';
  return {
    in: source,
    out: path,
    format,
    mode,
    status,
    extracted_chars: out.chars,
    truncated: out.isFull,
    warnings: report.warnings,
    ...report.counts,
    ...(target ? {} : { text: kept.join('') }),
  };
}
