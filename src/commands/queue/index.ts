import { jobStates, maxRetry, type Job } from '../../protocol/queue.ts';
import { action, defineCommand } from '../define.ts';
import { jobTable, showJob } from './show.ts';

const limits = { inputBytes: 0, outputBytes: 4 * 1024 * 1024, timeMs: 30_000, memoryBytes: 0 };
const job = { kind: 'text', required: true, maxLength: 500, summary: 'Its id, the start of it, or its key.' } as const;

export const queue = defineCommand({
  name: 'queue',
  summary: 'Jobs for later: command lines that "sallyport work" runs through the gate, one run each.',
  subcommands: {
    add: action({
      summary: 'Adds a command line as a job. It is checked now and judged when it runs; nobody is asked then.',
      flags: {
        line: { kind: 'text', required: true, maxLength: 32_768, summary: 'The command line, in quotes.' },
        key: {
          kind: 'text',
          maxLength: 500,
          summary: 'A name for the job; a second one of the same name is not added.',
        },
        after: { kind: 'text', maxLength: 500, summary: 'The job that has to be done first: its id or key.' },
        retry: {
          kind: 'integer',
          min: 0,
          max: maxRetry,
          default: 0,
          summary: 'How often to try again after it failed.',
        },
      },
      capabilities: ['queue'],
      limits,
      audit: ['line', 'key', 'after', 'retry'],
      examples: [
        'queue add --line "zip list --in archive.zip"',
        'queue add --line "zip create --src folder --out folder.zip --confirm" --key pack --retry 2',
        'queue add --line "zip list --in folder.zip" --after pack',
      ],
      async run({ line, key, after, retry }, context) {
        const given = { ...(key === undefined ? {} : { key }), ...(after === undefined ? {} : { after }) };
        const { id, state, isNew, line: other } = await context.queue().add({ line, retry, ...given });
        context.print(`${id}  ${isNew ? 'added' : `was added before and is ${state}`}\n`);
        if (other === undefined) return { job: id, state, added: isNew };
        context.print(`not added: that job has the key, and another line: ${other}\n`);
        return { job: id, state, added: isNew, line: other };
      },
    }),
    list: action({
      summary: 'Lists jobs, oldest first.',
      flags: {
        state: { kind: 'choice', choices: jobStates, summary: 'Only those in this state.' },
        limit: { kind: 'integer', min: 1, max: 1000, default: 100, summary: 'How many at the most, the newest.' },
      },
      capabilities: ['queue'],
      limits,
      audit: ['state', 'limit'],
      examples: ['queue list', 'queue list --state failed --limit 10'],
      run({ state, limit }, context) {
        const list = context.queue().list({ limit, ...(state === undefined ? {} : { state }) });
        context.print(jobTable(list));
        const { counts, jobs, damaged } = list;
        return { counts, jobs: jobs.map(brief), ...(damaged.length === 0 ? {} : { damaged }) };
      },
    }),
    show: action({
      summary: 'Shows a job and what happened to it.',
      flags: { job },
      capabilities: ['queue'],
      limits,
      audit: ['job'],
      examples: ['queue add --line hello --key greet', 'queue show --job greet'],
      run: ({ job: name }, context) => told(context.queue().find(name), context.print),
    }),
    cancel: action({
      summary: 'Takes a job out of the queue; one that runs is stopped.',
      flags: { job },
      capabilities: ['queue'],
      limits,
      audit: ['job'],
      examples: ['queue add --line hello --key greet', 'queue cancel --job greet'],
      run: ({ job: name }, context) => told(context.queue().cancel(name), context.print),
    }),
    retry: action({
      summary: 'Puts a job that failed or was cancelled back into the queue.',
      flags: { job },
      capabilities: ['queue'],
      limits,
      audit: ['job'],
      examples: ['queue add --line hello --key greet', 'queue cancel --job greet', 'queue retry --job greet'],
      run: ({ job: name }, context) => told(context.queue().retry(name), context.print),
    }),
  },
});

function told(found: Job, print: (text: string) => void) {
  print(showJob(found));
  const { id, ...rest } = found;
  return { job: id, ...rest };
}

function brief({ id, state, line, key, after, attempts, run_id, why }: Job) {
  return { job: id, state, line, key, after, attempts, run_id, why };
}
