import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunRecord } from '../../src/index.ts';
import { runRecordSchema } from '../../src/protocol/run-record.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { cli, filesBelow, record, series } from './cli.ts';

describe('audit export', () => {
  const workspace = tempWorkspace();
  afterAll(() => workspace[Symbol.dispose]());
  const lines = [
    'hello',
    'hello "a, b"',
    'two\nlines\r\nof "text"',
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    "'=1",
    'ünïcödé 世界 🎉',
    '',
  ];
  let records: RunRecord[];
  beforeAll(async () => {
    await record(workspace, lines);
    const { stdout } = await cli(workspace, ['runs', '--json', '--limit', '100']);
    records = JSON.parse(stdout) as RunRecord[];
  });

  test('as JSONL gives every record as it is, valid by its schema', async () => {
    const { code, stdout, stderr } = await cli(workspace, ['audit', 'export']);
    expect([code, stderr]).toEqual([0, '']);
    const exported = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as RunRecord); // prettier-ignore
    expect(exported).toEqual(records);
    expect(exported.map(({ command }) => command)).toEqual(lines.toReversed());
    for (const each of exported) expect(runRecordSchema.strict().parse(each)).toEqual(each);
  });

  test('as CSV reads back by RFC 4180, with no cell that a spreadsheet would compute', async () => {
    const { code, stdout, stderr } = await cli(workspace, ['audit', 'export', '--format', 'csv']);
    expect([code, stderr]).toEqual([0, '']);
    const [head, ...rows] = readCsv(stdout);
    expect(head?.join()).toBe(
      'timestamp,run_id,tool,front,session,command,cwd,decision,level,rules,approved_by,exit_code,error_code,error_message,duration_ms,bytes,tokens,artifacts',
    );
    const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
    expect(rows).toEqual(
      records.map(({ verdict, cost, ...run }) => [
        run.timestamp,
        run.run_id,
        'terminal_exec',
        'cli',
        'session',
        guarded(run.command),
        '.',
        verdict?.decision ?? '',
        verdict?.level ?? '',
        '',
        '',
        String(run.exit_code),
        run.error_code ?? '',
        run.error_message ?? '',
        '0',
        String(cost.bytes),
        String(cost.tokens),
        '',
      ]),
    );
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });

  test('is narrowed by the filters of runs', async () => {
    const [jsonl, csv] = await series(workspace, [
      ['audit', 'export', '--exit', '0'],
      ['audit', 'export', '--format=csv', '--text', '世界', '--limit', '5'],
    ]);
    expect(JSON.parse(jsonl?.stdout ?? '')).toMatchObject({ command: 'hello' });
    expect(readCsv(csv?.stdout ?? '').map((row) => row[5])).toEqual(['command', 'ünïcödé 世界 🎉']);
  });
});

describe('runs prune', () => {
  const day = 86_400_000;
  const midnight = Date.UTC(2026, 0, 1);

  test('takes the runs older than --days, and the rest still verifies', async () => {
    using workspace = tempWorkspace();
    const old = await record(workspace, ['hello', 'helo', 'hello'], midnight);
    const young = await record(workspace, ['help', 'hello'], Date.now() - 5 * day);
    const [none, pruned, runs, verified] = await series(workspace, [
      ['runs', 'prune', '--days', '100000'],
      ['runs', 'prune', '--days', '30'],
      ['runs', '--json'],
      ['audit', 'verify'],
    ]);
    expect(none).toEqual({ code: 0, stdout: 'removed 0 runs (0 bytes), kept 5\n', stderr: '' });
    expect(pruned?.stdout).toMatch(/^removed 3 runs \(\d+ bytes\), kept 2\n$/);
    expect((JSON.parse(runs?.stdout ?? '') as RunRecord[]).map(({ run_id }) => run_id)).toEqual(
      young.map(({ run_id }) => run_id).reverse(),
    );
    expect(verified).toEqual({ code: 0, stdout: 'intact  2 runs, 5 lines\n', stderr: '' });
    const left = JSON.stringify(filesBelow(`${workspace.path}/..`));
    for (const { run_id } of old) expect(left).not.toContain(run_id);
  });

  test('takes the oldest runs until --max-bytes hold the rest, and new runs go on from there', async () => {
    using workspace = tempWorkspace();
    await record(workspace, ['hello', 'hello', 'hello']);
    const files = filesBelow(`${workspace.path}/.agents/artifacts/terminal_exec/runs`);
    const sizes = Object.values(files).map(({ length }) => length);
    const lastTwo = (sizes[1] ?? 0) + (sizes[2] ?? 0);
    const [pruned, verified, ran, later, all, empty] = await series(workspace, [
      ['runs', 'prune', '--max-bytes', String(lastTwo), '--json'],
      ['audit', 'verify'],
      ['exec', 'hello'],
      ['audit', 'verify'],
      ['runs', 'prune', '--max-bytes', '0', '--json'],
      ['audit', 'verify'],
    ]);
    expect(JSON.parse(pruned?.stdout ?? '')).toEqual({ runs: 1, bytes: sizes[0], kept: 2 });
    expect(verified?.stdout).toBe('intact  2 runs, 5 lines\n');
    expect(ran?.code).toBe(0);
    expect(later?.stdout).toBe('intact  3 runs, 7 lines\n');
    expect(JSON.parse(all?.stdout ?? '')).toMatchObject({ runs: 3, kept: 0 });
    expect(empty).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^intact {2}0 runs, \d+ lines\n$/) as string,
    });
    expect(filesBelow(`${workspace.path}/.agents/artifacts`)).toEqual({});
  });

  test('without flags follows the configured retention, which a workspace cannot shorten', async () => {
    using workspace = tempWorkspace();
    await record(workspace, ['hello', 'hello'], Date.now() - 60 * day);
    workspace.write('sallyport.yaml', 'retention: { days: 1 }\n');
    expect((await cli(workspace, ['runs', 'prune'])).stdout).toBe('removed 0 runs (0 bytes), kept 2\n');
    workspace.write('../config/sallyport/config.yaml', 'retention: { days: 30 }\n');
    expect((await cli(workspace, ['runs', 'prune'])).stdout).toMatch(/^removed 2 runs \(\d+ bytes\), kept 0\n$/);
  });

  test('leaves a broken history alone, which is evidence', async () => {
    using workspace = tempWorkspace();
    await record(workspace, ['hello', 'hello']);
    const chain = '.agents/audit/chain.jsonl';
    workspace.write(chain, (filesBelow(workspace.path)[chain] ?? '').replace('hello', 'helix'));
    const before = filesBelow(workspace.path);
    const { code, stderr } = await cli(workspace, ['runs', 'prune', '--days', '0']);
    expect([code, stderr.split('\n')[0]]).toEqual([
      1,
      'error: The history is broken, and stays as it is: line 1 of the chain was changed, or was not written by this gate.',
    ]);
    expect(filesBelow(workspace.path)).toEqual(before);
  });
});

/** RFC 4180, to the letter: anything that is not well-formed throws. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`not CSV at ${at}: ${text.slice(at, at + 40)}`);
    const [, quoted, plain, end] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}
