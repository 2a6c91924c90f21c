import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { cli, filesBelow, record, run, series, type Ended } from './cli.ts';

/** A workspace with three runs, the files that say so, and their names as variables of bash. */
async function withHistory() {
  const workspace = tempWorkspace();
  const ids = (await record(workspace, ['hello', 'helo', 'hello; rm -rf ~'])).map(({ run_id }) => run_id);
  const chain = '.agents/audit/chain.jsonl';
  const records = ids.map((id) => `.agents/artifacts/terminal_exec/runs/${id}.json`);
  const names = Object.entries({ CHAIN: chain, ONE: records[0], TWO: records[1], THREE: records[2] });
  const bash = (line: string) => ({ bash: `${names.map(([name, path]) => `${name}=${path}`).join(' ')}; ${line}` });
  return Object.assign(workspace, { ids, bash, chain: join(workspace.path, chain), records });
}
type History = Awaited<ReturnType<typeof withHistory>>;

const verify = ['audit', 'verify'];
const intact = { code: 0, stdout: 'intact  3 runs, 6 lines\n', stderr: '' };
const notOurs = (line: number) => `line ${line} of the chain was changed, or was not written by this gate`;
const misplaced = (line: number, has: number) =>
  `line ${line} of the chain has number ${has} where ${line} belongs: lines were removed, added or moved`;
const cutOff = (line: number) =>
  `the chain ends at line ${line} (number ${line}), but 6 were written: its end was cut off`;

describe('audit verify finds', () => {
  // What is done, and the first thing that is said of it; runs are told by their place.
  const changes: [string, string, string | RegExp][] = [
    ['a deleted record', 'rm $TWO', 'the record of run #2 is missing'],
    ['a record written over another', 'cp $ONE $TWO', 'the record of run #2 was changed after it was written'],
    ['a refusal turned into a success', `sed -i 's/"exit_code":2/"exit_code":0/' $TWO`, 'the record of run #2 was changed after it was written'],
    ['an emptied record', ': > $THREE', 'the record of run #3 was changed after it was written'],
    ['a record that became a link to the same content', 'mv $ONE moved; ln -s $PWD/moved $ONE', 'the record of run #1 is missing'],
    ['a record that became a folder', 'rm $ONE; mkdir $ONE', /^the record of run #1 /],
    ['a record that nobody wrote', 'cp $ONE ${ONE%????.json}zzzz.json', /^run \w{22}zzzz has a record in terminal_exec but no line in the chain: it was not written by this gate$/],
    ['deleted records', 'rm -r .agents/artifacts', 'the record of run #1 is missing'],
    ['a chain that lost its last byte', 'truncate -s -1 $CHAIN', /chain/],
    ['a chain that lost half of its last line', 'truncate -s -100 $CHAIN', notOurs(6)],
    ['a chain that lost its last line', `sed -i '$d' $CHAIN`, cutOff(5)],
    ['a chain that lost its last run', `rm $THREE; sed -i '5,6d' $CHAIN`, cutOff(4)],
    ['a chain that lost its first run', `rm $ONE; sed -i '1,2d' $CHAIN`, misplaced(1, 3)],
    ['a chain that lost everything', ': > $CHAIN', cutOff(0)],
    ['a chain that is gone', 'rm $CHAIN', 'the chain is gone, but 6 lines were written'],
    ['garbage after the chain', 'echo garbage >> $CHAIN', notOurs(7)],
    ['garbage after the chain, without an end', 'printf garbage >> $CHAIN', notOurs(7)],
    ['an empty line after the chain', 'echo >> $CHAIN', notOurs(7)],
    ['a line that is there twice', 'tail -n 1 $CHAIN > last; cat last >> $CHAIN', misplaced(7, 6)],
    ['lines that changed places', `sed -i '2{h;d};3{G}' $CHAIN`, misplaced(2, 3)],
    ['a line taken out of the middle', `sed -i 3d $CHAIN`, misplaced(3, 4)],
    ['a chain recomputed with another key', 'cp recomputed $CHAIN', notOurs(1)],
    ['a chain recomputed with a key of zeros', 'cp recomputed-with-zeros $CHAIN', notOurs(1)],
  ]; // prettier-ignore

  let history: History;
  let found: Ended[];
  beforeAll(async () => {
    history = await withHistory();
    history.write('recomputed', recompute(history.chain, randomBytes(32)));
    history.write('recomputed-with-zeros', recompute(history.chain, Buffer.alloc(32)));
    const restore = { bash: 'rm -rf .agents; cp -a backup .agents' };
    found = await series(history, [
      { bash: 'cp -a .agents backup' },
      ...changes.flatMap(([, line]) => [history.bash(line), verify, restore, verify]),
    ]);
  });
  afterAll(() => history[Symbol.dispose]());

  test.each(changes.map(([what, , first], at) => [what, first, at] as const))(
    '%s, and no longer when it is put back',
    (_, first, at) => {
      const { code, stdout, stderr } = found[2 * at] as Ended;
      expect([code, stderr]).toEqual([1, '']);
      const said = stdout.split('\n')[0]?.replace(/[0-9a-z]{26}/, (id) => (history.ids.includes(id) ? `#${history.ids.indexOf(id) + 1}` : id)); // prettier-ignore
      if (typeof first === 'string') expect(said).toBe(`broken  ${first}`);
      else expect(said?.replace(/^broken {2}/, '')).toMatch(first);
      expect(found[2 * at + 1]).toEqual(intact);
    },
  );

  test.concurrent.each(['.agents', '.agents/audit'])('that %s is gone', async (folder) => {
    using other = await withHistory();
    const [ended] = await series(other, [{ bash: `rm -r ${folder}` }, verify]);
    expect([ended?.code, ended?.stdout.includes('intact')]).toEqual([1, false]);
  });

  test.concurrent.each([
    ['a record', (h: History) => h.records[0]],
    ['another record', (h: History) => h.records[2]],
    ['the chain', (h: History) => h.chain.slice(h.path.length + 1)],
  ])('any one byte of %s that was changed, and where', async (what, fileOf) => {
    using other = await withHistory();
    const file = join(other.path, String(fileOf(other)));
    const whole = readFileSync(file, 'latin1');
    const random = seeded(20260101);
    const positions = [0, whole.length - 1, ...Array.from({ length: 40 }, () => Math.floor(random() * whole.length))];
    const changed = positions.map((at) => {
      const byte = String.fromCharCode(whole.charCodeAt(at) ^ (1 + Math.floor(random() * 255)));
      return whole.slice(0, at) + byte + whole.slice(at + 1);
    });
    const steps = changed.flatMap((latin1) => [{ file, latin1 }, verify]);
    const ended = await series(other, [...steps, { file, latin1: whole }, verify]);
    const id = other.ids.find((each) => file.includes(each));
    expect(ended.slice(0, -1).map(({ code, stdout, stderr }) => [code, stdout.split('\n')[0], stderr])).toEqual(
      positions.map((at) => [
        1,
        what === 'the chain'
          ? `broken  ${notOurs(whole.slice(0, at).split('\n').length)}`
          : `broken  the record of run ${id} was changed after it was written`,
        '',
      ]),
    );
    expect(ended.at(-1)).toEqual(intact);
  });
});

test.concurrent.each([
  ['an intact history', 'true'],
  ['a chain that is gone', 'rm $CHAIN'],
  ['a chain that lost its last byte', 'truncate -s -1 $CHAIN'],
  ['garbage after the chain, without an end', 'printf garbage >> $CHAIN'],
])('looking at %s changes nothing, for it may be evidence', async (_, change) => {
  using history = await withHistory();
  await run('bash', ['-c', history.bash(change).bash], history);
  const before = filesBelow(join(history.path, '..'));
  await series(history, [verify, ['doctor'], ['runs'], ['explain', String(history.ids[0])], ['audit', 'export']]);
  expect(filesBelow(join(history.path, '..'))).toEqual(before);
});

test('a changed history stays found after later runs, and they themselves are intact', async () => {
  using history = await withHistory();
  const [ran, verified, runs] = await series(history, [
    history.bash(`sed -i '$d' $CHAIN`),
    ['exec', 'hello'],
    verify,
    ['runs', '--json', '--limit', '1'],
  ]);
  expect(ran?.code).toBe(0);
  expect([verified?.code, verified?.stdout.split('\n')[0]]).toEqual([1, `broken  ${misplaced(6, 7)}`]);
  const [{ run_id }] = JSON.parse(runs?.stdout ?? '') as [{ run_id: string }];
  expect((await cli(history, ['explain', run_id])).stdout).toContain('record  intact: it is what was written');
});

test('explain tells of a record that was changed, and of one that nobody wrote', async () => {
  using history = await withHistory();
  const { ids } = history;
  const forged = `${ids[0]?.slice(0, -4)}zzzz`;
  const file = join(history.path, String(history.records[0]));
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('"command":"hello"', '"command":"other"'));
  writeFileSync(file.replace(/\w{4}\.json$/, 'zzzz.json'), text.replaceAll(String(ids[0]), forged));
  const [changed, unknown, intactOne, json] = await series(history, [
    ['explain', String(ids[0])],
    ['explain', forged],
    ['explain', String(ids[1])],
    ['audit', 'verify', '--json'],
  ]);
  expect([changed, unknown, intactOne].map((ended) => ended?.stdout.split('   record  ')[1])).toEqual([
    'CHANGED since the run ended; do not trust it\n',
    'not known to the chain; do not trust it\n',
    'intact: it is what was written when the run ended\n',
  ]);
  expect([json?.code, JSON.parse(json?.stdout ?? '')]).toMatchObject([
    1,
    {
      ok: false,
      lines: 6,
      runs: 2,
      open: 0,
      problems: [
        { what: 'record', run_id: ids[0] },
        { what: 'record', run_id: forged },
      ],
    },
  ]);
});

test('a record that is none does not hide the others', async () => {
  using history = await withHistory();
  const forged = `${history.ids[1]?.slice(0, -4)}zzzz`;
  const kinds = {
    'JSON of another shape': `echo '{"run_id":"${forged}"}' > $FILE`,
    'no JSON': 'echo x > $FILE',
    'a folder': 'mkdir $FILE',
    'very large': 'truncate -s 20M $FILE',
    'a link to nowhere': 'ln -s nowhere $FILE',
  };
  const looks = [['runs'], ['runs', '--json'], ['audit', 'export', '--format', 'csv'], verify];
  const ended = await series(
    history,
    Object.values(kinds).flatMap((line) => [
      history.bash(`FILE=\${ONE%/*}/${forged}.json; rm -rf $FILE; ${line}`),
      ...looks,
    ]),
  );
  const found = Object.keys(kinds).map((kind, at) => {
    const [verified, ...listings] = ended.slice(4 * at, 4 * at + 4).reverse();
    const hidden = listings.filter(({ stdout }) => !history.ids.every((id) => stdout.includes(id)));
    return [kind, listings.map(({ code }) => code), hidden.map(({ stderr }) => stderr), verified];
  });
  const said = `broken  run ${forged} has a record in terminal_exec but no line in the chain: it was not written by this gate\n`;
  expect(found).toEqual(Object.keys(kinds).map((kind) => [kind, [0, 0, 0], [], { code: 1, stdout: said, stderr: '' }]));
});

/** The chain as somebody would write it who has read our source but not our key. */
function recompute(chain: string, key: Uint8Array): string {
  let prev = '0'.repeat(64);
  return readFileSync(chain, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { mac: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const body = JSON.stringify({ ...rest, prev });
      prev = createHmac('sha256', key).update(body).digest('hex');
      return `${body.slice(0, -1)},"mac":"${prev}"}\n`;
    })
    .join('');
}

/** mulberry32: the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
