import { action, type Action } from '../define.ts';
import { reply } from './reply.ts';

const mib = 1024 ** 2;

export const ocr: Action = action({
  summary:
    'Reads the letters in pictures: scanned PDF, PNG, JPEG, WebP, TIFF. Needs packages that are installed apart.',
  flags: {
    in: { kind: 'path', access: 'read', required: true, summary: 'The PDF or picture.' },
    out: { kind: 'path', access: 'write', summary: 'Writes the text to this new file and prints a summary.' },
    lang: { kind: 'text', maxLength: 60, default: 'eng', summary: 'Its languages: eng, chi_sim, eng+deu.' },
    mode: { kind: 'choice', choices: ['md', 'text', 'json'], default: 'md', summary: 'Markdown, plain text, or JSON.' },
    pages: { kind: 'text', maxLength: 200, summary: 'Only these pages: 1-3,7 or 5-.' },
    dpi: { kind: 'integer', min: 72, max: 600, default: 300, summary: 'How finely pages of a PDF are drawn.' },
    'max-chars': {
      kind: 'integer',
      min: 1,
      max: 20_000_000,
      default: 200_000,
      summary: 'Stops after so many characters.',
    },
  },
  capabilities: ['read', 'write'],
  limits: { inputBytes: 2048 * mib, outputBytes: 1024 * mib, timeMs: 600_000, memoryBytes: 512 * mib },
  audit: ['in', 'out', 'lang', 'pages'],
  confirm: 'overwrite',
  examples: ['doc ocr --in scan.png', 'doc ocr --in scan.png --lang eng --out scan.md'],
  async run(args, { offload, print, artifact }) {
    const { in: source, out = null, mode, pages = null, dpi, lang } = args;
    const report = await offload('doc ocr', {
      in: source,
      out,
      language: lang,
      mode,
      dpi,
      maxChars: args['max-chars'],
      pages,
      overwrite: args.overwrite === true,
    });
    return reply(report, { print, artifact });
  },
});
