import { jobStates, type Job, type JobEvent, type JobList } from '../../protocol/queue.ts';

export function jobTable({ jobs, damaged, counts }: JobList): string {
  const rows = jobs.map(({ id, state, line, why }) => `${id}  ${state.padEnd(9)}  ${line}${why ? `  (${why})` : ''}\n`);
  const sums = jobStates.flatMap((state) => (counts[state] > 0 ? [`${counts[state]} ${state}`] : []));
  const lost = damaged.map((path) => `a job is damaged; remove its file to give it up: ${path}\n`);
  return `${rows.join('')}${lost.join('')}${sums.join(', ') || 'no jobs'}\n`;
}

export function showJob({ id, state, line, key, after, why, run_id, added_at, events }: Job): string {
  const facts: [string, string | null][] = [
    ['job', id],
    ['state', `${state}${why ? ` (${why})` : ''}`],
    ['line', line],
    ['key', key],
    ['after', after],
    ['added', added_at],
    ['run', run_id],
  ];
  const known = facts.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(6)} ${value}\n`]));
  return `${known.join('')}${events.map(describe).join('')}`;
}

function describe({ at, event, run_id, exit_code, error_code, status, warnings = [] }: JobEvent): string {
  const end = exit_code === undefined ? '' : ` with exit code ${exit_code}${error_code ? ` (${error_code})` : ''}`;
  const remarks = warnings.map((warning) => `  warning: ${warning}\n`);
  return `${at}  ${event}${end}${status ? `, ${status}` : ''}, run ${run_id}\n${remarks.join('')}`;
}
