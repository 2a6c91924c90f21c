import type { RunRecord, Vouched } from '../../protocol/history.ts';
import { defineCliCommand } from './define.ts';
import type { Screen } from './screen.ts';

export const explain = defineCliCommand({
  name: 'explain',
  summary: 'Say what a run was, why it was allowed or refused, and what it cost',
  args: { run: { type: 'positional', required: true, description: 'Run id, or the start of one' } },
  async run(args, { core, screen }) {
    const record = await core().runs.read(args.run);
    const vouched = await core().runs.vouches(record);
    if (args.json) return screen.out(`${screen.json({ ...record, vouched })}\n`);
    screen.out(explainRun(screen, record, vouched));
  },
});

export function explainRun(screen: Screen, record: RunRecord, vouched: Vouched): string {
  const { verdict, approval, parsed, cost } = record;
  const effects = parsed?.effects.map(({ kind, target }) => `${kind}s ${target}`) ?? [];
  const decision = verdict
    ? `${verdict.decision}, level ${verdict.level}${verdict.rules.length > 0 ? `, by ${verdict.rules.join(', ')}` : ''}`
    : 'not reached';
  const rows: (readonly [string, string])[] = [
    ['run', record.run_id],
    ['command', record.command],
    ['came in', `${record.timestamp} by ${record.front} as ${record.tool}, session ${record.session}`],
    ['folder', record.cwd],
    [
      'parsed as',
      parsed
        ? [parsed.name, parsed.sub, ...Object.entries(parsed.args ?? {}).map(([name, value]) => `${name}=${value}`)]
            .filter(Boolean)
            .join(' ')
        : 'not understood',
    ],
    ['effects', effects.join(', ') || 'none on files'],
    ['verdict', decision],
    ...(verdict?.reasons ?? []).map((reason) => ['because', reason] as const),
    ...(approval ? approvalRows(approval) : []),
    ['ran in', record.backend ?? 'did not run'],
    [
      'ended',
      `exit code ${record.exit_code ?? 'none'}${record.error_code ? ` (${record.error_code}: ${record.error_message})` : ''} after ${record.duration_ms} ms`,
    ],
    [
      'output',
      cost.bytes === 0
        ? 'nothing printed'
        : `${cost.bytes} bytes, about ${cost.tokens} tokens returned${record.truncated ? ', cut; the whole is in the files below' : ''}`,
    ],
    ...record.artifacts.map(
      ({ path, bytes, sha256 }) =>
        ['file', `${path}${bytes === null ? '' : ` (${bytes} bytes, sha256 ${sha256?.slice(0, 16)}…)`}`] as const,
    ),
    ...droppedRows(record),
    ...dryRows(record),
    ...keptRows(record),
    ['cost', `${cost.cpu_ms} ms CPU, peak memory ${Math.round(cost.max_rss / 1024 / 1024)} MiB`],
    ['record', vouchedText(vouched)],
  ];
  return rows
    .map(
      ([name, value]) =>
        `${screen.paint('dim', name.padStart(9))}  ${screen.wrap(screen.safe(value).replaceAll('\n', ' '), 11)}\n`,
    )
    .join('');
}

function approvalRows({
  answer,
  who,
  how,
  when,
  note,
  scope,
  grants,
  command,
}: NonNullable<RunRecord['approval']>): (readonly [string, string])[] {
  const long = scope === undefined || scope === 'once' ? '' : ` for the ${scope}`;
  return [
    [
      'asked',
      `${answer}${long} by ${how === 'grant' ? `a grant of ${who}` : `${who} over ${how}`}, ${when}${note ? `: ${note}` : ''}`,
    ],
    ...(command === undefined ? [] : [['edited', `what ran is: ${command}`] as const]),
    ...(grants ?? []).map((id) => ['grant', `${id} (sallyport grants show ${id})`] as const),
  ];
}

/** What of our environment the command did not get. */
function droppedRows({ result }: RunRecord): (readonly [string, string])[] {
  const { env_dropped: names } = (result ?? {}) as { env_dropped?: readonly string[] };
  return names && names.length > 0 ? [['left out', `environment: ${names.join(', ')}`]] : [];
}

function dryRows({ result }: RunRecord): (readonly [string, string])[] {
  const { dry } = (result ?? {}) as { dry?: { decision?: unknown; counts?: Record<string, unknown> } };
  if (!dry) return [];
  const counts = Object.entries(dry.counts ?? {}).filter(([, count]) => count !== 0);
  const text = counts.map(([what, count]) => `${String(count)} ${what}`).join(', ');
  return [['dry run', `on a view of the workspace; ${String(dry.decision)}${text === '' ? '' : `: ${text}`}`]];
}

function keptRows({ undo, run_id }: RunRecord): (readonly [string, string])[] {
  if (!undo) return [];
  const { kept, bytes, skipped, skipped_count } = undo;
  const more = skipped_count > skipped.length ? [`and ${skipped_count - skipped.length} more`] : [];
  return [
    ...(kept > 0 ? [['undo', `${kept} kept (${bytes} bytes): sallyport undo ${run_id}`] as const] : []),
    ...[...skipped.map(({ path, reason }) => `${path}: ${reason}`), ...more].map((text) => ['not kept', text] as const),
  ];
}

function vouchedText(vouched: Vouched): string {
  if (vouched === 'intact') return 'intact: it is what was written when the run ended';
  return vouched === 'changed'
    ? 'CHANGED since the run ended; do not trust it'
    : 'not known to the chain; do not trust it';
}
