import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Folder } from '../../../src/files/index.ts';
import { modes, refusalOf, scratch, script } from './scratch.ts';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_TRUNC } = fs.constants;
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === 'win32').each(modes)('special files (handles: %s)', (handles) => {
  test('a FIFO neither hangs nor is read, written, replaced', { timeout: 5_000 }, () => {
    const box = scratch();
    execFileSync('mkfifo', [box.at('pipe')]);
    const root = box.open(handles);
    expect(root.stat('pipe')?.kind).toBe('other');
    expect([
      refusalOf(() => root.read('pipe')),
      refusalOf(() => root.openRead('pipe')),
      refusalOf(() => root.write('pipe', 'x', { replace: true })),
      refusalOf(() => root.list('pipe')),
    ]).toEqual([
      'InvalidArgs: "pipe" is a pipe, not a regular file.',
      'InvalidArgs: "pipe" is a pipe, not a regular file.',
      'InvalidArgs: "pipe" is a special file, not a file.',
      'InvalidArgs: "pipe" is a pipe, not a folder.',
    ]);
    const folder = Folder.open(box.workspace, { handles });
    onTestFinished(() => folder[Symbol.dispose]());
    for (const flags of [O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_CREAT | O_TRUNC]) {
      expect(refusalOf(() => folder.open('pipe', flags))).toMatch(/^InvalidArgs: /);
    }
    expect(fs.lstatSync(box.at('pipe')).isFIFO()).toBe(true);
  });

  test('a socket is refused', async () => {
    const box = scratch();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(box.at('socket'), resolve));
    onTestFinished(() => void server.close());
    const root = box.open(handles);
    expect(refusalOf(() => root.read('socket'))).toBe('InvalidArgs: "socket" is a special file, not a regular one.');
    expect(refusalOf(() => root.write('socket', 'x', { replace: true }))).toBe(
      'InvalidArgs: "socket" is a special file, not a file.',
    );
  });

  test.runIf(isRoot)('a device is refused', () => {
    const box = scratch();
    try {
      execFileSync('mknod', [box.at('zero'), 'c', '1', '5'], { stdio: 'ignore' });
    } catch {
      return console.log('skipped: this container may not make devices');
    }
    // A file system mounted with nodev refuses the open itself.
    expect(refusalOf(() => box.open(handles).read('zero'))).toMatch(/is a device, not a regular file|\(EACCES\)/);
  });
});

describe.skipIf(process.platform === 'win32')('what the system does not allow', () => {
  test.each(modes)('is said in one clear sentence, without absolute paths (handles: %s)', async (handles) => {
    const box = scratch();
    fs.mkdirSync(box.at('closed'));
    fs.writeFileSync(box.at('closed/file'), '');
    fs.writeFileSync(box.at('secret'), '', { mode: 0o000 });
    fs.chmodSync(box.at('closed'), 0o000);
    fs.chmodSync(box.base, 0o755);
    const path = await script(
      box.base,
      `const root = files.openRoot(process.argv[2], { handles: ${handles} });
       const of = (action) => { try { action(); return 'nothing'; } catch (e) { return e.name + ' ' + e.code + ': ' + e.message; } };
       console.log(JSON.stringify([
         of(() => root.list('closed')), of(() => root.read('closed/file')), of(() => root.read('secret')),
         of(() => root.write('new/file', 'x')), of(() => root.mkdir('new')),
       ]));`,
    );
    const user = isRoot ? { uid: 65534, gid: 65534 } : {};
    if (!isRoot) fs.chmodSync(box.workspace, 0o555);
    const said = JSON.parse(
      execFileSync(process.execPath, [path, box.workspace], { ...user, encoding: 'utf8' }),
    ) as string[];
    fs.chmodSync(box.workspace, 0o755);
    fs.chmodSync(box.at('closed'), 0o755);
    const refused = (name: string) =>
      `SallyportError InternalError: Sallyport failed: the system does not let this user use "${name}" (EACCES).`;
    // By path the folder itself can be looked at, and its members are what is refused.
    expect(said).toEqual([
      refused('closed'),
      refused(handles ? 'closed' : 'closed/file'),
      refused('secret'),
      refused('new'),
      refused('new'),
    ]);
  });
});
