import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hello } from '../commands/hello/index.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { tamper } from '../../test/fixtures/tamper.ts';
import { testCommands } from '../../test/fixtures/commands.ts';
import { openTestGate, type TestGate } from '../../test/fixtures/gate.ts';
import { createSallyport } from '../sallyport.ts';
import { manualClock, tempWorkspace } from '../testing/index.ts';
import { upgrade } from './format.ts';

const chainOf = (workspace: { path: string }) => join(workspace.path, '.agents/audit/chain.jsonl');
const linesIn = (workspace: { path: string }) =>
  readFileSync(chainOf(workspace), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const userState = (workspace: { env: Readonly<Record<string, string | undefined>> }) => {
  const base = join(workspace.env['XDG_STATE_HOME'] as string, 'sallyport');
  return join(base, readdirSync(base)[0] as string);
};

test('a run leaves a start line, a record and an end line that vouches for the record', async () => {
  await using gate = openTestGate([hello]);
  const { runId } = await gate.exec('hello');
  const [start, end] = linesIn(gate.workspace);
  expect(start).toMatchObject({
    v: 1,
    seq: 1,
    kind: 'start',
    run_id: runId,
    tool: 'terminal_exec',
    front: 'test',
    session: 's',
    cwd: '.',
    command: 'hello',
    prev: '0'.repeat(64),
  });
  expect(end).toMatchObject({
    v: 1,
    seq: 2,
    kind: 'end',
    run_id: runId,
    exit_code: 0,
    error_code: null,
    prev: start?.['mac'],
  });
  const file = join(gate.workspace.path, `.agents/artifacts/terminal_exec/runs/${runId}.json`);
  const sum = spawnSync('sha256sum', [file], { encoding: 'utf8' }).stdout.slice(0, 64);
  expect(end?.['sha256']).toBe(sum);
});

test('state folder and user state are for their owner only, and git leaves the first one out', async () => {
  await using gate = openTestGate([hello]);
  await gate.exec('hello');
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(join(gate.workspace.path, '.agents'))).toBe('700');
  expect(readFileSync(join(gate.workspace.path, '.agents/.gitignore'), 'utf8')).toBe('*\n');
  const state = userState(gate.workspace);
  expect([mode(state), mode(join(state, 'key')), mode(join(state, 'head'))]).toEqual(['700', '600', '600']);
  expect(statSync(join(state, 'key')).size).toBe(32);
});

test('reading a workspace without a history creates nothing', async () => {
  using workspace = tempWorkspace();
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  expect(await core.runs.list()).toEqual([]);
  await expect(core.audit.verify()).rejects.toMatchObject({ code: 'NotFound' });
  expect(readdirSync(workspace.path)).toEqual([]);
  expect(existsSync(workspace.env['XDG_STATE_HOME'] as string)).toBe(false);
});

test('every change of a record or of the chain is found', async () => {
  using workspace = tempWorkspace();
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  for (let i = 0; i < 6; i++) await core.exec(i % 2 ? 'hello' : 'helo');
  expect(await tamper(core, seededRandom(7), 120)).toEqual({ tried: 133, unnoticed: [] });
  expect(await core.audit.verify()).toMatchObject({ ok: true, runs: 6, lines: 12 });
});

test.each<[string, (lines: string[]) => string[], RegExp]>([
  [
    'a changed line',
    (lines) => lines.map((line, i) => (i === 2 ? line.replace('helo', 'hell') : line)),
    /^line 3 of the chain was changed/,
  ],
  [
    'a missing line',
    (lines) => [...lines.slice(0, 2), ...lines.slice(3)],
    /^line 3 of the chain has number 4 where 3 belongs/,
  ],
  ['a cut end', (lines) => lines.slice(0, 4), /^the chain ends at line 4 \(number 4\), but 6 were written/],
  [
    'an added line',
    (lines) => [...lines.slice(0, 4), '{}', ...lines.slice(4)],
    /^line 5 of the chain was changed, or was not written by this gate/,
  ],
])('the first broken link is named: %s', async (_, change, message) => {
  await using gate = openTestGate([hello]);
  for (const line of ['hello', 'helo', 'hello']) await gate.exec(line);
  const lines = readFileSync(chainOf(gate.workspace), 'utf8').trimEnd().split('\n');
  writeFileSync(chainOf(gate.workspace), `${change(lines).join('\n')}\n`);
  const { ok, problems } = await gate.audit.verify();
  expect(ok).toBe(false);
  expect(problems[0]?.message).toMatch(message);
});

test('a tampered chain stays found however many runs follow', async () => {
  await using gate = openTestGate([hello]);
  for (let i = 0; i < 3; i++) await gate.exec('hello');
  truncateSync(chainOf(gate.workspace), statSync(chainOf(gate.workspace)).size - 10);
  for (let i = 0; i < 3; i++) await gate.exec('hello');
  expect((await gate.audit.verify()).problems[0]?.message).toMatch(/^line 6 of the chain was changed/);
  appendFileSync(chainOf(gate.workspace), 'garbage');
  await gate.exec('hello');
  expect((await gate.audit.verify()).ok).toBe(false);
});

test('a history that is deleted while it is in use is made anew, and the loss is told', async () => {
  await using gate = openTestGate([hello]);
  await gate.exec('hello');
  rmSync(join(gate.workspace.path, '.agents'), { recursive: true });
  expect((await gate.audit.verify()).problems).toEqual([
    { what: 'chain', message: 'the chain is gone, but 2 lines were written' },
  ]);
  expect((await gate.exec('hello')).exitCode).toBe(0);
  const { ok, problems } = await gate.audit.verify();
  expect(ok).toBe(false);
  expect(problems[0]?.message).toMatch(/^line 1 of the chain has number 3 where 1 belongs/);
});

test('a spilled artifact that is changed or removed is found', async () => {
  await using gate = openTestGate(testCommands);
  const { artifacts } = await gate.exec('long');
  const file = join(gate.workspace.path, artifacts[0]?.path as string);
  const before = readFileSync(file);
  writeFileSync(file, 'other');
  expect((await gate.audit.verify()).problems[0]).toMatchObject({
    what: 'artifact',
    message: expect.stringMatching(/was changed/) as string,
  });
  rmSync(file);
  expect((await gate.audit.verify()).problems[0]).toMatchObject({
    what: 'artifact',
    message: expect.stringMatching(/is missing/) as string,
  });
  writeFileSync(file, before);
  expect((await gate.audit.verify()).ok).toBe(true);
});

test('a state folder that is a link is refused, and nothing runs', async () => {
  await using gate = openTestGate([hello]);
  mkdirSync(join(gate.workspace.path, 'elsewhere'));
  symlinkSync('elsewhere', join(gate.workspace.path, '.agents'));
  await expect(gate.exec('hello')).rejects.toMatchObject({ code: 'PathOutsideRoot' });
  expect(readdirSync(join(gate.workspace.path, 'elsewhere'))).toEqual([]);
});

test('a workspace called .agents is its own state folder', async () => {
  await using gate = openTestGate(testCommands, { name: '.agents' });
  gate.workspace.write('a.txt', 'x');
  const { runId } = await gate.exec('file copy --in a.txt --out b.txt');
  expect(existsSync(join(gate.workspace.path, `artifacts/terminal_exec/runs/${runId}.json`))).toBe(true);
  expect((await gate.exec('file copy --in a.txt --out audit/chain.jsonl')).error?.code).toBe('ProtectedPath');
  expect((await gate.exec(`file copy --in a.txt --out artifacts/terminal_exec/runs/${runId}.json`)).error?.code).toBe(
    'ProtectedPath',
  );
  expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 3 });
});

test('a history that came with a repository is set aside and never believed', async () => {
  await using source = openTestGate([hello]);
  await source.exec('hello');
  await using gate = openTestGate([hello]);
  renameSync(join(source.workspace.path, '.agents'), join(gate.workspace.path, '.agents'));
  await gate.exec('hello');
  expect([...gate.audit.list()]).toHaveLength(1);
  expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 1, lines: 2 });
  expect(
    readdirSync(join(gate.workspace.path, '.agents/audit')).filter((name) => name.startsWith('foreign-')),
  ).toHaveLength(1);
});

test('a record that this gate did not write is reported', async () => {
  await using gate = openTestGate([hello]);
  const { runId } = await gate.exec('hello');
  const folder = join(gate.workspace.path, '.agents/artifacts/terminal_exec/runs');
  const forged = `${runId.slice(0, -1)}${runId.endsWith('0') ? '1' : '0'}`;
  writeFileSync(
    join(folder, `${forged}.json`),
    readFileSync(join(folder, `${runId}.json`), 'utf8').replaceAll(runId, forged),
  );
  expect((await gate.audit.verify()).problems).toMatchObject([
    { what: 'record', run_id: forged, message: expect.stringMatching(/no line in the chain/) as string },
  ]);
  expect(await gate.audit.vouches(gate.audit.read(forged))).toBe('unknown');
  expect(await gate.audit.vouches(gate.audit.read(runId))).toBe('intact');
});

test('runs are found by time, tool, exit code, text and start of id', async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  await using gate = openTestGate([hello], { clock });
  const ids: string[] = [];
  for (const line of ['hello', 'helo', 'hello --bad']) {
    ids.push((await gate.exec(line)).runId);
    clock.advance(60_000);
  }
  const found = (filter: Parameters<TestGate['audit']['list']>[0]) =>
    [...gate.audit.list(filter)].map(({ run_id }) => ids.indexOf(run_id));
  expect(found({})).toEqual([2, 1, 0]);
  expect(found({ limit: 2 })).toEqual([2, 1]);
  expect(found({ since: Date.UTC(2026, 0, 1, 0, 1) })).toEqual([2, 1]);
  expect(found({ until: Date.UTC(2026, 0, 1, 0, 1) })).toEqual([1, 0]);
  expect(found({ exit: 0 })).toEqual([0]);
  expect(found({ exit: 'failed' })).toEqual([2, 1]);
  expect(found({ text: 'LEMONHALL' })).toEqual([0]);
  expect(found({ text: 'no command "helo"' })).toEqual([1]);
  expect(found({ tool: 'other' })).toEqual([]);
  expect(() => gate.audit.read(ids[0]?.slice(0, 3) as string)).toThrow(/is the start of 3 run ids/);
  expect(gate.audit.read(ids[1]?.slice(0, 20) as string).command).toBe('helo');
  expect(() => gate.audit.read('zzz')).toThrow(/no run "zzz"/);
});

test('the export has a row per run, and nothing a spreadsheet would execute', async () => {
  await using gate = openTestGate([hello]);
  await gate.exec('hello');
  await gate.exec('=cmd "a,b"');
  const jsonl = [...gate.audit.export('jsonl')].map((line) => JSON.parse(line) as { command: string });
  expect(jsonl.map(({ command }) => command)).toEqual(['=cmd "a,b"', 'hello']);
  const rows = [...gate.audit.export('csv')];
  expect(rows[0]).toMatch(/^timestamp,run_id,tool,front,session,command,/);
  expect(rows[1]).toContain(`,"'=cmd ""a,b""",`);
});

test.each<[string, Parameters<TestGate['audit']['prune']>[0], number]>([
  ['by age', { days: 2 }, 6],
  ['by size', { maxBytes: 1 }, 10],
  ['not at all', { days: 400 }, 0],
])('pruning %s leaves a history that verifies and goes on', async (_, retention, gone) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  await using gate = openTestGate(testCommands, { clock });
  for (let day = 0; day < 5; day++) {
    await gate.exec('help');
    await gate.exec('long');
    clock.advance(86_400_000);
  }
  expect(await gate.audit.prune(retention)).toMatchObject({ runs: gone, kept: 10 - gone });
  expect([...gate.audit.list()]).toHaveLength(10 - gone);
  expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 10 - gone });
  await gate.exec('help');
  expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 11 - gone });
  expect(readdirSync(join(gate.workspace.path, '.agents/artifacts/terminal_exec/out'))).toHaveLength(
    3 * (5 - gone / 2),
  );
  if (gone > 0) expect(linesIn(gate.workspace).some(({ kind, runs }) => kind === 'prune' && runs === gone)).toBe(true);
});

test('a broken chain is not pruned: that would destroy the evidence', async () => {
  await using gate = openTestGate([hello]);
  for (let i = 0; i < 3; i++) await gate.exec('hello');
  appendFileSync(chainOf(gate.workspace), 'garbage\n');
  await expect(gate.audit.prune({ maxBytes: 1 })).rejects.toMatchObject({ code: 'CorruptInput' });
  expect([...gate.audit.list()]).toHaveLength(3);
});

test.each<[string, (runs: string, runId: string) => void, RegExp]>([
  ['is missing', (runs, runId) => rmSync(join(runs, `${runId}.json`)), /is missing/],
  ['was changed', (runs, runId) => appendFileSync(join(runs, `${runId}.json`), ' '), /was changed/],
])('a history of which a record %s is not pruned either', async (_, spoil, says) => {
  await using gate = openTestGate([hello]);
  const { runId } = await gate.exec('hello');
  await gate.exec('hello');
  spoil(join(gate.workspace.path, '.agents/artifacts/terminal_exec/runs'), runId);
  await expect(gate.audit.prune({ maxBytes: 1 })).rejects.toMatchObject({ code: 'CorruptInput' });
  expect(linesIn(gate.workspace)).toHaveLength(4);
  expect((await gate.audit.verify()).problems.map(({ message }) => message)).toEqual([expect.stringMatching(says)]);
});

test('a chain from which a run was taken out whole is not pruned', async () => {
  await using gate = openTestGate([hello]);
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push((await gate.exec('hello')).runId);
  const lines = readFileSync(chainOf(gate.workspace), 'utf8').split('\n');
  const without = lines.filter((line) => !line.includes(ids[1] as string));
  writeFileSync(chainOf(gate.workspace), without.join('\n'));
  rmSync(join(gate.workspace.path, `.agents/artifacts/terminal_exec/runs/${ids[1]}.json`));
  await expect(gate.audit.prune({ maxBytes: 1 })).rejects.toMatchObject({ code: 'CorruptInput' });
});

test('a record that cannot be read is not told as one that was never there', async () => {
  await using gate = openTestGate([hello]);
  const { runId } = await gate.exec('hello');
  truncateSync(join(gate.workspace.path, `.agents/artifacts/terminal_exec/runs/${runId}.json`), 100 * 1024 ** 2);
  expect(() => gate.audit.read(runId)).toThrow(/cannot be read: its 104857600 bytes are too many/);
});

test('a history of a newer format is refused, one of an older format is brought up to date', () => {
  expect(() => upgrade({ v: 2 })).toThrow(/newer than this version of Sallyport reads \(1\); update Sallyport/);
  const steps = { 1: (head: object) => ({ ...head, v: 2, added: true }), 2: (head: object) => ({ ...head, v: 3 }) };
  expect(upgrade({ v: 1 }, 3, steps)).toEqual({ v: 3, added: true });
  expect(() => upgrade({ v: 0 }, 3, steps)).toThrow(/no longer read/);
});

test('when the record cannot be begun, nothing runs', async () => {
  await using gate = openTestGate(testCommands);
  gate.workspace.write('a.txt', 'x');
  gate.workspace.write('.agents', 'a file where the state folder belongs');
  await expect(gate.exec('file copy --in a.txt --out b.txt')).rejects.toThrow();
  expect(existsSync(join(gate.workspace.path, 'b.txt'))).toBe(false);
});

test('a forged record in the folder of another tool is found and never shown', async () => {
  await using gate = openTestGate([hello]);
  const { runId } = await gate.exec('hello');
  const runs = join(gate.workspace.path, '.agents/artifacts/terminal_exec/runs');
  gate.workspace.write(
    `.agents/artifacts/evil/runs/${runId}.json`,
    readFileSync(join(runs, `${runId}.json`), 'utf8').replaceAll('hello', 'rm -rf everything'),
  );
  expect((await gate.audit.verify()).problems[0]?.message).toMatch(/has a record in evil but no line in the chain/);
  expect([...gate.audit.list()].map(({ command }) => command)).toEqual(['hello']);
});

test('bytes of the chain that are no text are a change, also where they look the same as text', async () => {
  await using gate = openTestGate([hello]);
  await gate.exec('hello \ufffd');
  const bytes = readFileSync(chainOf(gate.workspace));
  const at = bytes.indexOf(Buffer.from('\ufffd'));
  writeFileSync(
    chainOf(gate.workspace),
    Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]),
  );
  expect((await gate.audit.verify()).problems[0]?.message).toMatch(/^line 1 of the chain was changed/);
});

test('when the folder of its record is a link, a run does not begin', async () => {
  await using gate = openTestGate(testCommands);
  gate.workspace.write('a.txt', 'x');
  mkdirSync(join(gate.workspace.path, '.agents/artifacts/terminal_exec'), { recursive: true });
  symlinkSync('/tmp', join(gate.workspace.path, '.agents/artifacts/terminal_exec/runs'));
  await expect(gate.exec('file copy --in a.txt --out b.txt')).rejects.toMatchObject({ code: 'PathOutsideRoot' });
  expect(existsSync(join(gate.workspace.path, 'b.txt'))).toBe(false);
  rmSync(join(gate.workspace.path, '.agents/artifacts/terminal_exec/runs'));
  await gate.exec('steps');
  expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 1, open: 0 });
});

test('checking the history while others write it finds nothing wrong', async () => {
  await using gate = openTestGate([hello]);
  await gate.exec('hello');
  const writing = (async () => {
    for (let i = 0; i < 150; i++) await gate.exec('hello');
  })();
  for (let i = 0; i < 10; i++) expect((await gate.audit.verify()).problems).toEqual([]);
  await writing;
});

test('a state folder that git sees already hides what we put into it', async () => {
  await using gate = openTestGate([hello]);
  gate.workspace.write('.agents/skills/mine/SKILL.md', 'mine');
  await gate.exec('hello');
  const ignored = (name: string) => existsSync(join(gate.workspace.path, '.agents', name, '.gitignore'));
  expect([ignored('.'), ignored('audit'), ignored('artifacts')]).toEqual([false, true, true]);
});

test('user state inside the workspace is closed to every command', async () => {
  using workspace = tempWorkspace();
  const env = { ...workspace.env, XDG_STATE_HOME: join(workspace.path, 'state') };
  await using core = createSallyport({ root: workspace.path, env });
  await core.exec('hello');
  workspace.write('a.txt', 'x');
  expect(await core.exec('zip create --src state --out b.zip --confirm')).toMatchObject({ result: { files_added: 0 } });
  const key = readdirSync(join(workspace.path, 'state/sallyport'))[0] as string;
  for (const path of [`state/sallyport/${key}/key`, `STATE/Sallyport/${key}/head`]) {
    expect(await core.exec(`zip create --src a.txt --out ${path} --confirm --overwrite`)).toMatchObject({
      error_code: 'ProtectedPath',
    });
    expect(await core.exec(`zip list --in ${path}`)).toMatchObject({ error_code: 'ProtectedPath' });
  }
});

test('a workspace and its own .agents as a workspace share one history', async () => {
  using workspace = tempWorkspace();
  for (const root of [workspace.path, join(workspace.path, '.agents')]) {
    await using core = createSallyport({ root, env: workspace.env });
    await core.exec('hello');
  }
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  expect(await core.audit.verify()).toMatchObject({ ok: true, runs: 2 });
});
