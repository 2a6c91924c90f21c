import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runRecordSchema, type RunRecord } from '../../src/protocol/run-record.ts';
import { manualClock, scriptedApprover } from '../../src/testing/index.ts';
import { testCommands } from '../fixtures/commands.ts';
import { openTestGate, type TestGate } from '../fixtures/gate.ts';

function recordOf(gate: TestGate, runId: string): RunRecord {
  const record = gate.audit.read(runId);
  expect(runRecordSchema.parse(record)).toEqual(record);
  return record;
}

test.each<[string, number, string | null, string]>([
  ['steps', 0, null, 'allow'],
  ['help', 0, null, 'allow'],
  ['file copy --help', 0, null, 'allow'],
  ['nothing', 2, 'UnknownCommand', 'none'],
  ['steps; steps', 2, 'InvalidCommand', 'none'],
  ['file copy', 2, 'InvalidArgs', 'none'],
  ['file wipe', 3, 'ConfirmRequired', 'deny'],
  ['file wipe --confirm', 0, null, 'allow'],
  ['file copy --in a.txt --out a.txt --overwrite', 3, 'ConfirmRequired', 'deny'],
  ['file copy --in a.txt --out a.txt --overwrite --confirm', 0, null, 'allow'],
  ['file copy --in a.txt --out a.txt', 1, 'AlreadyExists', 'allow'],
  ['file copy --in a.txt --out new/folder/b.txt', 0, null, 'allow'],
  ['file copy --in none.txt --out b.txt', 1, 'NotFound', 'allow'],
  ['file copy --in ../a.txt --out b.txt', 3, 'PathOutsideRoot', 'deny'],
  ['file copy --in /etc/passwd --out b.txt', 3, 'PathOutsideRoot', 'deny'],
  ['file copy --in a.txt --out C:b.txt', 3, 'PathOutsideRoot', 'deny'],
  ['file copy --in a.txt --out link/b.txt', 3, 'PathOutsideRoot', 'allow'],
  ['file copy --in a.txt --out .git/hooks/pre-commit', 3, 'ProtectedPath', 'ask'],
  ['file copy --in a.txt --out .GIT/Hooks/pre-commit', 3, 'ProtectedPath', 'ask'],
  ['file copy --in .env --out b.txt', 3, 'ProtectedPath', 'ask'],
  ['file copy --in a.txt --out .agents/audit/chain.jsonl', 3, 'ProtectedPath', 'deny'],
  ['file copy --in a.txt --out ghp_0123456789abcdefghijABCDEFGHIJ012345', 3, 'SensitiveArgv', 'deny'],
  ['danger', 3, 'Denied', 'ask'],
  ['fetch', 3, 'Denied', 'deny'],
  ['throw', 1, 'InternalError', 'allow'],
  ['fail', 1, 'CorruptInput', 'allow'],
  ['sneak', 1, 'InternalError', 'allow'],
  ['peek', 1, 'InternalError', 'allow'],
  ['greedy', 1, 'OutputTooLarge', 'allow'],
  ['flood', 1, 'OutputTooLarge', 'allow'],
])('%s exits %i with %s after the verdict %s, and all of it is in the record', async (line, exit, code, decision) => {
  await using gate = openTestGate(testCommands);
  gate.workspace.write('a.txt', 'text');
  gate.workspace.write('.env', 'X=1');
  gate.workspace.write('secret.txt', 's');
  symlinkSync('/tmp', join(gate.workspace.path, 'link'));
  const outcome = await gate.exec(line);
  const record = recordOf(gate, outcome.runId);
  expect({ exit: outcome.exitCode, code: outcome.error?.code ?? null, ok: outcome.result.ok }).toEqual({
    exit,
    code,
    ok: exit === 0,
  });
  expect({ exit: record.exit_code, code: record.error_code, decision: record.verdict?.decision ?? 'none' }).toEqual({
    exit,
    code,
    decision,
  });
  expect(outcome.stderr === '').toBe(exit === 0);
  expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 1, lines: 2 });
  expect(existsSync(join(gate.workspace.path, 'sneaked')) || existsSync(join(gate.workspace.path, 'big'))).toBe(false);
});

test('a refusal says what was refused, why, and what to do', async () => {
  await using gate = openTestGate(testCommands);
  const { stderr, result, error } = await gate.exec('file wipe');
  expect(error).toMatchObject({ code: 'ConfirmRequired', message: '"file wipe" changes files and was not confirmed.' });
  expect(stderr).toBe(
    'error: "file wipe" changes files and was not confirmed.\nhint: Check what it would do, then send the same line with --confirm.\n',
  );
  expect(result).toEqual({ ok: false, command: 'file wipe' });
});

test('what a command had counted before it failed stays in the result', async () => {
  await using gate = openTestGate(testCommands);
  expect((await gate.exec('fail')).result).toEqual({ ok: false, command: 'fail', seen: 3 });
});

test('help comes as text and as data', async () => {
  await using gate = openTestGate(testCommands);
  const { stdout, result } = await gate.exec('file copy --help');
  expect(stdout).toMatch(/^usage: file copy --in <path> --out <path> \[--level <0-9>\]/);
  expect(result).toMatchObject({
    ok: true,
    command: 'file copy',
    usage:
      'file copy --in <path> --out <path> [--level <0-9>] [--mode <fast|slow>] [--note <text>] [--confirm] [--overwrite]',
    subcommands: [],
    examples: ['file copy --in a --out b'],
  });
  expect((await gate.exec('help')).result).toMatchObject({ ok: true, command: 'help' });
});

test('a person can allow what is protected, once, and the record names them', async () => {
  const { approver, asked } = scriptedApprover(() => 'allow');
  await using gate = openTestGate(testCommands, { approver });
  gate.workspace.write('a.txt', 'text');
  const outcome = await gate.exec('file copy --in a.txt --out .git/hooks/pre-commit');
  expect(outcome.exitCode).toBe(0);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    command: 'file copy --in a.txt --out .git/hooks/pre-commit',
    verdict: { decision: 'ask', level: 'high' },
  });
  expect(recordOf(gate, outcome.runId).approval).toMatchObject({ answer: 'allow', who: 'script', how: 'testing' });
});

test('nobody, not even a person, can open our own state', async () => {
  const { approver, asked } = scriptedApprover(() => 'allow');
  await using gate = openTestGate(testCommands, { approver });
  gate.workspace.write('a.txt', 'text');
  expect((await gate.exec('file copy --in a.txt --out .agents/x')).error?.code).toBe('ProtectedPath');
  expect(asked).toEqual([]);
});

test.each<[string, () => Promise<never> | Promise<object>, string]>([
  ['throws', () => Promise.reject(new Error('gone')), 'the approval channel failed: gone'],
  ['answers nonsense', () => Promise.resolve({ answer: 'yes', who: 'x', how: 'y' }), ''],
])('an approver that %s means deny', async (_, approver, note) => {
  await using gate = openTestGate(testCommands, { approver: approver as never });
  const outcome = await gate.exec('danger');
  expect(outcome.error?.code).toBe('Denied');
  expect(recordOf(gate, outcome.runId).approval).toMatchObject({ answer: 'deny', ...(note ? { note } : {}) });
});

test('an approver that never answers means deny when its time is up', async () => {
  const clock = manualClock();
  let asked = () => {};
  const question = new Promise<void>((resolve) => (asked = resolve));
  await using gate = openTestGate(testCommands, { clock, approver: () => (asked(), new Promise(() => {})) });
  const running = gate.exec('danger');
  await question;
  clock.advance(300_000);
  const outcome = await running;
  expect(recordOf(gate, outcome.runId).approval).toMatchObject({
    answer: 'deny',
    who: 'nobody',
    note: 'nobody answered in time',
  });
});

test.each(['hang', 'wait'])('%s is stopped when its time is up, and recorded', async (line) => {
  await using gate = openTestGate(testCommands);
  const outcome = await gate.exec(line, { timeoutMs: 30 });
  expect(outcome).toMatchObject({
    exitCode: 124,
    error: { code: 'Timeout', message: 'Stopped after 30 ms, the time limit of this run.' },
  });
  expect(recordOf(gate, outcome.runId)).toMatchObject({ exit_code: 124, error_code: 'Timeout' });
});

test.each(['hang', 'wait', 'danger'])('%s can be cancelled, and is recorded', async (line) => {
  await using gate = openTestGate(testCommands, { approver: () => new Promise(() => {}) });
  const cancel = new AbortController();
  const running = gate.exec(line, { signal: cancel.signal });
  setTimeout(() => cancel.abort(), 30);
  const outcome = await running;
  expect(recordOf(gate, outcome.runId).exit_code).toBe(line === 'danger' ? 3 : 130);
});

test('a run that was cancelled before it began does nothing and is recorded', async () => {
  await using gate = openTestGate(testCommands);
  gate.workspace.write('a.txt', 'text');
  const outcome = await gate.exec('file copy --in a.txt --out b.txt', { signal: AbortSignal.abort() });
  expect(outcome.error?.code).toBe('Cancelled');
  expect(existsSync(join(gate.workspace.path, 'b.txt'))).toBe(false);
  expect(recordOf(gate, outcome.runId).exit_code).toBe(130);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('timeout %d is refused', async (timeoutMs) => {
  await using gate = openTestGate(testCommands);
  expect((await gate.exec('steps', { timeoutMs })).error).toMatchObject({
    code: 'InvalidArgs',
    message: 'timeout_ms takes a whole number from 1.',
  });
});

test('stdin reaches a command that takes it, is refused elsewhere, and is never recorded', async () => {
  await using gate = openTestGate(testCommands);
  const taken = await gate.exec('print', { stdin: 'for your eyes' });
  expect(taken.stdout).toBe('for your eyes');
  expect((await gate.exec('steps', { stdin: 'x' })).error?.message).toBe('"steps" takes no stdin.');
  expect((await gate.exec('print', { stdin: 'x'.repeat((1 << 20) + 1) })).error?.code).toBe('InvalidArgs');
  const refused = await gate.exec('steps', { stdin: 'unseen words' });
  expect(JSON.stringify(recordOf(gate, refused.runId))).not.toContain('unseen words');
});

test('long output is cut head and tail in the reply and whole in artifacts', async () => {
  await using gate = openTestGate(testCommands);
  const outcome = await gate.exec('long');
  const whole = Array.from({ length: 2000 }, (_, i) => `line ${i} of stdout ☂\n`).join('');
  expect(Buffer.byteLength(outcome.stdout)).toBeLessThanOrEqual(16 * 1024);
  expect(Buffer.byteLength(outcome.stderr)).toBeLessThanOrEqual(8 * 1024);
  expect(outcome.stdout.startsWith('line 0 of stdout ☂\n') && outcome.stdout.endsWith('line 1999 of stdout ☂\n')).toBe(
    true,
  );
  expect(outcome.truncated).toBe(true);
  const names = outcome.artifacts.map(({ path }) => path.split('-').at(-1));
  expect(names).toEqual(['stdout.txt', 'stderr.txt', 'result.json']);
  const [stdout, , result] = outcome.artifacts.map(({ path }) => readFileSync(join(gate.workspace.path, path), 'utf8'));
  expect(stdout).toBe(whole);
  expect(JSON.parse(result ?? '')).toMatchObject({ ok: true, command: 'long', items: { length: 9000 } });
  expect(outcome.result).toMatchObject({ ok: true, command: 'long', truncated: true });
  const omitted = Number(/\[… (\d+) bytes omitted/.exec(outcome.stdout)?.[1]);
  const kept = outcome.stdout.replace(/\n\[… .*\]\n/, '');
  expect(omitted).toBe(Buffer.byteLength(whole) - Buffer.byteLength(kept));
  expect(await gate.audit.verify()).toMatchObject({ ok: true });
});

test('secrets are hidden in reply, record, chain and artifacts', async () => {
  const secret = 'correct-horse-battery-staple';
  await using gate = openTestGate(testCommands, { secrets: [secret] });
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  const outcome = await gate.exec('print', { stdin: `a ${secret} b ${token}\n`.repeat(1000) });
  await gate.exec(`print ${secret}`);
  await gate.exec(`${secret} x`);
  await gate.exec(`file copy --in ${token} --out b`);
  expect(outcome.truncated).toBe(true);
  const state = join(gate.workspace.path, '.agents');
  const files = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(state, name)).isFile(),
  );
  const text = files.map((name) => readFileSync(join(state, name), 'utf8')).join('');
  expect(files.length).toBeGreaterThanOrEqual(7);
  expect(text + JSON.stringify(outcome)).not.toMatch(new RegExp(`${secret}|${token}`));
  expect(text).toContain('[redacted:literal]');
});

test('an artifact is recorded with its hash and size', async () => {
  await using gate = openTestGate(testCommands);
  gate.workspace.write('a.txt', 'hello\n');
  const outcome = await gate.exec('file copy --in a.txt --out b.txt');
  expect(outcome.artifacts).toEqual([{ path: 'b.txt', mime: 'text/plain', description: 'The copy.' }]);
  const sha256 = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03'; // printf 'hello\n' | sha256sum
  expect(recordOf(gate, outcome.runId).artifacts).toEqual([
    { path: 'b.txt', mime: 'text/plain', description: 'The copy.', sha256, bytes: 6 },
  ]);
});

test('only the audited arguments are in the record', async () => {
  await using gate = openTestGate(testCommands);
  gate.workspace.write('a.txt', 'x');
  const outcome = await gate.exec('file copy --in a.txt --out b.txt --level 3');
  expect(recordOf(gate, outcome.runId).parsed).toEqual({
    name: 'file',
    sub: 'copy',
    args: { in: 'a.txt', out: 'b.txt' },
    effects: [
      { kind: 'read', target: 'a.txt' },
      { kind: 'write', target: 'b.txt' },
    ],
  });
});

test('progress is reported', async () => {
  await using gate = openTestGate(testCommands);
  const seen: number[] = [];
  await gate.exec('steps', { onProgress: ({ done }) => seen.push(done) });
  expect(seen).toEqual([1, 2, 3]);
});

test('what a person approved is done and recorded as done, its hash included', async () => {
  const { approver } = scriptedApprover(() => 'allow');
  await using gate = openTestGate(testCommands, { approver });
  gate.workspace.write('a.txt', 'hello\n');
  const outcome = await gate.exec('file copy --in a.txt --out .env');
  expect({ exit: outcome.exitCode, code: outcome.error?.code }).toEqual({ exit: 0, code: undefined });
  expect(recordOf(gate, outcome.runId).artifacts).toMatchObject([{ path: '.env', bytes: 6 }]);
});

test('quotes in the middle of a token do not hide it', async () => {
  await using gate = openTestGate(testCommands);
  const outcome = await gate.exec(`file copy --in a --out 'gh'p_0123456789abcdefghijABCDEFGHIJ012345`);
  expect(outcome.error?.code).toBe('SensitiveArgv');
});

test('what an approver says is redacted too', async () => {
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  await using gate = openTestGate(testCommands, {
    approver: () => Promise.resolve({ answer: 'deny', who: token, how: 'x', note: `no ${token}` }),
  });
  const outcome = await gate.exec('danger');
  expect(JSON.stringify(recordOf(gate, outcome.runId))).not.toContain(token);
});

test('work that goes on after its run has ended can change nothing', async () => {
  await using gate = openTestGate(testCommands);
  const outcome = await gate.exec('late', { timeoutMs: 20 });
  expect(outcome.error?.code).toBe('Timeout');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(existsSync(join(gate.workspace.path, 'late.txt'))).toBe(false);
});
