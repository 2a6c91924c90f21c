// What every backend must do with a program, whatever it runs it in. Calls `test` for each claim.
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Backend } from '../../src/protocol/backend.ts';
import { SallyportError } from '../../src/protocol/errors.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { checkFlood, checkSmallRuns } from '../fixtures/process-output.ts';
import { runProcess, type RunOptions } from '../fixtures/run-process.ts';
import { backendEndings, type BackendClaims } from './backend-endings.ts';

export function backendContract(open: () => Backend, claims: BackendClaims): void {
  const { place } = claims;
  const backend = open();
  afterAll(() => backend[Symbol.asyncDispose]());
  const run = (script: string, options: RunOptions = {}) => runProcess(backend, script, options);

  test.each<[string, number | null, string | null]>([
    ['true', 0, null],
    ['exit 7', 7, null],
    ['exit 125', 125, null],
    ['exit 143', 143, null],
    ['exit 255', 255, null],
    ['kill -TERM $$', null, 'SIGTERM'],
    ['kill -KILL $$', null, 'SIGKILL'],
    ['kill -SEGV $$', null, 'SIGSEGV'],
    ['trap "exit 3" USR1; kill -USR1 $$', 3, null],
  ])('%s ends with code %s and signal %s', async (script, exitCode, signal) => {
    expect(await run(script)).toMatchObject({
      exitCode,
      signal,
      timedOut: false,
      cancelled: false,
      killedBy: null,
      drainCut: false,
    });
  });

  test.each<[string, string, string]>([
    ['echo out; echo err >&2', 'out\n', 'err\n'],
    ['echo x >/dev/stderr', '', 'x\n'],
    ['echo x >/dev/stdout', 'x\n', ''],
    ['echo x | tee /dev/stderr', 'x\n', 'x\n'],
    ['echo x >/proc/self/fd/2', '', 'x\n'],
    ['for fd in 0 1 2; do [ -p /dev/fd/$fd ] && echo pipe; done', 'pipe\npipe\npipe\n', ''],
    ['exec 1>&-; echo x >&2', '', 'x\n'],
    ['yes | head -n 1', 'y\n', ''],
  ])('%s prints %j and %j', async (script, stdout, stderr) => {
    const ran = await run(script, { stdin: '' });
    expect([ran.stdout.toString(), ran.stderr.toString()]).toEqual([stdout, stderr]);
  });

  test('merged output comes in the order it was written', async () => {
    const script = 'for i in $(seq 200); do echo "out $i"; echo "err $i" >&2; echo "more $i" >/dev/stderr; done';
    const { stdout, stderr } = await run(script, { merged: true });
    const lines = Array.from({ length: 200 }, (_, i) => `out ${i + 1}\nerr ${i + 1}\nmore ${i + 1}\n`);
    expect(stdout.toString()).toBe(lines.join(''));
    expect(stderr.length).toBe(0);
  });

  test('bytes that are no text go in and out as they are', async () => {
    const bytes = Uint8Array.from({ length: 1_000_003 }, (_, i) => (i * 31 + (i >> 8)) & 255);
    const { stdout } = await run('cat', { stdin: bytes });
    expect(Buffer.compare(stdout, bytes)).toBe(0);
  });

  test('without stdin there is nothing to read, and nobody waits for it', async () => {
    expect((await run('cat; echo done')).stdout.toString()).toBe('done\n');
  });

  test('a program need not read its stdin', async () => {
    expect(await run('exit 4', { stdin: new Uint8Array(4_000_000) })).toMatchObject({ exitCode: 4, drainCut: false });
  });

  test('arguments arrive as they are', async () => {
    const args = ['', ' ', '-n', '--', '$HOME', '`id`', '*', 'a\nb', '"', "'", '\\', 'ü😀', '\u0001'];
    const { stdout } = await run('', { argv: ['/usr/bin/printf', '%s\\0', ...args] });
    expect(stdout.toString().split('\0').slice(0, -1)).toEqual(args);
  });

  test('the environment is the one that was given, with the folder and the mark of the run', async () => {
    const given = {
      PATH: '/usr/bin:/bin',
      EMPTY: '',
      LINES: 'a\nb',
      'odd.name': '1',
      'odd%%': '() { x; }',
      UMLAUT: 'ü',
    };
    const { stdout } = await run('', { argv: ['/usr/bin/env', '-0'], env: given, cwd: '/usr' });
    const lines = stdout.toString().split('\0').slice(0, -1);
    const marks = lines.filter((line) => line.startsWith('SALLYPORT_RUN='));
    expect(marks).toHaveLength(1);
    const wanted = Object.entries({ ...given, PWD: '/usr' }).map(([name, value]) => `${name}=${value}`);
    expect(lines.filter((line) => !marks.includes(line)).toSorted()).toEqual(wanted.toSorted());
  });

  test('a program runs in its folder, and is found by name in its own PATH', async () => {
    using workspace = tempWorkspace(place === undefined ? {} : { in: place });
    workspace.write('bin/tell-folder', '#!/bin/sh\npwd -P\n');
    chmodSync(join(workspace.path, 'bin/tell-folder'), 0o755);
    const { stdout } = await run('', {
      argv: ['tell-folder'],
      cwd: workspace.path,
      env: { PATH: `${workspace.path}/bin:/usr/bin:/bin` },
    });
    expect(stdout.toString()).toBe(`${workspace.path}\n`);
  });

  test('there is no terminal', async () => {
    expect(
      (await run('(: </dev/tty) 2>/dev/null && echo tty; [ -t 0 ] || [ -t 1 ] || echo none')).stdout.toString(),
    ).toBe('none\n');
  });

  test('nothing is read while a chunk is being taken, and no byte is lost by it', async () => {
    let taking = 0;
    let most = 0;
    let bytes = 0;
    const { exitCode } = await run('head -c 3000000 /dev/zero', {
      async onStdout(chunk) {
        most = Math.max(most, ++taking);
        await new Promise((resolve) => setTimeout(resolve, 3));
        bytes += chunk.length;
        taking--;
      },
    });
    expect({ exitCode, most, bytes }).toEqual({ exitCode: 0, most: 1, bytes: 3_000_000 });
  });

  test('a run that was cancelled before it began starts nothing', async () => {
    using workspace = tempWorkspace(place === undefined ? {} : { in: place });
    const ran = await run('touch started', { cwd: workspace.path, signal: AbortSignal.abort() });
    expect(ran).toMatchObject({ exitCode: null, signal: null, cancelled: true, survivors: 'none' });
    expect(existsSync(join(workspace.path, 'started'))).toBe(false);
  });

  test.each<[string, RunOptions, string, RegExp]>([
    ['a folder that is not there', { cwd: '/nowhere/at/all' }, 'NotFound', /\/nowhere\/at\/all/],
    ['a file for a folder', { cwd: '/etc/passwd' }, 'InvalidArgs', /"\/etc\/passwd" is not a folder/],
    ['a folder below a file', { cwd: '/etc/passwd/x' }, 'NotFound', /\/etc\/passwd\/x/],
    ['a folder that is not absolute', { cwd: 'tmp' }, 'InvalidArgs', /"tmp" is not an absolute path/],
    ['a program that is not there', { argv: ['no-such-program-here'] }, 'NotFound', /no-such-program-here/],
    ['a shell that is not there', { argv: ['/bin/no-such-shell', '-c', 'true'] }, 'NotFound', /\/bin\/no-such-shell/],
    ['a file that is no program', { argv: ['/etc/passwd'] }, 'InvalidArgs', /"\/etc\/passwd" is not a program/],
    ['a folder for a program', { argv: ['/usr'] }, 'NotFound', /\/usr/],
    ['no program', { argv: [] }, 'InvalidArgs', /no program/],
    ['a NUL in an argument', { argv: ['/bin/echo', 'a\0b'] }, 'InvalidArgs', /NUL/],
    ['a NUL in the environment', { env: { A: 'a\0b' } }, 'InvalidArgs', /NUL/],
    ['too long an argument', { argv: ['/bin/echo', 'x'.repeat(4_000_000)] }, 'InvalidArgs', /larger than the system/],
  ])('%s is refused in words', async (_, options, code, message) => {
    const error = await run('true', options).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(SallyportError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
  });

  test('runs at the same time do not mix', async () => {
    const numbers = Array.from({ length: 12 }, (_, i) => i);
    const all = await Promise.all(numbers.map((i) => run(`for n in $(seq 300); do echo ${i}; done; exit ${i}`)));
    expect(all.map(({ exitCode }) => exitCode)).toEqual(numbers);
    expect(all.map(({ stdout }) => stdout.toString())).toEqual(numbers.map((i) => `${i}\n`.repeat(300)));
  });

  test('short runs lose no byte', async () => {
    expect(await checkSmallRuns(backend, 15)).toEqual({ runs: 15, wrong: [] });
  });

  test('a flood of output is exact and needs little memory', async () => {
    const { isExact, grownBytes } = await checkFlood(backend, 40_000_000);
    expect(isExact).toBe(true);
    expect(grownBytes).toBeLessThan(100_000_000);
  });

  test('runs leave no file handles behind', async () => {
    const count = () => readdirSync('/proc/self/fd').length;
    await run('true');
    const before = count();
    // Fewer than these may wait for later runs.
    const most = 40;
    await Promise.all(Array.from({ length: most }, () => run('echo x', { stdin: 'x' })));
    expect(count()).toBeLessThan(before + most);
  });

  describe.concurrent('what takes its time', () => backendEndings(backend, open, claims));
}
