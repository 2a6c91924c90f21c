import { documentFormats } from '../../formats/document/reader.ts';
import { action, defineCommand } from '../define.ts';
import { ocr } from './ocr-action.ts';
import { reply } from './reply.ts';

const gib = 1024 ** 3;

export const doc = defineCommand({
  name: 'doc',
  summary: 'Turns documents into text that a model can use.',
  subcommands: {
    extract: action({
      summary: 'Takes the text out of a document, with its headings, lists and tables; the format is found by content.',
      flags: {
        in: { kind: 'path', access: 'read', required: true, summary: 'The document.' },
        out: { kind: 'path', access: 'write', summary: 'Writes the text to this new file and prints a summary.' },
        format: {
          kind: 'choice',
          choices: ['auto', ...documentFormats],
          default: 'auto',
          summary: 'What the document is; auto finds out by its content.',
        },
        mode: {
          kind: 'choice',
          choices: ['md', 'text', 'json'],
          default: 'md',
          summary: 'Markdown, plain text, or blocks with their places as JSON.',
        },
        'max-chars': {
          kind: 'integer',
          min: 1,
          max: 20_000_000,
          default: 200_000,
          summary: 'Stops after so many characters.',
        },
        pages: { kind: 'text', maxLength: 200, summary: 'Only these pages, slides or sheets: 1-3,7 or 5-.' },
        comments: { kind: 'switch', summary: 'The comments of reviewers too.' },
      },
      capabilities: ['read', 'write'],
      limits: { inputBytes: 2 * gib, outputBytes: gib, timeMs: 300_000, memoryBytes: 512 * 1024 ** 2 },
      audit: ['in', 'out', 'format', 'mode'],
      confirm: 'overwrite',
      examples: [
        'doc extract --in report.docx',
        'doc extract --in report.docx --out report.md',
        'doc extract --in report.docx --mode json --max-chars 5000',
      ],
      async run(args, { offload, print, artifact }) {
        const { in: source, out = null, format, mode, pages = null } = args;
        const report = await offload('doc extract', {
          in: source,
          out,
          format,
          mode,
          maxChars: args['max-chars'],
          pages,
          comments: args.comments,
          overwrite: args.overwrite === true,
        });
        return reply(report, { print, artifact });
      },
    }),
    ocr,
  },
});
