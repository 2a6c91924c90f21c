// The large counts. Run with: npm run soak [-- name…]; the last figures are in docs/figures.md.
import { existsSync } from 'node:fs';
import { builtinCommands } from '../../src/commands/index.ts';
import { createSallyport } from '../../src/sallyport.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { fuzzArchives } from '../fixtures/archive-fuzz.ts';
import { raceExtraction } from '../fixtures/archive-race.ts';
import { compareWithTools } from '../fixtures/differential.ts';
import { fuzzLines } from '../fixtures/fuzz.ts';
import { fuzzPdf } from '../fixtures/pdf-fuzz.ts';
import { queueStorm } from '../fixtures/queue-storm.ts';
import { seededRandom } from '../fixtures/random.ts';
import { killStorm, writeStorm } from '../fixtures/storms.ts';
import { boxSoaks } from './box-runs.ts';
import { processSoaks } from './process-runs.ts';
import { tamper } from '../fixtures/tamper.ts';
import { soakBash } from './bash.ts';
import { soakDocuments } from './documents.ts';
import { soakDryRuns } from './dry.ts';
import { soakEffects } from './effects.ts';
import { soakPowerShell } from './powershell.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

const soaks: Record<string, () => Promise<string>> = {
  bash: () => soakBash(seed),
  powershell: () => soakPowerShell(seed),
  dry: () => soakDryRuns(),
  effects: () => soakEffects(seed),
  ...processSoaks(seed),
  ...boxSoaks(seed),
  async lines() {
    using workspace = tempWorkspace();
    await using core = createSallyport({ root: workspace.path, env: workspace.env });
    const { lines, codes } = await fuzzLines(core, [...builtinCommands.values()], 20_000, seed);
    const { ok, runs, problems } = await core.audit.verify();
    if (!ok || runs !== lines) throw new Error(`verify: ${runs} of ${lines} runs, ${problems[0]?.message}`);
    return `${lines} random lines, each answered, valid and recorded; chain intact (${Object.entries(codes)
      .map(([code, count]) => `${code} ${count}`)
      .join(', ')})`;
  },
  async tampering() {
    using workspace = tempWorkspace();
    await using core = createSallyport({ root: workspace.path, env: workspace.env });
    for (let i = 0; i < 25; i++) await core.exec(i % 2 ? 'hello' : 'helo');
    const { tried, unnoticed } = await tamper(core, seededRandom(seed), 2_000);
    if (unnoticed.length > 0) throw new Error(`unnoticed: ${unnoticed.join('; ')}`);
    return `${tried} changes of records and chain, all found`;
  },
  async processes() {
    using workspace = tempWorkspace();
    const { ok, records, lines, problems } = await writeStorm(workspace, 8, 500);
    if (!ok || records !== 4000 || lines !== 8000)
      throw new Error(`${records} records, ${lines} lines, ${problems[0]?.message}`);
    return `8 processes × 500 runs: ${records} records, ${lines} lines, chain intact`;
  },
  async kills() {
    using workspace = tempWorkspace();
    const { interrupted, runs, halfFiles, verification } = await killStorm(workspace, 200, seed);
    if (!verification.ok || verification.open > 0 || halfFiles.length > 0)
      throw new Error(`${verification.problems[0]?.message ?? ''} ${halfFiles.join(' ')}`);
    return `200 kills: ${runs} runs, ${interrupted} interrupted and marked, no half file, chain intact`;
  },
  async queue() {
    using workspace = tempWorkspace();
    const { states, interrupted, wrong, chainHolds } = await queueStorm(workspace, { jobs: 500, kills: 200, seed });
    if (states['done'] !== 500 || wrong.length > 0 || !chainHolds)
      throw new Error(
        `${JSON.stringify(states)}, wrong: ${wrong.join(' ')}, chain ${chainHolds ? 'intact' : 'broken'}`,
      );
    return `500 jobs, 200 kills of their workers: all done, ${interrupted} attempts interrupted and begun anew, one whole output each, chain intact`;
  },
  async archives() {
    using workspace = tempWorkspace(existsSync('/dev/shm') ? { in: '/dev/shm' } : {});
    const answers = await fuzzArchives(workspace, 50_000, seededRandom(seed));
    return `50,000 damaged archives (zip, tar, and tar in every compression), none got out (${Object.entries(answers)
      .map(([code, count]) => `${code} ${count}`)
      .join(', ')})`;
  },
  documents: () => soakDocuments(seed),
  async pdf() {
    using workspace = tempWorkspace(existsSync('/dev/shm') ? { in: '/dev/shm' } : {});
    const answers = await fuzzPdf(workspace, 1_000, seededRandom(seed));
    return `1,000 damaged PDF files, each answered, no worker left behind (${[...answers]
      .map(([code, count]) => `${code} ${count}`)
      .join(', ')})`;
  },
  async trees() {
    using workspace = tempWorkspace(existsSync('/dev/shm') ? { in: '/dev/shm' } : {});
    const { trees, ours, theirs, differences } = await compareWithTools(workspace, 2_000, seededRandom(seed));
    if (differences.length > 0) throw new Error(`${differences.length} differ: ${differences.slice(0, 10).join('; ')}`);
    return `${trees} random trees: ${ours} archives of ours unpacked by other tools, ${theirs} of theirs by us, no difference`;
  },
  async race() {
    using workspace = tempWorkspace();
    const { done, stopped, escaped } = await raceExtraction(workspace, 500);
    if (escaped.length > 0) throw new Error(`escaped: ${escaped.join(' ')}`);
    return `500 extractions against a process that swaps folders for links: ${done} went through, ${stopped} were stopped, 0 escaped`;
  },
};

const wanted = process.argv.slice(2);
for (const [name, soak] of Object.entries(soaks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  console.log(`${name}: ${await soak()} [seed ${seed}, ${((performance.now() - start) / 1000).toFixed(0)} s]`);
}
