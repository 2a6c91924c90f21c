import { SallyportError } from '../../protocol/errors.ts';
import type { RunFilter, RunRecord } from '../../protocol/history.ts';
import { defineCliCommand, integerFlag } from './define.ts';
import type { Screen } from './screen.ts';

const usage = 'sallyport runs --help';

export const runFilterArgs = {
  since: { type: 'string', description: 'Not before: 30m, 2h, 7d or an ISO time', valueHint: 'time' },
  until: { type: 'string', description: 'Not after, likewise', valueHint: 'time' },
  tool: { type: 'string', description: 'Only this tool', valueHint: 'name' },
  exit: { type: 'string', description: 'Only this exit code, or "failed"', valueHint: 'code' },
  text: { type: 'string', description: 'Only runs with this text in command, output or error', valueHint: 'text' },
  limit: { type: 'string', description: 'How many at the most', valueHint: 'n' },
} as const;

export const runs = defineCliCommand({
  name: 'runs',
  summary: 'List recorded runs, newest first; "runs prune" removes old ones',
  args: {
    action: { type: 'positional', required: false, description: 'prune: remove old runs; the rest still verifies' },
    ...runFilterArgs,
    days: {
      type: 'string',
      description: 'prune: keep this many days (default: the configured retention)',
      valueHint: 'n',
    },
    'max-bytes': { type: 'string', description: 'prune: keep at most this many bytes', valueHint: 'n' },
  },
  async run(args, { core, screen }) {
    if (args.action === 'prune') {
      const [days, maxBytes] = [
        integerFlag('days', args.days, usage),
        integerFlag('max-bytes', args['max-bytes'], usage),
      ];
      const given = { ...(days === undefined ? {} : { days }), ...(maxBytes === undefined ? {} : { maxBytes }) };
      const pruned = await core().audit.prune(Object.keys(given).length > 0 ? given : undefined);
      if (args.json) return screen.out(`${screen.json(pruned)}\n`);
      return screen.out(`removed ${pruned.runs} runs (${pruned.bytes} bytes), kept ${pruned.kept}\n`);
    }
    if (args.action !== undefined)
      throw new SallyportError('InvalidArgs', {
        reason: `"runs ${args.action}" is not known; there is "runs prune"`,
        usage,
      });
    const filter = filterFrom(args);
    const list = await core().runs.list({ limit: 20, ...filter });
    if (args.json) return screen.out(`${screen.json(list)}\n`);
    if (list.length === 0 && Object.keys(filter).length > 0) return screen.out('no recorded run matches\n');
    if (list.length === 0) return screen.out('no runs recorded here yet; try: sallyport exec hello\n');
    screen.out(runTable(screen, list));
  },
});

/** The filter flags of `runs` and `audit export`. */
export function filterFrom(args: { [K in keyof typeof runFilterArgs]?: string | undefined }): RunFilter {
  const limit = integerFlag('limit', args.limit, usage);
  if (args.exit !== undefined && !/^(?:failed|\d{1,3})$/.test(args.exit))
    throw new SallyportError('InvalidArgs', {
      reason: `--exit takes an exit code or "failed", not "${args.exit.slice(0, 40)}"`,
      usage,
    });
  const exit = args.exit === 'failed' ? 'failed' : integerFlag('exit', args.exit, usage);
  return {
    ...(args.since === undefined ? {} : { since: timeFrom('since', args.since) }),
    ...(args.until === undefined ? {} : { until: timeFrom('until', args.until) }),
    ...(args.tool === undefined ? {} : { tool: args.tool }),
    ...(exit === undefined ? {} : { exit }),
    ...(args.text === undefined ? {} : { text: args.text }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function timeFrom(flag: string, text: string): number {
  const ago = /^(\d{1,6})([smhd])$/.exec(text);
  const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  const time = ago ? Date.now() - Number(ago[1]) * (units[ago[2] as string] as number) : Date.parse(text);
  if (Number.isNaN(time))
    throw new SallyportError('InvalidArgs', {
      reason: `--${flag} takes 30m, 2h, 7d or an ISO time, not "${text.slice(0, 40)}"`,
      usage,
    });
  return time;
}

export function runTable(screen: Screen, list: readonly RunRecord[]): string {
  const rows = list.map(({ timestamp, run_id, tool, exit_code, error_code, duration_ms, command }) => [
    timestamp.replace('T', ' ').slice(0, 19),
    screen.tty ? run_id.slice(0, 16) : run_id,
    tool,
    `${exit_code ?? '?'}${error_code ? ` ${error_code}` : ''}`,
    `${duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms)} ms`,
    command,
  ]);
  return screen.table(['WHEN', 'RUN', 'TOOL', 'EXIT', 'TIME', 'COMMAND'], rows, [
    'dim',
    undefined,
    undefined,
    undefined,
    'dim',
  ]);
}
