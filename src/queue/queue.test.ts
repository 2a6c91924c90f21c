import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { docx, p } from '../../test/fixtures/documents/docx.ts';
import { sampleWorkspace } from '../../test/fixtures/samples.ts';
import { openRoot } from '../files/index.ts';
import { systemClock } from '../platform/clock.ts';
import { timeOrderedId } from '../platform/ids.ts';
import { ownerOfThisProcess } from '../platform/owner.ts';
import { userStatePath } from '../platform/places.ts';
import type { Core } from '../protocol/core.ts';
import type { Progress } from '../protocol/progress.ts';
import type { Job, JobAdder, WorkEvent } from '../protocol/queue.ts';
import { createSallyport } from '../sallyport.ts';
import { openDesk } from './desk.ts';
import { openStore } from './store.ts';

function open(clock = systemClock) {
  const workspace = sampleWorkspace();
  const folder = join(userStatePath(workspace.env, workspace.path), 'queue');
  const core = createSallyport({ root: workspace.path, env: workspace.env, clock });
  return {
    ...workspace,
    core,
    folder,
    has: (path: string) => existsSync(join(workspace.path, path)),
    files: () => readdirSync(folder).filter((name) => name !== 'keys' && name !== 'lock'),
    async [Symbol.asyncDispose]() {
      await core[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

async function add(core: Core, line: string, more = ''): Promise<string> {
  const { result, stderr } = await core.exec(`queue add --line "${line}" ${more}`);
  expect(stderr).toBe('');
  return result['job'] as string;
}

async function show(core: Core, job: string): Promise<Job> {
  return (await core.exec(`queue show --job ${job}`)).result as unknown as Job;
}

async function worked(core: Core, concurrency = 1): Promise<string[]> {
  const events: WorkEvent[] = [];
  await core.queue.work({ once: true, concurrency, onEvent: (event) => events.push(event) });
  return events.flatMap(({ event, line }) => (event === 'started' ? [] : [`${event} ${line}`]));
}

const pack = 'zip create --src folder --out a.zip --confirm';

test('a job is a normal run of the front "queue", and its record is found by the job', async () => {
  await using place = open();
  const job = await add(place.core, pack);
  expect(await worked(place.core)).toEqual([`done ${pack}`]);
  expect(place.has('a.zip')).toBe(true);
  const { state, run_id, attempts, added_by } = await show(place.core, job);
  expect({ state, attempts }).toEqual({ state: 'done', attempts: 1 });
  expect(await place.core.runs.read(run_id as string)).toMatchObject({
    tool: 'terminal_exec',
    front: 'queue',
    session: job,
    command: pack,
    exit_code: 0,
  });
  expect(await place.core.runs.read(added_by.run_id)).toMatchObject({ front: 'sdk', parsed: { name: 'queue' } });
});

test('a second job of the same key is not added, whoever adds it and however many do at once', async () => {
  await using place = open();
  await using other = createSallyport({ root: place.path, env: place.env });
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, at) => (at % 2 ? place.core : other).exec('queue add --line hello --key "the one"')),
  );
  expect(replies.filter(({ result }) => result['added'] === true)).toHaveLength(1);
  expect(new Set(replies.map(({ result }) => result['job'])).size).toBe(1);
  await worked(place.core);
  expect((await other.exec('queue add --line hello --key "the one"')).result).toMatchObject({
    added: false,
    state: 'done',
  });
});

test('who gives a key to another line is told the line that has it', async () => {
  await using place = open();
  await add(place.core, 'zip list --in archive.zip', '--key mine');
  const { stdout, result } = await place.core.exec('queue add --line hello --key mine');
  expect(result).toMatchObject({ added: false, line: 'zip list --in archive.zip' });
  expect(stdout).toContain('not added: that job has the key, and another line: zip list --in archive.zip\n');
  expect((await place.core.exec('queue add --line "zip list --in archive.zip" --key mine')).result).not.toHaveProperty(
    'line',
  );
});

test('the empty text is no key', async () => {
  await using place = open();
  expect((await place.core.exec('queue add --line hello --key ""')).error_code).toBe('InvalidArgs');
});

test('a key whose file a power cut left empty is still that of its job, and of a new one when that is forgotten', async () => {
  await using place = open();
  const job = await add(place.core, 'hello', '--key mine');
  const keys = join(place.folder, 'keys');
  const empty = () => readdirSync(keys).forEach((name) => writeFileSync(join(keys, name), ''));
  empty();
  expect((await place.core.exec('queue add --line hello --key mine')).result).toMatchObject({ job, added: false });
  expect((await show(place.core, 'mine')).line).toBe('hello');
  rmSync(join(place.folder, `${job}.waiting.0`));
  empty();
  expect((await place.core.exec('queue add --line hello --key mine')).result).toMatchObject({ added: true });
});

test('of the jobs that ended only the newest are kept, and those that others come after; keys are remembered', async () => {
  await using queue = open();
  const first = await add(queue.core, 'hello', '--key once');
  const others = [await add(queue.core, 'hello'), await add(queue.core, 'hello'), await add(queue.core, 'hello')];
  await worked(queue.core);
  const waiting = await add(queue.core, 'hello', `--after ${first}`);
  using store = openStore(queue.folder, ownerOfThisProcess(), { create: false })!;
  await store.prune(2);
  const kept = store.names().map(({ id }) => id);
  expect(kept).toEqual([first, ...others.slice(-2), waiting].toSorted());
  await worked(queue.core);
  await store.prune(1);
  expect(store.names().map(({ id }) => id)).toEqual([waiting]);
  expect(await add(queue.core, 'hello', '--key once')).toBe(first);
});

test('a worker that runs for long forgets old jobs meanwhile', async () => {
  let later = 0;
  await using place = open({ ...systemClock, monotonic: () => systemClock.monotonic() + later });
  await add(place.core, 'hello');
  const stop = new AbortController();
  const working = place.core.queue.work({ signal: stop.signal });
  await vi.waitFor(() => expect(place.files()).toEqual([expect.stringContaining('.done.')]));
  for (let job = 0; job < 2000; job++) writeFileSync(join(place.folder, `${timeOrderedId(Date.now())}.done.1`), '');
  expect(place.files()).toHaveLength(2001);
  later = 600_000;
  await vi.waitFor(() => expect(place.files()).toHaveLength(2000), { timeout: 5000 });
  stop.abort();
  expect(await working).toMatchObject({ done: 1 });
});

test('a job waits for the one it comes after, and for one that failed until that is tried again', async () => {
  await using place = open();
  await add(place.core, 'zip list --in later.zip', '--key first');
  await add(place.core, 'hello', '--after first --key second');
  expect(await worked(place.core)).toEqual(['failed zip list --in later.zip']);
  expect(await show(place.core, 'second')).toMatchObject({
    state: 'waiting',
    why: expect.stringContaining('is failed'),
  });
  place.write('later.zip', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'));
  await place.core.exec('queue retry --job first');
  expect(await worked(place.core)).toEqual(['done zip list --in later.zip', 'done hello']);
});

test('a job that failed is tried as often as was asked for, and again when it is told to', async () => {
  await using place = open();
  const job = await add(place.core, 'zip list --in nope.zip', '--retry 2');
  const line = 'zip list --in nope.zip';
  expect(await worked(place.core)).toEqual([`retrying ${line}`, `retrying ${line}`, `failed ${line}`]);
  expect(await show(place.core, job)).toMatchObject({
    state: 'failed',
    attempts: 3,
    why: '"nope.zip" does not exist.',
  });
  await place.core.exec(`queue retry --job ${job}`);
  expect(await worked(place.core)).toHaveLength(3);
});

test.each<[string, string]>([
  ['helo', 'UnknownCommand'],
  ['zip list', 'InvalidArgs'],
  ['hello; hello', 'InvalidCommand'],
  ['zip create --src folder --out b.zip', 'ConfirmRequired'],
  ['zip list --in ../a.zip', 'PathOutsideRoot'],
  ['zip list --in .env', 'Denied'],
  ['zip create --src folder --out .git/hooks/x --confirm', 'Denied'],
  ['zip create --src folder --out .agents/x --confirm', 'ProtectedPath'],
  ['queue list', 'Denied'],
  ['queue add --line hello', 'Denied'],
])('what is wrong with the line %j is told when it is added: %s', async (line, code) => {
  await using place = open();
  const { error_code } = await place.core.exec(`queue add --line "${line}"`);
  expect(error_code).toBe(code);
  expect((await place.core.exec('queue list')).result['jobs']).toEqual([]);
});

/** As if the job had been added when other rules held. */
async function slipIn({ folder, core }: { folder: string; core: Core }, line: string): Promise<string> {
  await core.exec('queue list');
  using store = openStore(folder, 'test', { create: true });
  const id = timeOrderedId(Date.now());
  const added_by = { run_id: id, front: 'test', session: 's' };
  await store?.add({ v: 1, id, line, key: null, after: null, retry: 5, added_at: '', added_by });
  return id;
}

test.each<[string, string]>([
  ['zip create --src folder --out a.zip', 'ConfirmRequired'],
  ['zip list --in ../a.zip', 'PathOutsideRoot'],
  ['queue add --line hello', 'Denied'],
  ['zip lst', 'InvalidArgs'],
])('the line %j is judged again when it runs, and a refusal is not tried again: %s', async (line, code) => {
  await using place = open();
  const job = await slipIn(place, line);
  expect(await worked(place.core)).toEqual([`failed ${line}`]);
  expect(await show(place.core, job)).toMatchObject({ attempts: 1, events: [{ event: 'ended', error_code: code }] });
});

test('nobody is asked about a job, not even who sits at the worker, and nobody means no', async () => {
  await using place = open();
  const asked: string[] = [];
  await using attended = createSallyport({
    root: place.path,
    env: place.env,
    approver: async ({ command }) => (asked.push(command), { answer: 'allow', who: 'me', how: 'test' }),
  });
  await attended.approvals.allowAll(5);
  const job = await slipIn(place, 'zip list --in .env');
  await worked(attended);
  const { state, run_id } = await show(attended, job);
  expect({ state, asked }).toEqual({ state: 'failed', asked: [] });
  expect(await attended.runs.read(run_id as string)).toMatchObject({
    error_code: 'ProtectedPath',
    approval: { answer: 'deny', who: 'nobody', note: 'a queued job has nobody to ask' },
  });
});

test('workers share the jobs: each is begun once', async () => {
  await using place = open();
  await using other = createSallyport({ root: place.path, env: place.env });
  for (let at = 0; at < 20; at++) await add(place.core, 'hello');
  const [mine, theirs] = await Promise.all([worked(place.core, 2), worked(other, 2)]);
  expect(mine.length + theirs.length).toBe(20);
  const { jobs } = (await place.core.exec('queue list')).result as { jobs?: Job[] };
  expect(jobs?.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array(20).fill('done 1'));
});

const deadOwner = '1-1-00000000-1'; // of another boot

test('a run that a dead worker had finished is not repeated', async () => {
  await using place = open();
  const job = await add(place.core, pack);
  await worked(place.core);
  const { run_id } = await show(place.core, job);
  renameSync(join(place.folder, `${job}.done.1`), join(place.folder, `${job}.running.1.${run_id}.${deadOwner}`));
  expect(await worked(place.core)).toEqual([`done ${pack}`]);
  expect((await show(place.core, job)).attempts).toBe(1);
  expect((await place.core.runs.list()).filter(({ front }) => front === 'queue')).toHaveLength(1);
});

const longLine = 'tar create --src big --out big.tar.xz --level 9 --confirm';

test.each<[string, { line: string; until: WorkEvent['event']; record?: string }]>([
  ['is damaged', { line: 'hello', until: 'done', record: '{' }],
  ['says that it was cancelled when its worker ended', { line: longLine, until: 'started' }],
])('a run of a dead worker whose record %s is begun anew', async (_, { line, until, record }) => {
  await using place = open();
  place.write('big/data', Buffer.alloc(40_000_000, 'abcdefghijklmnopqrstuvwxyz'));
  const job = await add(place.core, line);
  {
    await using core = createSallyport({ root: place.path, env: place.env });
    await new Promise<void>((resolve) => {
      void core.queue.work({ onEvent: ({ event }) => event === until && resolve() });
    });
  }
  const { run_id } = await show(place.core, job);
  if (record !== undefined) place.write(`.agents/artifacts/terminal_exec/runs/${run_id}.json`, record);
  // As if the worker had died before it said how it went.
  const [ended] = place.files().map((name) => join(place.folder, name)) as [string];
  writeFileSync(ended, readFileSync(ended, 'utf8').split('\n', 1).join('') + '\n');
  renameSync(ended, join(place.folder, `${job}.running.1.${run_id}.${deadOwner}`));
  const stop = new AbortController();
  const events: string[] = [];
  await place.core.queue.work({
    signal: stop.signal,
    onEvent({ event }) {
      events.push(event);
      stop.abort();
    },
  });
  expect(events).toEqual(['interrupted']);
});

test('what a dead worker left half done is taken back and done again', async () => {
  await using place = open();
  const job = await add(place.core, pack);
  const runId = timeOrderedId(Date.now());
  renameSync(join(place.folder, `${job}.waiting.0`), join(place.folder, `${job}.running.1.${runId}.${deadOwner}`));
  {
    using root = openRoot(place.path);
    root.limited({ write: true, journal: join(place.folder, `${runId}.journal`) }).write('a.zip', 'of the dead');
  }
  expect(await worked(place.core)).toEqual([`interrupted ${pack}`, `done ${pack}`]);
  expect((await place.core.exec('zip list --in a.zip')).exit_code).toBe(0);
  expect((await show(place.core, job)).events.map(({ event }) => event)).toEqual(['interrupted', 'ended']);
  expect(place.files()).toEqual([`${job}.done.2`]);
});

test('a file that was there before, or that somebody else made, is never taken back', async () => {
  await using place = open();
  const job = await add(place.core, pack);
  const runId = timeOrderedId(Date.now());
  renameSync(join(place.folder, `${job}.waiting.0`), join(place.folder, `${job}.running.1.${runId}.${deadOwner}`));
  place.write('a.zip', 'mine');
  await worked(place.core);
  expect(await show(place.core, job)).toMatchObject({ state: 'failed', why: '"a.zip" exists already.' });
});

test('a job whose worker is gone says so until the next one takes it over', async () => {
  await using place = open();
  const job = await add(place.core, 'hello');
  const name = `${job}.running.1.${timeOrderedId(Date.now())}.${deadOwner}`;
  renameSync(join(place.folder, `${job}.waiting.0`), join(place.folder, name));
  expect((await show(place.core, job)).why).toBe('its worker is gone, the next one takes it over');
  await place.core.exec(`queue cancel --job ${job}`);
  expect((await show(place.core, job)).why).toMatch(/^it was told to stop; its worker is gone/);
  expect(await worked(place.core)).toEqual(['cancelled hello']);
});

test('a worker that cannot go on finishes what it runs before it says so', async () => {
  await using place = open();
  place.write('noise/data.bin', randomBytes(8_000_000));
  const job = await add(place.core, 'tar create --src noise --out noise.tar.xz --confirm');
  const events: string[] = [];
  const onEvent = ({ event }: WorkEvent) => {
    events.push(event);
    if (event !== 'started') return;
    const dead = `${timeOrderedId(Date.now())}.running.1.${job}`;
    writeFileSync(join(place.folder, `${dead}.${deadOwner}`), '');
    mkdirSync(join(place.folder, `${dead}.${ownerOfThisProcess()}`)); // in the way of who takes it over
  };
  await expect(place.core.queue.work({ once: true, concurrency: 2, onEvent })).rejects.toThrow('is a folder');
  expect(events).toEqual(['started', 'done']);
});

test('a job of a worker that lives is left to it', async () => {
  await using place = open();
  const job = await add(place.core, 'hello');
  const name = `${job}.running.1.${timeOrderedId(Date.now())}.${ownerOfThisProcess()}`;
  renameSync(join(place.folder, `${job}.waiting.0`), join(place.folder, name));
  expect(await worked(place.core)).toEqual([]);
});

test('one that kills ten workers in a row has failed', async () => {
  await using place = open();
  const job = await add(place.core, 'hello');
  const file = join(place.folder, `${job}.waiting.0`);
  const died = { at: new Date().toISOString(), event: 'interrupted', run_id: timeOrderedId(Date.now()) };
  appendFileSync(file, `${JSON.stringify(died)}\n`.repeat(8));
  const dead = (deaths: number) => `${job}.running.${deaths}.${timeOrderedId(Date.now())}.${deadOwner}`;
  renameSync(file, join(place.folder, dead(9)));
  const stop = new AbortController();
  await place.core.queue.work({ signal: stop.signal, onEvent: () => stop.abort() });
  expect(place.files()).toEqual([`${job}.waiting.9`]);
  renameSync(join(place.folder, `${job}.waiting.9`), join(place.folder, dead(10)));
  expect(await worked(place.core)).toEqual(['failed hello']);
  expect((await show(place.core, job)).why).toBe('every worker that ran it ended before it did');
});

test('what was begun when everything ends goes back and is begun anew', async () => {
  await using place = open();
  place.write('big/data', Buffer.alloc(40_000_000, 'abcdefghijklmnopqrstuvwxyz'));
  {
    await using core = createSallyport({ root: place.path, env: place.env });
    await add(core, longLine, '--key big');
    const started = new Promise<void>((resolve) => {
      void core.queue.work({ onEvent: ({ event }) => event === 'started' && resolve() });
    });
    await started;
  }
  const { state, events } = await show(place.core, 'big');
  expect({ state, events: events.map(({ event }) => event) }).toEqual({ state: 'waiting', events: ['interrupted'] });
  expect(place.has('big.tar.xz')).toBe(false);
});

test('a job can be cancelled before it runs and while it does', async () => {
  await using place = open();
  place.write('big/data', Buffer.alloc(40_000_000, 'abcdefghijklmnopqrstuvwxyz'));
  const early = await add(place.core, 'hello');
  await place.core.exec(`queue cancel --job ${early}`);
  const late = await add(place.core, longLine);
  let told: Promise<{ stdout: string }> | undefined;
  await place.core.queue.work({
    once: true,
    onEvent: ({ event }) => void (event === 'started' && (told = place.core.exec(`queue cancel --job ${late}`))),
  });
  expect((await told)?.stdout).toContain('state  running (it was told to stop)\n');
  expect([(await show(place.core, early)).state, (await show(place.core, late)).state]).toEqual([
    'cancelled',
    'cancelled',
  ]);
  expect(place.has('big.tar.xz')).toBe(false);
  const again = await place.core.exec(`queue cancel --job ${late}`);
  expect(again.error_code).toBe('InvalidArgs');
  expect(again.stderr).toContain('hint: "queue list" shows the jobs and how they stand.\n');
});

test('a job whose result lacks something is done, and says what', async () => {
  await using place = open();
  place.write('words.txt', 'only words');
  place.write('damaged.docx', docx({ body: `${p('kept')}<w:p><w:r><w:t>lost</w:r></w:p>` }));
  const cut = await add(place.core, 'doc extract --in words.txt --out cut.md --max-chars 4');
  const damaged = await add(place.core, 'doc extract --in damaged.docx --out damaged.md');
  const whole = await add(place.core, 'doc extract --in words.txt --out whole.md');
  const events: WorkEvent[] = [];
  await place.core.queue.work({ once: true, onEvent: (event) => events.push(event) });
  const warnings = [expect.stringMatching(/^The rest could not be read: /)];
  expect(events.filter(({ event }) => event === 'done')).toMatchObject([
    { job: cut, status: 'truncated' },
    { job: damaged, status: 'partial', warnings },
    { job: whole },
  ]);
  expect(await show(place.core, damaged)).toMatchObject({
    state: 'done',
    why: 'its result is partial',
    events: [{ exit_code: 0, status: 'partial', warnings }],
  });
  expect((await place.core.exec(`queue show --job ${damaged}`)).stdout).toMatch(
    /\nstate {2}done \(its result is partial\)\n[^]*ended with exit code 0, partial, run \w+\n {2}warning: The rest could/,
  );
  expect((await place.core.exec('queue list')).stdout).toMatch(/done .*--max-chars 4 {2}\(its result is truncated\)\n/);
  expect(await show(place.core, whole)).toMatchObject({ state: 'done', why: null });
});

test('half a line at the end of a file, and what is no job, do no harm', async () => {
  await using place = open();
  const job = await add(place.core, 'zip list --in nope.zip', '--retry 1');
  writeFileSync(join(place.folder, `${job}.waiting.0`), '{"event":"en', { flag: 'a' });
  writeFileSync(join(place.folder, `${timeOrderedId(Date.now())}.waiting.0`), 'no job');
  writeFileSync(join(place.folder, 'note.txt'), 'hi');
  mkdirSync(join(place.folder, `${timeOrderedId(Date.now())}.waiting.0`));
  symlinkSync('note.txt', join(place.folder, `${timeOrderedId(Date.now())}.waiting.0`));
  expect(await worked(place.core)).toEqual(['retrying zip list --in nope.zip', 'failed zip list --in nope.zip']);
  expect((await show(place.core, job)).events).toHaveLength(2);
});

test('a job that takes long shows how far it is', async () => {
  await using place = open();
  place.write('rows.csv', `${'x'.repeat(97)},b\n`.repeat(40_000));
  const job = await add(place.core, 'doc extract --in rows.csv --out rows.txt --mode text --max-chars 20000000');
  const seen = new Set<string>();
  const onProgress = (id: string, { total, unit }: Progress) => seen.add(`${id} ${total} ${unit}`);
  expect(await place.core.queue.work({ once: true, onProgress })).toMatchObject({ done: 1 });
  expect([...seen]).toEqual([`${job} 4000000 bytes`]);
});

test('a job whose file is damaged is named by whoever lists, shows or adds it, and counts as one that waits', async () => {
  await using place = open();
  const file = join(place.folder, `${await add(place.core, 'hello', '--key greet')}.waiting.0`);
  await add(place.core, 'hello', '--after greet');
  writeFileSync(file, 'no job');
  const says = `a job is damaged; remove its file to give it up: ${file}`;
  const list = await place.core.exec('queue list');
  expect(list.stdout).toContain(`${says}\n2 waiting\n`);
  expect(list.result).toMatchObject({ counts: { waiting: 2 }, jobs: { length: 1 }, damaged: [file] });
  expect(await place.core.queue.work({ once: true })).toEqual({ done: 0, failed: 0, cancelled: 0, waiting: 2 });
  for (const line of ['queue show --job greet', 'queue add --line hello --key greet'])
    expect((await place.core.exec(line)).stderr).toContain(says);
  rmSync(file);
  await add(place.core, 'hello', '--key greet');
  expect(await worked(place.core)).toEqual(['done hello', 'done hello']);
});

test('who lists while a worker takes a job sees it as it stands then', async () => {
  await using place = open();
  const job = await add(place.core, 'hello');
  using store = openStore(place.folder, ownerOfThisProcess(), { create: false });
  if (!store) throw new Error('there is no queue');
  const before = store.names();
  expect(await worked(place.core)).toEqual(['done hello']);
  const late = { ...store, names: () => before };
  const desk = openDesk({ clock: systemClock, store: () => late, check: async () => {} }, {} as JobAdder);
  expect(desk.list({ limit: 9 })).toMatchObject({ jobs: [{ id: job, state: 'done' }], damaged: [] });
});

test('a name is an id, a start that only one has, or a key; anything else is refused', async () => {
  await using place = open();
  const job = await add(place.core, 'hello', '--key "my job"');
  await add(place.core, 'hello');
  const code = async (name: string) => (await place.core.exec(`queue show --job "${name}"`)).error_code ?? 'ok';
  const codes = await Promise.all([job, 'my job', job.slice(0, 1), 'nope', '', '../lock', 'keys'].map(code));
  expect(codes).toEqual(['ok', 'ok', 'InvalidArgs', 'NotFound', 'NotFound', 'NotFound', 'NotFound']);
});

test('after a panic stop no job is begun and none fails; they go on when it is lifted', async () => {
  await using place = open();
  await add(place.core, 'hello');
  await place.core.panic();
  expect(await worked(place.core)).toEqual([]);
  await place.core.resume();
  expect(await worked(place.core)).toEqual(['done hello']);
});
