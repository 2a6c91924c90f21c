import { SallyportError } from '../../protocol/errors.ts';
import { defineCliCommand } from './define.ts';
import { printOutput } from './exec.ts';

const actions = { list: false, show: true, cancel: true, retry: true } as const;

export const queue = defineCliCommand({
  name: 'queue',
  summary: 'Look at the jobs of the queue: list, show, cancel, retry; "sallyport exec" adds them',
  args: {
    action: { type: 'positional', required: false, description: 'list (default), show, cancel or retry' },
    job: { type: 'positional', required: false, description: 'Id, start of an id, or key of a job' },
  },
  async run({ action = 'list', job, json }, { core, screen, signal }) {
    const takesJob = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : undefined;
    if (takesJob === undefined || takesJob !== (job !== undefined)) {
      const reason =
        takesJob === undefined
          ? `"queue ${action}" is not known; there are list, show, cancel and retry, and "sallyport exec" adds jobs`
          : `"queue ${action}" takes ${takesJob ? 'one job' : 'no job'}`;
      throw new SallyportError('InvalidArgs', { reason, usage: 'sallyport queue --help' });
    }
    const named = job === undefined ? '' : ` --job "${job.replace(/["\\]/g, '\\$&')}"`;
    const reply = await core().exec(`queue ${action}${named}`, { signal });
    if (json) screen.out(`${screen.json(reply)}\n`);
    else printOutput(screen, reply);
    return reply.exit_code;
  },
});
