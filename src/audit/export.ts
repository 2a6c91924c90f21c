import type { ExportFormat, RunRecord } from '../protocol/history.ts';

const columns = [
  'timestamp', 'run_id', 'tool', 'front', 'session', 'command', 'cwd', 'decision', 'level', 'rules',
  'approved_by', 'exit_code', 'error_code', 'error_message', 'duration_ms', 'bytes', 'tokens', 'artifacts',
] as const; // prettier-ignore

/** Records as text, a row at a time. */
export function* exportRuns(records: Iterable<RunRecord>, format: ExportFormat): Generator<string> {
  if (format === 'csv') yield `${columns.join(',')}\r\n`;
  for (const record of records)
    yield format === 'jsonl' ? `${JSON.stringify(record)}\n` : `${row(record).map(cell).join(',')}\r\n`;
}

function row(record: RunRecord): (string | number | null)[] {
  const { verdict, approval, cost } = record;
  return [
    record.timestamp,
    record.run_id,
    record.tool,
    record.front,
    record.session,
    record.command,
    record.cwd,
    verdict?.decision ?? '',
    verdict?.level ?? '',
    verdict?.rules.join(' ') ?? '',
    approval?.who ?? '',
    record.exit_code,
    record.error_code,
    record.error_message,
    record.duration_ms,
    cost.bytes,
    cost.tokens,
    record.artifacts.map(({ path }) => path).join(' '),
  ];
}

/** RFC 4180; a cell that a spreadsheet would take for a formula is made text by a leading apostrophe. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
