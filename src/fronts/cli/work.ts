import { SallyportError } from '../../protocol/errors.ts';
import type { WorkEvent, Worked } from '../../protocol/queue.ts';
import { defineCliCommand, integerFlag } from './define.ts';
import { describeProgress } from './exec.ts';
import type { Screen } from './screen.ts';

const usage = 'sallyport work --help';
const mostAtOnce = 16;

export const work = defineCliCommand({
  name: 'work',
  summary: 'Work the queue: run its jobs through the gate, until Ctrl-C',
  args: {
    concurrency: { type: 'string', description: 'How many jobs at once (default 1)', valueHint: 'n' },
    once: { type: 'boolean', description: 'End when there is nothing to do' },
  },
  async run(args, { core, screen, signal }) {
    const concurrency = integerFlag('concurrency', args.concurrency, usage) ?? 1;
    if (concurrency < 1 || concurrency > mostAtOnce)
      throw new SallyportError('InvalidArgs', { reason: `--concurrency takes 1 to ${mostAtOnce}`, usage });
    const json = args.json === true || !screen.tty;
    const running = new Map<string, { readonly line: string; progress?: string }>();
    /** The job that has run for the longest. */
    const showRunning = () => {
      const [first] = running.values();
      const progress = first?.progress === undefined ? '' : ` (${first.progress})`;
      screen.live(first ? `${running.size} running${progress}: ${screen.safe(first.line)}` : '');
    };
    if (!json) screen.err('working the queue; Ctrl-C finishes what runs and ends\n');
    signal.addEventListener('abort', () => {
      if (json) return;
      screen.live('');
      screen.err('no more jobs are taken; Ctrl-C again leaves at once\n');
      showRunning();
    });
    const worked = await core().queue.work({
      concurrency,
      once: args.once === true,
      signal,
      onEvent(event) {
        if (event.event === 'started') running.set(event.job, { line: event.line });
        else running.delete(event.job);
        if (json) return screen.out(`${screen.json(event)}\n`);
        screen.live('');
        if (event.event !== 'started') screen.out(describe(event, screen));
        showRunning();
      },
      onProgress(id, report) {
        const job = running.get(id);
        if (!job || json) return;
        job.progress = describeProgress(report);
        showRunning();
      },
    });
    screen.live('');
    if (json) screen.out(`${screen.json({ event: 'ended', ...worked })}\n`);
    else screen.out(sumOf(worked));
    return worked.failed > 0 ? 1 : 0;
  },
});

function sumOf({ done, failed, cancelled, waiting }: Worked): string {
  const left = waiting === 0 ? '' : `, ${waiting} waiting; "sallyport queue" says what for`;
  return `${done} done, ${failed} failed, ${cancelled} cancelled${left}\n`;
}

const styles = {
  started: 'dim',
  done: 'green',
  failed: 'red',
  cancelled: 'yellow',
  retrying: 'yellow',
  interrupted: 'yellow',
} as const;

function describe({ event, job, line, error_message, status, warnings = [] }: WorkEvent, screen: Screen): string {
  const below = [...(error_message === undefined ? [] : [error_message]), ...warnings];
  const why = below.map((text) => `\n  ${screen.paint('dim', screen.safe(text))}`).join('');
  const lacks = status === undefined ? '' : `  ${screen.paint('yellow', `(its result is ${status})`)}`;
  return `${screen.paint(styles[event], event.padEnd(11))} ${screen.paint('dim', job)}  ${screen.safe(line)}${lacks}${why}\n`;
}
