// How good and how dear is reading PDF, against pdftotext (poppler-utils, poppler-data) in the same run? Known pages and the files given:
// npm run bench -- documents-pdf --files a.pdf,b.pdf --rounds n
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSallyport } from '../src/sallyport.ts';
import { tempWorkspace } from '../src/testing/index.ts';
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
  const rounds = Number(values.rounds ?? 8);
  using workspace = tempWorkspace();
  const kinds = [
    ['100-known.pdf', 100, (random: Random) => randomPage(random).page],
    ['600-known.pdf', 600, (random: Random) => randomPage(random).page],
    ['100-prose.pdf', 100, prosePage],
  ] as const;
  for (const [name, pages, make] of kinds) {
    const random = seededRandom(pages);
    workspace.write(name, buildPdf(Array.from({ length: pages }, () => make(random))));
  }
  const given = values.files?.split(',') ?? [];
  for (const file of given) workspace.write(basename(file), readFileSync(file));
  const names = given.map((path) => basename(path));
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  const rows: string[][] = [];
  for (const file of [...kinds.map(([name]) => name), ...names])
    rows.push(await measured(core, file, workspace.path, rounds));
  printTable(
    'PDF against pdftotext: tokens of its text; CPU time of runs in a process that stays, best of the rounds; goals: recall .975, precision .95, text 3x, md 5x',
    ['file', 'recall', 'precision', 'order', 'pdftotext ms', 'text', 'md', 'RSS MB'],
    rows,
  );
  await measureColdPdf(workspace, names, rounds);
}

/** V8 compiles during some ten runs of a process. */
const warmUpRuns = 6;

/** Whole runs through the gate, with record and output; the first ones of each mode, which warm up, are not counted. */
async function measured(
  core: ReturnType<typeof createSallyport>,
  file: string,
  folder: string,
  rounds: number,
): Promise<string[]> {
  const best = { peer: Infinity, text: Infinity, md: Infinity };
  for (let run = 0; run < warmUpRuns; run++) for (const mode of ['text', 'md'] as const) await cpuOf(core, file, mode);
  for (let round = 0; round < rounds; round++) {
    best.peer = Math.min(best.peer, peerMs(join(folder, file), join(folder, 'peer.txt')));
    for (const mode of ['text', 'md'] as const) best[mode] = Math.min(best[mode], await cpuOf(core, file, mode));
  }
  const said = (name: string) => readFileSync(join(folder, name), 'utf8');
  const { recall, precision, order } = scoreOf(said('peer.txt'), said('ours.md'));
  const times = (ms: number) => `${(ms / best.peer).toFixed(1)}x`;
  const rss = Math.round(process.memoryUsage().rss / 1024 / 1024);
  return [
    file,
    ...[recall, precision, order].map((share) => share.toFixed(3)),
    best.peer.toFixed(0),
    times(best.text),
    times(best.md),
    String(rss),
  ];
}

async function cpuOf(core: ReturnType<typeof createSallyport>, file: string, mode: 'text' | 'md'): Promise<number> {
  const start = process.cpuUsage();
  const { exit_code, error_message } = await core.exec(
    `doc extract --in "${file}" --mode ${mode} --out ours.${mode} --max-chars 20000000 --overwrite --confirm`,
  );
  const { user, system } = process.cpuUsage(start);
  if (exit_code !== 0) throw new Error(`${file}: ${error_message}`);
  return (user + system) / 1000;
}

/** The shell knows what its children cost: the second line of `times`. With the socket that Node gives it for input it would read ~/.bashrc. */
function peerMs(file: string, to: string): number {
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', 'pdftotext "$1" "$2"; times', 'bash', file, to], {
    encoding: 'utf8',
  });
  // It would leave out what we read.
  if (stderr.includes('Missing language pack')) throw new Error('pdftotext cannot read Chinese: install poppler-data');
  const parts = [...(stdout.trim().split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0);
}
