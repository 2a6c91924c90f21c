// What do archives cost against the native tools and the packages of npm, in time, CPU and memory? Takes most of an hour.
// Options: --quick (small sizes, one round: does the bench work?), --only zip-extract,tar.gz (beginnings of names),
// --on tmpfs,disk, --rounds n, --files n (small ones), --large MiB (of the large ones), --sample MiB (that bzip2 and
// xz pack), --text MiB (that they unpack: more, as the start of Node would be most of it).
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tempWorkspace, type TempWorkspace } from '../src/testing/index.ts';
import { jobs, type Job, type Workload } from './archives/jobs.ts';
import { isInstalled, type Place } from './archives/process.ts';
import { bestOfRounds, provideInput, type Best } from './archives/rounds.ts';
import { measureEventLoop, measureListInProcess } from './archives/sdk.ts';
import { outcomes, printJob, printOutcomes, type Outcome } from './archives/table.ts';
import { writeLargeTree, writeSmallTree, writeTextTree, type Tree } from './archives/workload.ts';

type Sizes = Readonly<Record<Workload, number>>;

const workloads = ['small', 'large', 'sample', 'text'] as const;
/** Files; MiB of the others. */
const fullSizes: Sizes = { small: 20_000, large: 1_024, sample: 16, text: 64 };
const fullRounds: Sizes = { small: 5, large: 2, sample: 3, text: 3 };
const quickRounds: Sizes = { small: 1, large: 1, sample: 1, text: 1 };
const quickSizes: Sizes = { small: 1_000, large: 32, sample: 2, text: 4 };

export async function benchArchives(args: readonly string[]): Promise<void> {
  const { sizes, full, rounds, only, on } = readOptions(args);
  const wanted = jobs.filter(({ name }) => only.length === 0 || only.some((part) => name.startsWith(part)));
  if (wanted.length === 0) throw new Error(`--only takes the beginning of: ${jobs.map(({ name }) => name).join(' ')}`);
  const tools = [...new Set(jobs.flatMap((job) => job.tools.flatMap(({ needs }) => needs)))];
  const missing = tools.filter((tool) => !isInstalled(tool));
  if (missing.length > 0) console.log(`missing here, so measured without: ${missing.join(', ')}`);
  if (!isInstalled('python3')) throw new Error('python3 is missing: it takes the CPU time and memory of every tool');

  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const workspaces = openWorkspaces(sizes, on);
  const results: Outcome[] = [];
  try {
    for (const workload of workloads) {
      const ofWorkload = wanted.filter((job) => job.workload === workload);
      if (ofWorkload.length === 0) continue;
      const places = [...workspaces].map(([where, { path: cwd, env }]) => {
        // Where a machine makes every Node read more certificates at start, that is no part of what is measured.
        const own = { ...env, NODE_EXTRA_CA_CERTS: undefined };
        const place: Place = { cwd, env: own, signal: stopping.signal, isSlowAfterDeletes: where === 'disk' };
        return { where, place, tree: writers[workload](join(cwd, workload), sizes[workload]) };
      });
      for (const job of ofWorkload) {
        const best = new Map<string, Map<string, Best>>();
        for (const { where, place, tree } of places) {
          await provideInput(job, place);
          best.set(where, await bestOfRounds(job, { rounds: rounds[workload], tree, place }));
        }
        const [tree] = places.map((each) => each.tree);
        printJob(job, titleOf(job, tree, rounds[workload]), best);
        for (const [where, figures] of best) results.push(...outcomes(job, where, figures));
        for (const { where, place } of places) {
          if (job.name === 'zip-list') results.push(await measureListInProcess(where, place));
          if (job.name === 'zip-extract-large') results.push(await measureEventLoop(where, place));
        }
      }
      for (const { place } of places)
        for (const name of inputsOf(workload)) rmSync(join(place.cwd, name), { recursive: true, force: true });
    }
    printOutcomes(full ? 'Goals' : 'Goals; they are for the full sizes, these are smaller', results);
  } finally {
    for (const workspace of workspaces.values()) workspace[Symbol.dispose]();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  }
}

const writers: Readonly<Record<Workload, (folder: string, size: number) => Tree>> = {
  small: writeSmallTree,
  large: writeLargeTree,
  sample: writeTextTree,
  text: writeTextTree,
};

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      on: { type: 'string' },
      rounds: { type: 'string' },
      files: { type: 'string' },
      large: { type: 'string' },
      sample: { type: 'string' },
      text: { type: 'string' },
    },
  });
  const usual = values.quick ? quickSizes : fullSizes;
  const usualRounds = values.quick ? quickRounds : fullRounds;
  const number = (text: string | undefined, fallback: number) => {
    const value = text === undefined ? fallback : Number(text);
    if (!Number.isInteger(value) || value < 1) throw new Error(`${text} is not a whole number above 0`);
    return value;
  };
  const sizes: Sizes = {
    small: number(values.files, usual.small),
    large: number(values.large, usual.large),
    sample: number(values.sample, usual.sample),
    text: number(values.text, usual.text),
  };
  const rounds: Sizes = {
    small: number(values.rounds, usualRounds.small),
    large: number(values.rounds, usualRounds.large),
    sample: number(values.rounds, usualRounds.sample),
    text: number(values.rounds, usualRounds.text),
  };
  const full = workloads.every((workload) => sizes[workload] >= fullSizes[workload]);
  return { sizes, full, rounds, only: values.only?.split(',') ?? [], on: values.on?.split(',') ?? ['tmpfs', 'disk'] };
}

function openWorkspaces(sizes: Sizes, on: readonly string[]): Map<string, TempWorkspace> {
  const needed = 8 * 1024 * 1024 * Math.max(sizes.large, sizes.small / 200);
  const places: [string, string][] = [
    ['tmpfs', '/dev/shm'],
    ['disk', tmpdir()],
  ];
  const opened = new Map<string, TempWorkspace>();
  for (const [where, folder] of places) {
    if (!on.includes(where)) continue;
    const { bavail, bsize } = existsSync(folder) ? statfsSync(folder) : { bavail: 0, bsize: 0 };
    if (bavail * bsize > needed) opened.set(where, tempWorkspace({ in: folder }));
    else console.log(`${folder} has no room for ${Math.ceil(needed / 1e9)} GB: not measured on ${where}`);
  }
  return opened;
}

function inputsOf(workload: Workload): string[] {
  return [workload, ...jobs.flatMap((job) => (job.workload === workload && job.reads ? [job.reads.archive] : []))];
}

function titleOf(job: Job, tree: Tree | undefined, rounds: number): string {
  const { files = 0, bytes = 0 } = tree ?? {};
  return `${job.title}, ${files.toLocaleString('en')} files, ${(bytes / 1e6).toFixed(0)} MB (${job.name}; best of ${rounds} interleaved rounds)`;
}
