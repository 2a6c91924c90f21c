import { resolve } from 'node:path';
import type { TempWorkspace } from '../../src/testing/index.ts';
import { randomPage } from '../../test/fixtures/documents/pdf-page.ts';
import { buildPdf } from '../../test/fixtures/pdf-builder.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { costOf, type Cost, type Place } from '../archives/process.ts';
import { printTable } from '../measure.ts';

/** What reading a PDF costs a process of its own, with the start of Node, the gate and the compilation of PDFium; the tools in turn. */
export async function measureColdPdf(
  workspace: TempWorkspace,
  files: readonly string[],
  rounds: number,
): Promise<void> {
  const place: Place = {
    cwd: workspace.path,
    env: { ...workspace.env, NODE_EXTRA_CA_CERTS: undefined },
    signal: new AbortController().signal,
  };
  const rows: string[][] = [];
  for (const pages of [60, 600]) {
    const file = `${pages}.pdf`;
    const random = seededRandom(pages);
    workspace.write(file, buildPdf(Array.from({ length: pages }, () => randomPage(random).page)));
    rows.push(await coldRow(`${pages} known pages`, file, place, rounds));
  }
  for (const file of files) rows.push(await coldRow(file, file, place, rounds));
  printTable(
    'PDF in a process of its own, against pdftotext: CPU time, best of the rounds',
    ['cold CLI', 'pdftotext ms', 'text', 'md', 'RSS MB'],
    rows,
  );
}

async function coldRow(name: string, file: string, place: Place, rounds: number): Promise<string[]> {
  const commands = {
    peer: ['pdftotext', file, 'peer.txt'],
    text: ours(file, 'text'),
    md: ours(file, 'md'),
  };
  const best = new Map<string, Cost>();
  for (let round = 0; round < rounds; round++)
    for (const [tool, command] of Object.entries(commands)) {
      const cost = await costOf(command, place);
      if (cost.cpu < (best.get(tool)?.cpu ?? Infinity)) best.set(tool, cost);
    }
  const cpu = (tool: keyof typeof commands) => best.get(tool)?.cpu ?? Number.NaN;
  const times = (tool: keyof typeof commands) => `${(cpu(tool) / cpu('peer')).toFixed(1)}x`;
  const rss = Math.max(...[...best.values()].map((cost) => cost.rss));
  return [name, (cpu('peer') * 1000).toFixed(0), times('text'), times('md'), (rss / 1e6).toFixed(0)];
}

function ours(file: string, mode: string): string[] {
  const line = `doc extract --in ${file} --mode ${mode} --out ours.${mode} --max-chars 20000000 --overwrite --confirm`;
  return [process.execPath, resolve('dist/cli.cjs'), 'exec', line];
}
