import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows, type Row } from './attack.ts';
import { attacks, writeCorpus, type Case } from './corpus.ts';

// Everything is unpacked in one process of its own, whose memory is measured and which is ended when it hangs.
const place = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sallyport-corpus-'));
let cases: readonly Case[] = [];
const problems = new Map<string, readonly string[]>();
let megabytes = 0;

beforeAll(async () => {
  cases = writeCorpus(join(place, 'corpus'));
  mkdirSync(join(place, 'empty'));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', await bundled('run-corpus.ts'), join(place, 'corpus'), join(place, 'empty')],
    { encoding: 'utf8', timeout: 540_000, maxBuffer: 64 << 20 },
  );
  if (stderr) console.log(stderr);
  let greediest = { file: '', rise: 0 };
  for (const line of stdout.split('\n').filter(Boolean)) {
    const report = JSON.parse(line) as { file: string; problems: string[]; megabytes: number };
    problems.set(report.file, report.problems);
    const rise = report.megabytes - megabytes;
    if (problems.size > 1 && rise > greediest.rise) greediest = { file: report.file, rise };
    ({ megabytes } = report);
  }
  console.log(
    `${problems.size} archives of ${attacks.length} attacks took ${megabytes} MB, most of it ${greediest.file}`,
  );
}, 600_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

test.each(attacks)('an archive with $what ($id)', ({ id }) => {
  const found = cases.filter((each) => each.id === id).map(({ file }) => [file, problems.get(file) ?? ['no answer']]);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(([, wrong]) => wrong?.length !== 0)).toEqual([]);
});

test('all of them together take no more than 300 MB of memory', () => {
  expect(megabytes).toBeGreaterThan(0);
  expect(megabytes).toBeLessThanOrEqual(300);
});

test('every row of the list has an attack here, or a test of its own', () => {
  const elsewhere: Row[] = [13, 30]; // race.test.ts
  const missing = (Object.keys(rows).map(Number) as Row[]).filter(
    (row) => !elsewhere.includes(row) && !attacks.some((attack) => attack.row === row),
  );
  expect(missing).toEqual([]);
  expect(new Set(attacks.map(({ id }) => id)).size).toBe(attacks.length);
});

/** Plain Node cannot run TypeScript everywhere, and a runner that can would count in the memory. */
async function bundled(file: string): Promise<string> {
  const input = resolve(import.meta.dirname, file);
  const out = resolve('node_modules/.run', `${file}-${process.pid}.mjs`);
  const bundle = await rolldown({
    input,
    platform: 'node',
    transform: { target: 'node20' },
    external: (id) => /^[a-z@]/.test(id) && !id.startsWith('@oxc-project'),
  });
  await bundle.write({ file: out, format: 'esm', codeSplitting: false });
  return out;
}
