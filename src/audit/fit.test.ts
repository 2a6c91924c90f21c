import { expect, test } from 'vitest';
import { recordLimits } from '../protocol/limits.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { fittedText } from './fit.ts';

const record: RunRecord = {
  version: 1,
  run_id: '01m7jtfxpy7fgw0rypwazagtty',
  tool: 'Bash',
  front: 'test',
  session: 's',
  timestamp: '2026-01-01T00:00:00.000Z',
  command: 'true',
  parsed: null,
  cwd: '.',
  verdict: null,
  approval: null,
  backend: 'process',
  exit_code: 0,
  signal: null,
  duration_ms: 1,
  stdout: 'out',
  stderr: '',
  result: { ok: true, command: 'true' },
  truncated: false,
  artifacts: [],
  error_code: null,
  error_message: null,
  cost: { bytes: 3, tokens: 1, cpu_ms: 1, max_rss: 1 },
};

const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

test('a record of ordinary size is written as it is', () => {
  expect(JSON.parse(fittedText(record))).toEqual(record);
});

test.each<[string, Partial<RunRecord>]>([
  ['output of control characters', { stdout: '\u0001'.repeat(recordLimits.bytes), stderr: '😀'.repeat(1 << 20) }],
  [
    'a plan of very many commands',
    {
      parsed: {
        name: 'bash',
        sub: null,
        effects: many(50_000, { kind: 'read', target: 'a'.repeat(100) }),
        commands: many(2000, {
          text: 'cat',
          name: 'cat',
          cwd: null,
          path: many(20, 'sh -c'),
          level: 'low',
          effects: many(500, 'reads a'),
        }),
      },
    },
  ],
  [
    'a result with very many keys',
    { result: Object.fromEntries(many(50_000, 0).map((_, at) => [`${at}`.padEnd(100), at])) },
  ],
  [
    'very many files that were not kept',
    { undo: { kept: 0, bytes: 0, skipped_count: 300_000, skipped: many(300_000, { path: 'a', reason: 'b' }) } },
  ],
])('%s is cut until it can be read back', (_, more) => {
  const text = fittedText({ ...record, ...more });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(recordLimits.bytes);
  const { run_id, tool, truncated } = JSON.parse(text) as RunRecord;
  expect({ run_id, tool, truncated }).toEqual({ run_id: record.run_id, tool: 'Bash', truncated: true });
});
