import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { made, ours, type Job, type Tool } from './jobs.ts';
import { costOf, isInstalled, run, type Place } from './process.ts';
import type { Tree } from './workload.ts';

/** The best of all rounds; memory is the most of all rounds. */
export interface Best {
  wall: number;
  cpu: number;
  rss: number;
  /** Of the archive it made. */
  size: number;
}

export interface RoundsOptions {
  readonly rounds: number;
  readonly tree: Tree;
  readonly place: Place;
}

/** Runs every tool once per round, so that a slow moment of the machine meets all of them. */
export async function bestOfRounds(job: Job, { rounds, tree, place }: RoundsOptions): Promise<Map<string, Best>> {
  const tools = availableTools(job.tools);
  const best = new Map(
    tools.map(({ name }): [string, Best] => [name, { wall: Infinity, cpu: Infinity, rss: 0, size: 0 }]),
  );
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < tools.length; turn++) {
      const tool = tools[(turn + round) % tools.length];
      const figures = tool && best.get(tool.name);
      if (!tool || !figures) continue;
      const { wall, cpu, rss, size } = await runOnce(job, tool, tree, place);
      figures.wall = Math.min(figures.wall, wall);
      figures.cpu = Math.min(figures.cpu, cpu);
      figures.rss = Math.max(figures.rss, rss);
      figures.size = size;
    }
  }
  return best;
}

/** Makes the archive that a job reads, unless an earlier job has read it already. */
export async function provideInput({ reads }: Job, place: Place): Promise<void> {
  if (!reads || existsSync(join(place.cwd, reads.archive))) return;
  const [tool] = availableTools(reads.by);
  if (!tool) throw new Error(`nothing here can make ${reads.archive}`);
  await run(tool.command, place);
}

interface ReadyTool extends Omit<Tool, 'command'> {
  readonly command: readonly string[];
}

function availableTools(tools: readonly Tool[]): ReadyTool[] {
  return tools.flatMap((tool) => {
    const command = tool.needs.every(isInstalled) ? tool.command() : undefined;
    return command ? [{ ...tool, command }] : [];
  });
}

const few = 1_000;

/** Where a folder lies until the workspace is removed. */
function nextDone({ cwd }: Place): string {
  for (let number = 1; ; number++) {
    const path = join(cwd, `done-${number}`);
    if (!existsSync(path)) return path;
  }
}

async function runOnce(job: Job, tool: ReadyTool, tree: Tree, place: Place): Promise<Best> {
  const folder = join(place.cwd, made.folder);
  if (tool.wantsFolder) mkdirSync(folder);
  await run(['sync', '-f', '.'], place); // what an earlier run left to be written is not this one's work
  const { wall, cpu, rss } = await costOf(tool.command, place);
  const archive = madeArchive(place);
  const size = archive ? statSync(archive).size : 0;
  if (job.makes === 'archive' && size === 0) throw new Error(`${tool.name} made no archive`);
  if (job.check && tool.name === ours && isInstalled(job.check[0] ?? '')) await run(job.check, place);
  if (job.makes === 'folder') {
    const { files, bytes } = countFiles(folder);
    if (files !== tree.files || bytes !== tree.bytes)
      throw new Error(`${tool.name} unpacked ${files} files, ${bytes} bytes of ${tree.files}, ${tree.bytes}`);
  }
  if (place.isSlowAfterDeletes && tree.files > few && existsSync(folder)) renameSync(folder, nextDone(place));
  else rmSync(folder, { recursive: true, force: true });
  if (archive) rmSync(archive);
  return { wall, cpu, rss, size };
}

function madeArchive({ cwd }: Place): string | undefined {
  const name = readdirSync(cwd).find((file) => file.startsWith(`${made.archive}.`));
  return name === undefined ? undefined : join(cwd, name);
}

function countFiles(folder: string): { files: number; bytes: number } {
  let [files, bytes] = [0, 0];
  for (const item of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!item.isFile()) continue;
    files++;
    bytes += statSync(join(item.parentPath, item.name)).size;
  }
  return { files, bytes };
}
