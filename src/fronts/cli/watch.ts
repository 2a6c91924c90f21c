import type { WatchEvent } from '../../protocol/queue.ts';
import { defineCliCommand, integerFlag } from './define.ts';
import type { Screen } from './screen.ts';

export const watch = defineCliCommand({
  name: 'watch',
  summary: 'Add a job to the queue for each file that comes into a folder',
  args: {
    folder: { type: 'positional', required: true, description: 'A folder of the workspace: inbox' },
    do: {
      type: 'string',
      required: true,
      description: 'The line for each file, in quotes; {path} {name} {ext} {dir} stand for its names',
      valueHint: 'line',
    },
    retry: { type: 'string', description: 'How often a job is tried again after it failed', valueHint: 'n' },
    once: { type: 'boolean', description: 'End when every file that is there has been looked at' },
  },
  async run(args, { core, screen, signal }) {
    const retry = integerFlag('retry', args.retry, 'sallyport watch --help');
    const json = args.json === true || !screen.tty;
    if (!json && args.once !== true) screen.err(`watching ${screen.safe(args.folder)}; Ctrl-C ends that\n`);
    const watched = await core().queue.watch({
      folder: args.folder,
      template: args.do,
      once: args.once === true,
      signal,
      onEvent: (event) => screen.out(json ? `${screen.json(event)}\n` : describe(event, screen)),
      ...(retry === undefined ? {} : { retry }),
    });
    const { added, known, skipped } = watched;
    if (json) return screen.out(`${screen.json({ event: 'ended', ...watched })}\n`);
    const echoed = signal.aborted ? screen.blank : ''; // ^C
    screen.out(`${echoed}${added} added, ${known} known already, ${skipped} skipped; "sallyport work" runs them\n`);
  },
});

const styles = { added: 'green', known: 'dim', skipped: 'yellow' } as const;

function describe({ event, path, job, reason }: WatchEvent, screen: Screen): string {
  const rest = [job, reason].filter((text) => text !== undefined).join('  ');
  return `${screen.paint(styles[event], event.padEnd(8))} ${screen.safe(path)}  ${screen.paint('dim', screen.safe(rest))}\n`;
}
