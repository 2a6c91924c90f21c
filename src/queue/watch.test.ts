import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleWorkspace } from '../../test/fixtures/samples.ts';
import { systemClock } from '../platform/clock.ts';
import type { WatchEvent } from '../protocol/queue.ts';
import { createSallyport } from '../sallyport.ts';

function open({ monotonic = systemClock.monotonic } = {}) {
  const workspace = sampleWorkspace();
  mkdirSync(join(workspace.path, 'incoming/deep/er'), { recursive: true });
  symlinkSync('incoming', join(workspace.path, 'link'));
  const core = createSallyport({ root: workspace.path, env: workspace.env, clock: { ...systemClock, monotonic } });
  return {
    ...workspace,
    core,
    at: (path: string) => join(workspace.path, path),
    put: (path: string) => copyFileSync(join(workspace.path, 'archive.zip'), join(workspace.path, path)),
    async watched(template = 'zip list --in {path} --out outbox/{name}.jsonl', folder = 'incoming'): Promise<string[]> {
      const events: WatchEvent[] = [];
      await core.queue.watch({ folder, template, once: true, onEvent: (event) => events.push(event) });
      return events.map(({ event, path, reason }) => `${event} ${path}${reason ? `: ${reason}` : ''}`);
    },
    async [Symbol.asyncDispose]() {
      await core[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

test('each file is worked once for each content, however often it is looked at, touched or copied anew', async () => {
  await using place = open();
  place.put('incoming/a.zip');
  place.put('incoming/deep/er/b.zip');
  expect(await place.watched()).toEqual(['added incoming/a.zip', 'added incoming/deep/er/b.zip']);
  expect(await place.core.queue.work({ once: true })).toMatchObject({ done: 2, failed: 0 });
  expect(readFileSync(place.at('outbox/a.jsonl'), 'utf8')).toContain('readme.md');

  utimesSync(place.at('incoming/a.zip'), 1, 1);
  writeFileSync(place.at('incoming/deep/er/b.zip'), 'another content');
  expect(await place.watched()).toEqual(['known incoming/a.zip', 'added incoming/deep/er/b.zip']);
  expect(await place.watched('zip list --in {path}')).toEqual(['added incoming/a.zip', 'added incoming/deep/er/b.zip']);
});

test('a file whose job has failed gets no second one, and it is said how to try that again', async () => {
  await using place = open();
  place.write('incoming/a.zip', 'no archive');
  await place.watched();
  expect(await place.core.queue.work({ once: true })).toMatchObject({ failed: 1 });
  const [event = ''] = await place.watched();
  const [, job] =
    /^known incoming\/a\.zip: its job is failed; "sallyport queue retry (\w+)" begins it anew$/.exec(event) ?? [];
  expect((await place.core.exec(`queue retry --job ${job}`)).result).toMatchObject({ state: 'waiting' });
  expect(await place.watched()).toEqual(['known incoming/a.zip']);
});

test('a hostile name is one argument, or the file is skipped and it is said why', async () => {
  await using place = open();
  const fine = ['--confirm.zip', "it's $(touch owned) `id`; x && y.zip", ' {path} $HOME ~ *.zip'];
  for (const name of fine) place.put(`incoming/${name}`);
  place.put('incoming/two\nlines.zip');
  place.put('incoming/.hidden.zip');
  symlinkSync('/etc/passwd', place.at('incoming/link.zip'));
  execFileSync('mkfifo', [place.at('incoming/pipe.zip')]);
  execFileSync('bash', ['-c', `cp archive.zip $'incoming/\\xff.zip'`], { cwd: place.path });
  const events = await place.watched('zip list --in {path}');
  expect(events.filter((event) => event.startsWith('added')).toSorted()).toEqual(
    fine.map((name) => `added incoming/${name}`).toSorted(),
  );
  expect(events.filter((event) => event.startsWith('skipped')).toSorted()).toEqual([
    'skipped incoming/link.zip: it is a link',
    'skipped incoming/pipe.zip: it is no regular file',
    expect.stringMatching(/^skipped incoming\/two\nlines\.zip: .*control character/),
    'skipped incoming/\uFFFD.zip: its name is not UTF-8',
  ]);
  expect(await place.core.queue.work({ once: true })).toEqual({ done: 3, failed: 0, cancelled: 0, waiting: 0 });
});

test.each<[string, string, RegExp]>([
  ['incoming', 'zip lst --in {path}', /no subcommand "lst"/],
  ['incoming', 'zip extract --in {path} --dest out', /not confirmed/],
  ['incoming', 'zip list --in {path} --out incoming/{name}.jsonl', /watched folder itself/],
  ['incoming', 'zip list --in {path} --out ./incoming//{name}.jsonl', /watched folder itself/],
  ['incoming', 'zip extract --in {path} --dest InComing/{name} --confirm', /watched folder itself/],
  ['incoming/deep', 'zip extract --in {path} --dest incoming --confirm', /watched folder itself/],
  ['incoming', 'queue cancel --job {name}', /cannot use the commands of the queue/],
  ['nope', 'zip list --in {path}', /does not exist/],
  ['folder/readme.md', 'zip list --in {path}', /is a file; watch the folder/],
  ['link', 'zip list --in {path}', /is a link, .* watch the folder that it leads to/],
  ['.', 'zip list --in {path}', /cannot be watched/],
  ['.agents', 'zip list --in {path}', /the records of runs are written/],
  ['.Agents/audit', 'zip list --in {path}', /the records of runs are written/],
  ['../x', 'zip list --in {path}', /is refused/],
])('watching %s with %j is refused before the first file', async (folder, template, reason) => {
  await using place = open();
  await expect(place.watched(template, folder)).rejects.toThrow(reason);
});

test('more retries than a job may have are refused before the first file', async () => {
  await using place = open();
  const watching = place.core.queue.watch({
    folder: 'incoming',
    template: 'zip list --in {path}',
    once: true,
    retry: 11,
  });
  await expect(watching).rejects.toThrow('--retry takes a whole number from 0 to 10, not "11"');
});

test('files that come while it watches are added, until it is told to stop', async () => {
  await using place = open();
  const stop = new AbortController();
  const seen: string[] = [];
  const watching = place.core.queue.watch({
    folder: 'incoming',
    template: 'zip list --in {path}',
    signal: stop.signal,
    onEvent({ event, path }) {
      seen.push(`${event} ${path}`);
      if (seen.length === 1) place.put('incoming/second.zip');
      else stop.abort();
    },
  });
  place.put('incoming/first.zip');
  expect(await watching).toEqual({ added: 2, known: 0, skipped: 0 });
  expect(seen).toEqual(['added incoming/first.zip', 'added incoming/second.zip']);
});

test('another content of the same size and time is seen while it watches', async () => {
  await using place = open();
  const stop = new AbortController();
  const put = (content: string) => {
    writeFileSync(place.at('draft'), content);
    utimesSync(place.at('draft'), 1, 1);
    renameSync(place.at('draft'), place.at('incoming/a.txt'));
  };
  put('one');
  const jobs = new Set<string | undefined>();
  await place.core.queue.watch({
    folder: 'incoming',
    template: 'doc extract --in {path}',
    signal: stop.signal,
    onEvent({ job }) {
      jobs.add(job);
      if (jobs.size === 1) put('two');
      else stop.abort();
    },
  });
  expect(jobs.size).toBe(2);
});

test('a file that could not be added because everything was stopped is added when that is lifted', async () => {
  await using place = open();
  place.put('incoming/a.zip');
  await place.core.panic();
  const stop = new AbortController();
  const events: string[] = [];
  const counts = await place.core.queue.watch({
    folder: 'incoming',
    template: 'zip list --in {path}',
    signal: stop.signal,
    onEvent({ event, reason }) {
      events.push(`${event} ${reason ?? ''}`);
      if (event === 'added') stop.abort();
      else void place.core.resume();
    },
  });
  expect(events).toEqual([expect.stringMatching(/^skipped .* It is tried again every 5 seconds\.$/), 'added ']);
  expect(counts).toEqual({ added: 1, known: 0, skipped: 0 });
});

test('however long adding took, a file that changed meanwhile is looked at again soon', async () => {
  let spentMs = 0;
  await using place = open({ monotonic: () => performance.now() + spentMs });
  place.put('incoming/a.zip');
  place.put('incoming/b.zip');
  const events: string[] = [];
  await place.core.queue.watch({
    folder: 'incoming',
    template: 'zip list --in {path}',
    once: true,
    onEvent({ event, path }) {
      events.push(`${event} ${path}`);
      writeFileSync(place.at('incoming/b.zip'), 'another content');
      spentMs = 600_000;
    },
  });
  expect(events).toEqual(['added incoming/a.zip', 'added incoming/b.zip']);
});
