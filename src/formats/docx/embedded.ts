import type { DocumentInput } from '../document/input.ts';
import type { Block, Report } from '../document/model.ts';
import { readPlainText } from '../document/plain.ts';
import type { Reader, ReadOptions } from '../document/reader.ts';
import { sniff } from '../document/sniff.ts';
import { decodeHtml, htmlBlocks } from '../html/index.ts';
import { pageBlocks } from '../mail/index.ts';
import { readRtf } from '../rtf/index.ts';

interface Around {
  readonly report: Report;
  readonly options: ReadOptions;
  /** Reads another docx. */
  readonly docx: Reader;
}

/** The blocks of a document that is embedded whole: those kinds that Word takes in (ECMA-376-1, 17.17.2.1). */
export function* embeddedBlocks(
  bytes: Buffer,
  part: string,
  { report, options, docx }: Around,
): Generator<Block, void> {
  const name = part.slice(part.lastIndexOf('/') + 1);
  const input: DocumentInput = {
    name,
    bytes: bytes.length,
    read: (at, length) => bytes.subarray(at, at + length),
  };
  const { pages: _, ...inner } = options;
  switch (sniff(input)) {
    case 'docx':
      return yield* docx(input, report, inner);
    case 'html':
      return yield* htmlBlocks(decodeHtml(bytes), report, { name, isXhtml: /\.xhtml$/i.test(name) });
    case 'eml':
      return yield* pageBlocks(bytes, report, name);
    case 'rtf':
      return yield* readRtf(input, report, inner);
    case 'text':
    case 'csv':
    case 'tsv':
      return yield* readPlainText(input, report, inner);
    default:
      report.warn(`A document that is embedded in this one (${part}) was left out.`, 'lost');
  }
}
