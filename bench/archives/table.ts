import { printTable } from '../measure.ts';
import { ours, type Goal, type Job } from './jobs.ts';
import type { Best } from './rounds.ts';

const MB = 1_000_000;

export interface Outcome {
  readonly what: string;
  readonly where: string;
  readonly goal: string;
  readonly figure: string;
  /** Undefined when the tool to compare with is missing. */
  readonly holds: boolean | undefined;
}

export function printJob(job: Job, title: string, places: ReadonlyMap<string, ReadonlyMap<string, Best>>): void {
  const sized = job.makes === 'archive';
  const rows = [...places].flatMap(([where, best]) => {
    const [base] = [...best.values()];
    return [...best].map(([tool, { wall, cpu, rss, size }]) => [
      tool,
      where,
      wall.toFixed(2),
      ratio(wall, base?.wall),
      cpu.toFixed(2),
      ratio(cpu, base?.cpu),
      (rss / MB).toFixed(0),
      ...(sized ? [(size / MB).toFixed(1)] : []),
      tool === ours
        ? outcomes(job, where, best)
            .map(({ goal, holds }) => `${goal} ${mark(holds)}`)
            .join(', ')
        : '',
    ]);
  });
  printTable(title, ['tool', 'on', 'wall s', '×', 'CPU s', '×', 'RSS MB', ...(sized ? ['size MB'] : []), 'goal'], rows);
}

export function outcomes(job: Job, where: string, best: ReadonlyMap<string, Best>): Outcome[] {
  const figures = best.get(ours);
  if (!figures) return [];
  return job.goals.map((goal) => {
    const about = { what: job.name, where, goal: wording(goal) };
    const unit = goal.than === undefined ? (goal.of === 'rss' ? MB : 1) : best.get(goal.than)?.[goal.of];
    if (unit === undefined) return { ...about, figure: '–', holds: undefined };
    const value = figures[goal.of] / unit;
    return { ...about, figure: value.toFixed(goal.of === 'rss' ? 0 : 2), holds: value <= goal.atMost };
  });
}

export function printOutcomes(title: string, all: readonly Outcome[]): void {
  const rows = all.map(({ what, where, goal, figure, holds }) => [what, where, goal, figure, mark(holds)]);
  printTable(title, ['what', 'on', 'goal', 'got', 'holds'], rows);
}

function wording({ of, atMost, than }: Goal): string {
  const name = { wall: 'wall', cpu: 'CPU', rss: 'RSS', size: 'size' }[of];
  return than === undefined ? `${name} ≤ ${atMost}${of === 'rss' ? ' MB' : ' s'}` : `${name} ≤ ${atMost}× ${than}`;
}

const ratio = (value: number, base: number | undefined) => (base ? (value / base).toFixed(2) : '–');
const mark = (holds: boolean | undefined) => (holds === undefined ? 'not measured' : holds ? 'yes' : 'NO');
