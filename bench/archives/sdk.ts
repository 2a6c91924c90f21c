import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { percentiles, printTable } from '../measure.ts';
import { made } from './jobs.ts';
import { costOf, type Cost, type Place } from './process.ts';
import type { Outcome } from './table.ts';

interface Felt {
  /** Whole runs, in seconds. */
  readonly runs: readonly number[];
  /** The step of them that does the work: the start of a thread and the job in it. */
  readonly steps: readonly number[];
  /** Of whole runs, all threads together. */
  readonly cpu: readonly number[];
  /** How late timers of the process were, in milliseconds. */
  readonly loop: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** The whole way through the gate in a process that is already up: parse, judge, thread, list, record. */
export async function measureListInProcess(where: string, place: Place): Promise<Outcome> {
  const { runs, steps, cpu } = await inSdkProcess('zip list --in small.zip', 20, place);
  const warm = (seconds: readonly number[]) => seconds.slice(3).map((value) => value * 1000);
  const row = (what: string, ms: number[]) => [what, Math.min(...ms), percentiles(ms).p50, Math.max(...ms)].map(figure);
  const best = Math.min(...warm(runs));
  printTable(
    `zip list in process on ${where}, ms of ${warm(runs).length} warm runs`,
    ['what', 'min', 'p50', 'max'],
    [
      row('whole run through the gate', warm(runs)),
      row('its step run: thread and list', warm(steps)),
      row('CPU of the whole run', warm(cpu)),
    ],
  );
  return { what: 'zip-list in process', where, goal: 'min ≤ 40 ms', figure: best.toFixed(1), holds: best <= 40 };
}

/** How free the event loop stays while a thread unpacks the large files. */
export async function measureEventLoop(where: string, place: Place): Promise<Outcome> {
  const line = `zip extract --in large.zip --dest ${made.folder} --max-bytes 68719476736 --confirm`;
  const { loop, cost } = await inSdkProcess(line, 1, place);
  rmSync(join(place.cwd, made.folder), { recursive: true });
  printTable(
    `Event loop of an SDK process during one zip extract of the large files on ${where}, delay in ms`,
    ['what', 'p50', 'p99', 'max', 'wall s', 'CPU s', 'RSS MB'],
    [['zip extract', loop.p50, loop.p99, loop.max, cost.wall, cost.cpu, cost.rss / 1e6].map(figure)],
  );
  return { what: 'event loop', where, goal: 'p99 ≤ 20 ms', figure: loop.p99.toFixed(1), holds: loop.p99 <= 20 };
}

const figure = (value: string | number) => (typeof value === 'string' ? value : value.toFixed(1));

async function inSdkProcess(line: string, times: number, place: Place): Promise<Felt & { cost: Cost }> {
  const script = resolve('bench/archives/sdk-process.mjs');
  const command = [process.execPath, script, resolve('dist/index.js'), place.cwd, String(times), line];
  const cost = await costOf(command, place);
  return { ...(JSON.parse(cost.printed) as Felt), cost };
}
