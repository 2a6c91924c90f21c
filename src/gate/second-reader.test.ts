import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packageRoot } from '../platform/package-root.ts';
import { createSecondReader } from './second-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'sallyport-second-reader-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A thread of our own that notes each start and then does as the lines say. */
function script(name: string, lines: string): { readonly script: string; readonly starts: () => number } {
  const [file, log] = [join(folder, `${name}.mjs`), join(folder, `${name}.log`)];
  const head = `
    import { appendFileSync } from 'node:fs';
    import { workerData } from 'node:worker_threads';
    appendFileSync(${JSON.stringify(log)}, 'x');
    const { port, answered } = workerData;
    const send = (answer) => {
      port.postMessage(answer);
      Atomics.add(new Int32Array(answered), 0, 1);
      Atomics.notify(new Int32Array(answered), 0);
    };`;
  writeFileSync(file, `${head}\n${lines}`);
  return { script: file, starts: () => (existsSync(log) ? readFileSync(log, 'utf8').length : 0) };
}

const read = (commands: string) => `send({ kind: 'reading', reading: ${commands} })`;
const unanswered = { failure: 'the second reader gave no answer in time' };

it('reads what the grammar reads, one text after the other', () => {
  using reader = createSecondReader();
  expect(reader.read('ls | rm x')).toEqual([
    { start: 0, name: 'ls' },
    { start: 5, name: 'rm' },
  ]);
  expect(reader.read('rm a,b')).toBeUndefined();
  expect(reader.read('"$(ls)"')).toEqual([{ start: 3, name: 'ls' }]);
});

it('lists that the grammar cannot read are left unread however long they are', () => {
  using reader = createSecondReader();
  for (const item of ['a', 'a1', '*', 'a[b]'])
    for (const count of [2, 4_000])
      expect(reader.read(`rm ${Array.from({ length: count }, () => item).join(',')}`)).toBeUndefined();
});

it('a text that takes too many steps is a failure of that text alone', () => {
  using reader = createSecondReader();
  expect(reader.read('a '.repeat(16_000))).toEqual({ failure: 'it is too long for that' });
  expect(reader.read('ls')).toEqual([{ start: 0, name: 'ls' }]);
});

it('a thread that never answers is given up, and tried three times at most', () => {
  const { script: hanging, starts } = script('hanging', 'for (;;);');
  using reader = createSecondReader({ script: hanging, startMs: 500, answerMs: 500 });
  for (let left = 3; left > 0; left--) expect(reader.read('ls')).toEqual(unanswered);
  for (let left = 20; left > 0; left--) expect(reader.read('ls')).toEqual({ failure: 'the second reader has failed' });
  expect(starts()).toBeLessThanOrEqual(3);
});

it('a thread that hangs over one text is replaced for the next', () => {
  const { script: choosy, starts } = script(
    'choosy',
    `port.on('message', (text) => { while (text === 'hang'); ${read('[]')}; });`,
  );
  using reader = createSecondReader({ script: choosy, startMs: 60_000, answerMs: 500 });
  for (let left = 2; left > 0; left--) {
    expect(reader.read('ls')).toEqual([]);
    expect(reader.read('hang')).toEqual(unanswered);
  }
  expect(starts()).toBe(2);
});

it('a thread that breaks down over a text is replaced for the next', () => {
  const broken = `send({ kind: 'broken', why: 'it is broken' })`;
  const { script: breaking, starts } = script(
    'breaking',
    `port.on('message', (text) => { if (text === 'break') ${broken}; else ${read('undefined')}; });`,
  );
  using reader = createSecondReader({ script: breaking, startMs: 60_000, answerMs: 60_000 });
  expect(reader.read('break')).toEqual({ failure: 'it is broken' });
  expect(reader.read('ls')).toBeUndefined();
  expect(starts()).toBe(2);
});

it('a thread that dies is a failure', () => {
  const { script: dying } = script('dying', `throw new Error('died')`);
  using reader = createSecondReader({ script: dying, startMs: 500, answerMs: 500 });
  expect(reader.read('ls')).toEqual(unanswered);
});

const parts = ['web-tree-sitter.wasm', 'tree-sitter-powershell.wasm'];

it.each([
  ['without the engine', parts.slice(1), ''],
  ['without the grammar', parts.slice(0, 1), ''],
  ['with a grammar that is no WebAssembly', parts.slice(0, 1), 'not wasm'],
])('the thread itself %s is a failure', (name, present, other) => {
  const place = join(folder, name);
  mkdirSync(join(place, 'second-reader'), { recursive: true });
  const dist = join(packageRoot(), 'dist');
  copyFileSync(join(dist, 'second-reader.js'), join(place, 'second-reader.js'));
  writeFileSync(join(place, 'package.json'), '{"type":"module"}');
  for (const part of present) copyFileSync(join(dist, 'second-reader', part), join(place, 'second-reader', part));
  if (other !== '') writeFileSync(join(place, 'second-reader', 'tree-sitter-powershell.wasm'), other);
  using reader = createSecondReader({ script: join(place, 'second-reader.js') });
  expect(reader.read('ls')).toEqual({ failure: expect.stringContaining('the second reader broke down') });
});

it('a thread that is not there is a failure', () => {
  using reader = createSecondReader({ script: join(folder, 'none.js') });
  expect(reader.read('ls')).toEqual({ failure: expect.stringContaining('it is not installed') });
});
