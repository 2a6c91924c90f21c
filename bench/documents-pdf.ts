// How good and how dear is reading PDF, against pdftotext (poppler-utils) in the same run? Known pages and the files given:
// npm run bench -- documents-pdf --files a.pdf,b.pdf --rounds n
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeMarkdown } from '../src/formats/document/markdown.ts';
import { createOutput } from '../src/formats/document/output.ts';
import { writeText } from '../src/formats/document/text.ts';
import { readPdf } from '../src/formats/pdf/read.ts';
import { prosePage, randomPage } from '../test/fixtures/documents/pdf-page.ts';
import { scoreOf } from '../test/fixtures/documents/score.ts';
import { buildPdf } from '../test/fixtures/pdf-builder.ts';
import { seededRandom, type Random } from '../test/fixtures/random.ts';
import { measureColdPdf } from './documents/cold-pdf.ts';
import { printTable } from './measure.ts';

export async function benchDocumentsPdf(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { files: { type: 'string' }, rounds: { type: 'string' } } });
  if (spawnSync('pdftotext', ['-v']).error)
    return console.log('pdftotext is missing (poppler-utils): PDF is not measured');
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-pdf-'));
  try {
    const kinds = [
      ['100 known pages', 100, (random: Random) => randomPage(random).page],
      ['600 known pages', 600, (random: Random) => randomPage(random).page],
      ['100 pages of prose', 100, prosePage],
    ] as const;
    const made = kinds.map(([name, pages, make]) => {
      const file = join(folder, `${name}.pdf`);
      const random = seededRandom(pages);
      writeFileSync(file, buildPdf(Array.from({ length: pages }, () => make(random))));
      return file;
    });
    const rounds = Number(values.rounds ?? 3);
    const files = [...made, ...(values.files?.split(',') ?? [])];
    const rows = files.map((file) => measured(file, folder, rounds));
    const head = ['file', 'recall', 'precision', 'order', 'pdftotext ms', 'text', 'md', 'RSS MB'];
    printTable(
      'PDF against pdftotext: tokens of its text; CPU time, best of warm rounds; goals: recall .975, precision .95, text 3x, md 5x',
      head,
      rows,
    );
    await measureColdPdf(folder, rounds);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measured(file: string, folder: string, rounds: number): string[] {
  const reference = join(folder, 'reference.txt');
  const best = { peer: Infinity, text: Infinity, md: Infinity };
  let md = '';
  extracted(file, writeText); // warms up
  for (let round = 0; round < rounds; round++) {
    best.peer = Math.min(best.peer, peerMs(file, reference));
    best.text = Math.min(best.text, extracted(file, writeText).ms);
    const run = extracted(file, writeMarkdown);
    best.md = Math.min(best.md, run.ms);
    md = run.text;
  }
  const { recall, precision, order } = scoreOf(readFileSync(reference, 'utf8'), md);
  const times = (ms: number) => `${(ms / best.peer).toFixed(1)}x`;
  const rss = Math.round(process.memoryUsage().rss / 1024 / 1024);
  return [
    basename(file),
    ...[recall, precision, order].map((share) => share.toFixed(3)),
    best.peer.toFixed(0),
    times(best.text),
    times(best.md),
    String(rss),
  ];
}

function extracted(file: string, write: typeof writeText | typeof writeMarkdown): { ms: number; text: string } {
  const bytes = readFileSync(file);
  const input = { name: file, bytes: bytes.length, read: (at: number, size: number) => bytes.subarray(at, at + size) };
  const report = { warn: () => {}, count: () => {}, checkStopped: () => {} };
  let text = '';
  const start = process.cpuUsage();
  write(
    readPdf(input, report),
    createOutput(100_000_000, (part) => void (text += part)),
  );
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1000, text };
}

/** The shell knows what its children cost: the second line of `times`. */
function peerMs(file: string, to: string): number {
  const { stdout } = spawnSync('bash', ['-c', 'pdftotext "$1" "$2"; times', 'bash', file, to], { encoding: 'utf8' });
  const parts = [...(stdout.trim().split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0);
}
