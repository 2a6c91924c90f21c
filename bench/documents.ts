import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { costOf, isInstalled, type Cost, type Place } from './archives/process.ts';
import { bombDocx, longDocx, longXlsx } from './documents/workloads.ts';
import { printTable } from './measure.ts';
import { installPeer } from './peer.ts';

const rounds = 3;

/** A document, who reads it, and how; our own command first. */
interface Workload {
  readonly title: string;
  readonly file: string;
  readonly make: () => Buffer | Promise<Buffer>;
  readonly tools: (file: string) => Readonly<Record<string, readonly string[] | undefined>>;
}

const ours = (file: string) => [
  process.execPath,
  resolve('dist/cli.cjs'),
  'exec',
  `doc extract --in ${file} --out ours.md --max-chars 20000000 --overwrite --confirm`,
];
const peer = (task: string, version: string, file: string) => {
  const entry = installPeer(task, version);
  return entry === undefined
    ? undefined
    : [process.execPath, resolve('bench/documents/peers.mjs'), task, entry, file, 'peer.md'];
};

/** As its documentation says to read large files. */
const openpyxl = `import sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1], read_only=True, data_only=True)
with open('peer.tsv', 'w') as out:
    for row in book.worksheets[0].iter_rows(values_only=True):
        out.write('\\t'.join('' if cell is None else str(cell) for cell in row) + '\\n')`;
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import openpyxl']).status === 0);

const workloads: readonly Workload[] = [
  {
    title: 'docx of 20,000 paragraphs to Markdown',
    file: 'long.docx',
    make: longDocx,
    tools: (file) => ({
      sallyport: ours(file),
      mammoth: peer('mammoth', '1.13.0', file),
      pandoc: isInstalled('pandoc') ? ['pandoc', file, '-t', 'gfm', '-o', 'pandoc.md'] : undefined,
    }),
  },
  {
    title: 'xlsx of 100,000 rows with 10 cells to Markdown (the others: CSV, TSV)',
    file: 'long.xlsx',
    make: longXlsx,
    tools: (file) => ({
      sallyport: ours(file),
      sheetjs: peer('@e965/xlsx', '0.20.3', file),
      openpyxl: python === undefined ? undefined : [python, '-c', openpyxl, file],
    }),
  },
];

/** Documents into text: CPU time and memory of whole processes, the tools in turn, the best of several rounds. */
export async function benchDocuments(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
  const cwd = join(folder, 'workspace');
  mkdirSync(cwd);
  const place: Place = {
    cwd,
    env: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
    signal: new AbortController().signal,
  };
  try {
    for (const workload of workloads) await measure(workload, place);
    await measureBomb(place);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure({ title, file, make, tools }: Workload, place: Place): Promise<void> {
  writeFileSync(join(place.cwd, file), await make());
  const best = new Map<string, Cost>();
  for (let round = 0; round < rounds; round++)
    for (const [tool, command] of Object.entries(tools(file))) {
      if (!command) continue;
      const cost = await costOf(command, place);
      const known = best.get(tool);
      if (!known || cost.cpu < known.cpu) best.set(tool, cost);
    }
  const base = best.get('sallyport')?.cpu ?? Number.NaN;
  const rows = [...best].map(([tool, { cpu, rss }]) => [
    tool,
    cpu.toFixed(2),
    (cpu / base).toFixed(1),
    (rss / 1e6).toFixed(0),
  ]);
  printTable(title, ['tool', 'CPU s', '×', 'RSS MB'], rows);
}

async function measureBomb(place: Place): Promise<void> {
  writeFileSync(join(place.cwd, 'bomb.docx'), await bombDocx());
  const refused = ['sh', '-c', '"$@" && exit 9; exit 0', 'sh', ...ours('bomb.docx')];
  const { cpu, rss } = await costOf(refused, place);
  printTable(
    'docx that unpacks to 2 GiB',
    ['', 'CPU s', 'RSS MB', 'goal'],
    [['refused', cpu.toFixed(2), (rss / 1e6).toFixed(0), `RSS ≤ 400 MB ${rss <= 400e6 ? 'yes' : 'NO'}`]],
  );
}
