import { documentFormats } from '../../formats/document/reader.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { action, defineCommand } from '../define.ts';
import { reply } from './reply.ts';

const gib = 1024 ** 3;

export const table = defineCommand({
  name: 'table',
  summary: 'Takes tables out of documents.',
  subcommands: {
    'to-csv': action({
      summary:
        'Writes sheets of spreadsheets, and tables of other documents, as CSV with the texts that a person sees.',
      flags: {
        in: { kind: 'path', access: 'read', required: true, summary: 'The document.' },
        out: { kind: 'path', access: 'write', summary: 'Writes the one table to this new file.' },
        'out-dir': {
          kind: 'path',
          access: 'write',
          summary: 'Writes each table to a new file in this folder; made when it is missing.',
        },
        sheet: {
          kind: 'text',
          maxLength: 200,
          summary: 'Only the sheet of this name, or of this number from 1 when none has the name.',
        },
        table: { kind: 'integer', min: 1, max: 100_000, summary: 'Only the table of this number, as --list has it.' },
        list: { kind: 'switch', summary: 'Only says what tables there are.' },
        format: {
          kind: 'choice',
          choices: ['auto', ...documentFormats],
          default: 'auto',
          summary: 'What the document is; auto finds out by its content.',
        },
        bom: { kind: 'switch', summary: 'Begins with a byte order mark, by which Excel knows UTF-8.' },
        'guard-formulas': {
          kind: 'switch',
          summary: "Puts ' before cells that a spreadsheet would run as formulas.",
        },
      },
      capabilities: ['read', 'write'],
      limits: { inputBytes: 2 * gib, outputBytes: 4 * gib, timeMs: 300_000, memoryBytes: 512 * 1024 ** 2 },
      audit: ['in', 'out', 'out-dir', 'sheet', 'table'],
      confirm: 'overwrite',
      examples: [
        'table to-csv --in report.docx',
        'table to-csv --in report.docx --list',
        'table to-csv --in folder/data/table.csv --out copy.csv --bom --guard-formulas',
        'table to-csv --in report.docx --out-dir tables',
      ],
      async run(args, { offload, print, artifact }) {
        const { in: source, out = null, 'out-dir': outDir = null, sheet = null, table: number = null, list } = args;
        if (out !== null && outDir !== null) throw together('--out and --out-dir');
        if (sheet !== null && number !== null) throw together('--sheet and --table');
        if (list && (out ?? outDir) !== null) throw together('--list and a place to write to');
        const report = await offload('table to-csv', {
          in: source,
          format: args.format,
          out,
          outDir,
          sheet,
          table: number,
          list,
          bom: args.bom,
          guardFormulas: args['guard-formulas'],
          overwrite: args.overwrite === true,
        });
        return reply(report, { list, print, artifact });
      },
    }),
  },
});

function together(flags: string): SallyportError {
  return new SallyportError('InvalidArgs', {
    reason: `${flags} cannot be used together`,
    usage: 'table to-csv --help',
  });
}
