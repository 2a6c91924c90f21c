import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Root } from '../../../src/files/index.ts';
import { modes, refusalOf, scratch } from './scratch.ts';

const onTheWay = (path: string) => `PathOutsideRoot: The path "${path}" is refused: a symbolic link on the way.`;

/** What an attacker puts into the workspace, the path that is used, the part of it that is refused. */
const links: [
  name: string,
  plant: (at: (path: string) => string, outside: string) => void,
  path: string,
  refused: string,
][] = [
  ['a link to a file outside', (at, outside) => fs.symlinkSync(`${outside}/canary`, at('x')), 'x', 'x'],
  ['a relative link to a file outside', (at) => fs.symlinkSync('../outside/canary', at('x')), 'x', 'x'],
  ['a link to a file inside', (at) => plantFile(at, 'file', 'x'), 'x', 'x'],
  ['a link to a folder outside', (at, outside) => fs.symlinkSync(outside, at('dir')), 'dir/canary', 'dir'],
  ['a link to a folder inside', (at) => plantFolder(at, 'real', 'dir'), 'dir/canary', 'dir'],
  ['a link as grandparent', (at, outside) => plantBelow(at, outside), 'a/link/sub/canary', 'a/link'],
  ['a link to the parent', (at) => fs.symlinkSync('..', at('up')), 'up/outside/canary', 'up'],
  ['a link to the same folder', (at) => fs.symlinkSync('.', at('same')), 'same/canary', 'same'],
  ['a dangling link', (at) => fs.symlinkSync('nowhere', at('x')), 'x', 'x'],
  ['a dangling link to outside', (at, outside) => fs.symlinkSync(`${outside}/new`, at('x')), 'x', 'x'],
  ['a dangling link on the way', (at, outside) => fs.symlinkSync(`${outside}/new`, at('dir')), 'dir/x', 'dir'],
  ['a link to itself', (at) => fs.symlinkSync('x', at('x')), 'x', 'x'],
  ['a loop of two links', (at) => (fs.symlinkSync('b', at('a')), fs.symlinkSync('a', at('b'))), 'a/x', 'a'],
  [
    'a chain of links',
    (at, outside) => (fs.symlinkSync(outside, at('b')), fs.symlinkSync('b', at('a'))),
    'a/canary',
    'a',
  ],
  ['a link into /proc', (at) => fs.symlinkSync('/proc/self/root', at('root')), 'root/etc/passwd', 'root'],
  ['a link to /dev/zero', (at) => fs.symlinkSync('/dev/zero', at('x')), 'x', 'x'],
];

const uses: [name: string, use: (root: Root, path: string) => unknown][] = [
  ['read', (root, path) => root.read(path)],
  ['openRead', (root, path) => root.openRead(path)],
  ['list', (root, path) => root.list(path)],
  ['mkdir', (root, path) => root.mkdir(path)],
  ['create', (root, path) => root.create(path)],
  ['write', (root, path) => root.write(path, 'pwned')],
  ['write over it', (root, path) => root.write(path, 'pwned', { replace: true })],
  ['remove', (root, path) => root.remove(path)],
];

describe.skipIf(process.platform === 'win32').each(modes)('links (handles: %s)', (handles) => {
  describe.each(links)('%s', (_, plant, path, refused) => {
    test.each(uses)('stops %s', (_name, use) => {
      const box = scratch();
      plant(box.at, box.outside);
      const before = box.snapshot();
      expect(refusalOf(() => use(box.open(handles), path))).toBe(onTheWay(refused));
      expect(box.snapshot()).toEqual(before);
    });
  });

  test('stat tells that a link is one, and does not go through it', () => {
    const box = scratch();
    fs.symlinkSync(box.outside, box.at('dir'));
    const root = box.open(handles);
    expect(root.stat('dir')?.kind).toBe('link');
    expect(refusalOf(() => root.stat('dir/canary'))).toBe(onTheWay('dir'));
  });

  test('a folder that becomes a link between two uses is refused the second time', () => {
    const box = scratch();
    const root = box.open(handles);
    root.write('dir/a', 'x');
    fs.renameSync(box.at('dir'), box.at('was'));
    fs.symlinkSync(box.outside, box.at('dir'));
    expect(refusalOf(() => root.write('dir/b', 'x'))).toBe(onTheWay('dir'));
    expect(fs.readdirSync(box.outside)).toEqual(['canary']);
  });

  test('a folder that is moved out, with a link left in its place, is not used further', () => {
    const box = scratch();
    const root = box.open(handles);
    root.write('a/dir/one', 'x');
    fs.renameSync(box.at('a/dir'), `${box.outside}/dir`);
    fs.symlinkSync(`${box.outside}/dir`, box.at('a/dir'));
    expect(refusalOf(() => root.write('a/dir/two', 'x'))).toBe(onTheWay('a/dir'));
    fs.renameSync(box.at('a'), `${box.outside}/a`);
    fs.symlinkSync(`${box.outside}/a`, box.at('a'));
    expect(refusalOf(() => root.read('a/dir/one'))).toBe(onTheWay('a'));
    expect(fs.readdirSync(`${box.outside}/dir`)).toEqual(['one']);
  });

  test('a folder that is removed and made anew is found anew', () => {
    const box = scratch();
    const root = box.open(handles);
    root.write('a/dir/one', 'old');
    fs.rmSync(box.at('a'), { recursive: true });
    expect(refusalOf(() => root.read('a/dir/one'))).toBe('NotFound: "a/dir/one" does not exist.');
    root.write('a/dir/one', 'new');
    expect(fs.readFileSync(box.at('a/dir/one'), 'utf8')).toBe('new');
  });

  test.each(['commit', 'abort'] as const)(
    'a folder that becomes a link under an open file changes nothing on %s',
    (end) => {
      const box = scratch();
      const file = box.open(handles).create('dir/canary');
      file.write('pwned');
      fs.renameSync(box.at('dir'), box.at('was'));
      fs.symlinkSync(box.outside, box.at('dir'));
      refusalOf(() => file[end]());
      expect(fs.readFileSync(`${box.outside}/canary`, 'utf8')).toBe('alive');
      expect(fs.readdirSync(box.outside)).toEqual(['canary']);
      // By handle the work goes on where it began; by path it stops, and the draft stays in the folder that was moved.
      if (handles) expect(fs.readdirSync(box.at('was'))).toEqual(end === 'commit' ? ['canary'] : []);
    },
  );

  test('a workspace that is exchanged for a link is not followed', () => {
    const box = scratch();
    const root = box.open(handles);
    root.write('mine', 'x');
    fs.renameSync(box.workspace, `${box.base}/was`);
    fs.symlinkSync(box.outside, box.workspace);
    refusalOf(() => root.write('canary', 'pwned', { replace: true }));
    refusalOf(() => root.mkdir('dir'));
    refusalOf(() => expect(root.read('canary').toString()).not.toBe('alive'));
    expect(fs.readdirSync(box.outside)).toEqual(['canary']);
    expect(fs.readFileSync(`${box.outside}/canary`, 'utf8')).toBe('alive');
  });

  test('a second name of a file outside is replaced, never written through', () => {
    const box = scratch();
    fs.linkSync(`${box.outside}/canary`, box.at('twin'));
    box.open(handles).write('twin', 'pwned', { replace: true });
    expect([fs.readFileSync(box.at('twin'), 'utf8'), fs.readFileSync(`${box.outside}/canary`, 'utf8')]).toEqual([
      'pwned',
      'alive',
    ]);
  });
});

function plantFile(at: (path: string) => string, file: string, link: string): void {
  fs.writeFileSync(at(file), 'x');
  fs.symlinkSync(file, at(link));
}

function plantFolder(at: (path: string) => string, folder: string, link: string): void {
  fs.mkdirSync(at(folder));
  fs.writeFileSync(at(`${folder}/canary`), 'x');
  fs.symlinkSync(folder, at(link));
}

function plantBelow(at: (path: string) => string, outside: string): void {
  fs.mkdirSync(at('a'));
  fs.mkdirSync(`${outside}/sub`);
  fs.symlinkSync(outside, at('a/link'));
}
