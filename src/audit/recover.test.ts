import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestGate, type TestGate } from '../../test/fixtures/gate.ts';
import { hello } from '../commands/hello/index.ts';
import { ownerOfThisProcess } from '../platform/owner.ts';
import { userStatePath } from '../platform/places.ts';
import { openChain, write } from './chain.ts';
import { readLine, type Entry } from './line.ts';
import { openStateFolder } from './state-folder.ts';
import { openUserState, type UserState } from './user-state.ts';

/** A process like this one that has gone. */
const dead = ownerOfThisProcess().replace(/^\d+-\d+/, '999999-1');
const start: Entry = {
  kind: 'start',
  run_id: '01m7gf7kafctctwwak27ew9n4z',
  time: '2026-01-01T00:00:00.000Z',
  tool: 'terminal_exec',
  front: 'cli',
  session: 's',
  owner: `${dead}.x`,
  cwd: '.',
  command: 'hello',
};

async function withHistory(
  work: (gate: TestGate, place: { head: string; chain: string; folder: string; userState: UserState }) => Promise<void>,
): Promise<void> {
  await using gate = openTestGate([hello]);
  for (let i = 0; i < 3; i++) await gate.exec('hello');
  const folder = userStatePath(gate.workspace.env, gate.workspace.path);
  using userState = openUserState(folder, { create: false }) as UserState;
  await work(gate, {
    head: join(folder, 'head'),
    chain: join(gate.workspace.path, '.agents/audit/chain.jsonl'),
    folder,
    userState,
  });
}

test('a head that a dead process held is taken over', async () => {
  await withHistory(async (gate, { head }) => {
    renameSync(head, `${head}.${dead}.0`);
    await gate.exec('hello');
    expect(existsSync(head)).toBe(true);
    expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 4 });
  });
});

test('a line that was written when its process died, before the head knew of it, counts', async () => {
  await withHistory(async (gate, { userState, head }) => {
    using state = openStateFolder(gate.workspace.path, { create: true });
    using chain = openChain({
      folder: () => state.audit(),
      userState: userState.folder,
      holder: `${dead}.1`,
      key: userState.key,
    });
    await chain.hold((fd, held) => void write(fd, held.head, [start], userState.key));
    renameSync(head, `${head}.${dead}.0`);
    writeFileSync(join(userState.live.path, `${dead}.x`), '');
    await using later = openSecond(gate);
    await later.exec('hello');
    expect(await later.audit.verify()).toMatchObject({ ok: true, runs: 5, open: 0 });
    expect(later.audit.read(start.run_id)).toMatchObject({ error_code: 'Interrupted', exit_code: 1, command: 'hello' });
    expect(readdirSync(userState.live.path).filter((name) => name.startsWith(dead))).toEqual([]);
  });
});

test('half a line left by a process that died while it held the head is taken away', async () => {
  await withHistory(async (gate, { chain, head }) => {
    const { size } = statSync(chain);
    appendFileSync(chain, '{"v":1,"seq":7,"kind":"sta');
    renameSync(head, `${head}.${dead}.0`);
    await gate.exec('hello');
    expect(readFileSync(chain, 'utf8').slice(size)).toMatch(/^\{"v":1,"seq":7,"kind":"start","run_id":/);
    expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 4 });
  });
});

test('the same half line without a dead process is somebody else’s, and is found', async () => {
  await withHistory(async (gate, { chain }) => {
    appendFileSync(chain, '{"v":1,"seq":7,"kind":"sta');
    await gate.exec('hello');
    expect((await gate.audit.verify()).problems[0]?.message).toMatch(/^line 7 of the chain was changed/);
  });
});

test.each(['before it removed anything', 'after it replaced the chain'])(
  'a prune that died %s leaves a history that verifies and goes on',
  async (moment) => {
    await withHistory(async (gate, { chain, head, userState }) => {
      const lines = readFileSync(chain, 'utf8').trimEnd().split('\n');
      const cut = readLine(lines[3] as string, userState.key);
      const known = JSON.parse(readFileSync(head, 'utf8')) as object;
      writeFileSync(head, `${JSON.stringify({ ...known, pending: { seq: cut?.seq, mac: cut?.mac } }).padEnd(1023)}\n`);
      if (moment.startsWith('after')) {
        for (const text of [lines[0], lines[2]]) {
          const { run_id } = JSON.parse(text as string) as { run_id: string };
          rmSync(join(gate.workspace.path, `.agents/artifacts/terminal_exec/runs/${run_id}.json`));
        }
        writeFileSync(`${chain}.new`, `${lines.slice(4).join('\n')}\n`);
        renameSync(`${chain}.new`, chain);
      }
      renameSync(head, `${head}.${dead}.0`);
      await gate.exec('hello');
      expect(await gate.audit.verify()).toMatchObject({
        ok: true,
        runs: moment.startsWith('after') ? 2 : 4,
        problems: [],
      });
      await gate.audit.prune({ maxBytes: 1 });
      expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 0, lines: 1 });
    });
  },
);

function openSecond(gate: TestGate): TestGate {
  return openTestGate([hello], { at: gate.workspace });
}

test('several interrupted runs are closed one by one', async () => {
  await withHistory(async (gate, { userState }) => {
    using state = openStateFolder(gate.workspace.path, { create: true });
    using chain = openChain({
      folder: () => state.audit(),
      userState: userState.folder,
      holder: `${dead}.1`,
      key: userState.key,
    });
    const others = ['0', '1', '2'].map((end) => ({ ...start, run_id: `${start.run_id.slice(0, -1)}${end}` }));
    await chain.append(...others);
    writeFileSync(join(userState.live.path, `${dead}.x`), '');
    await using later = openSecond(gate);
    await later.exec('hello');
    expect(await later.audit.verify()).toMatchObject({ ok: true, runs: 7, open: 0 });
    for (const { run_id } of others) expect(later.audit.read(run_id).error_code).toBe('Interrupted');
  });
});

test('a prune that died is finished by the next one, however little that one would take', async () => {
  await withHistory(async (gate, { chain, head, userState }) => {
    const lines = readFileSync(chain, 'utf8').trimEnd().split('\n');
    const cut = readLine(lines[3] as string, userState.key);
    const known = JSON.parse(readFileSync(head, 'utf8')) as object;
    writeFileSync(head, `${JSON.stringify({ ...known, pending: { seq: cut?.seq, mac: cut?.mac } }).padEnd(1023)}\n`);
    const { run_id } = JSON.parse(lines[0] as string) as { run_id: string };
    rmSync(join(gate.workspace.path, `.agents/artifacts/terminal_exec/runs/${run_id}.json`));
    await gate.audit.prune({ days: 1000 });
    expect(await gate.audit.verify()).toMatchObject({ ok: true, runs: 1, problems: [] });
  });
});

test.each(['', '{}', '{"v":1}', 'nonsense'])(
  'a head that is %j is reported as damaged, and nothing runs',
  async (text) => {
    await withHistory(async (gate, { head }) => {
      writeFileSync(head, text.padEnd(1023));
      await expect(gate.exec('hello')).rejects.toThrow(/head of the audit log is damaged|has format/);
    });
  },
);

test('a marker that another process is still writing is left alone, one of a dead process is taken away', async () => {
  await withHistory(async (gate, { folder }) => {
    const writing = join(folder, 'live', '.sallyport-0b7c9d52-0000-4000-8000-000000000000.tmp');
    const left = join(folder, 'live', `${dead}.x`);
    for (const marker of [writing, left]) writeFileSync(marker, '');
    await using other = openTestGate([hello], { at: gate.workspace });
    await other.exec('hello');
    expect([existsSync(writing), existsSync(left)]).toEqual([true, false]);
  });
});
