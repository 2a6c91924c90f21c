import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MemberName, openRoot, type Root } from './index.ts';

let base: string;
let root: Root;
const at = (...names: string[]) => join(base, ...names);
const seen = () => fs.readdirSync(base, { recursive: true, encoding: 'utf8' }).sort();
const visible = () => seen().filter((name) => !name.startsWith('.sallyport-') && !name.includes('/.sallyport-'));
const named = (text: string) => new MemberName(text);
const options = [0o644, 1_000_000] as const;

describe.each([true, false])('a tree in the making (handles: %s)', (handles) => {
  beforeEach(() => {
    base = fs.mkdtempSync(join(tmpdir(), 'tree-'));
    root = openRoot(base, { handles });
  });
  afterEach(() => {
    root[Symbol.dispose]();
    fs.rmSync(base, { recursive: true });
  });

  function put(tree: ReturnType<Root['createTree']>, path: string, content: string): void {
    const names = path.split('/');
    const last = names.pop() as string;
    const file = names.reduce((folder, name) => folder.folder(named(name)), tree.top).create(named(last), ...options);
    file.write(content);
    file.commit();
  }

  test('gives each new folder its own time, however many there are and in whatever order they are filled', () => {
    const tree = root.createTree();
    const outer = tree.top.folder(named('outer'));
    const folders = Array.from({ length: 150 }, (_, index) => outer.folder(named(`f${index}`)));
    outer.date(7_000);
    folders.forEach((folder, index) => folder.date(index * 1_000));
    for (const round of ['a', 'b']) {
      folders.forEach((folder, index) => {
        if (index % 5 > 0) folder.put(named(round), Buffer.from(round), ...options); // the others stay empty
      });
    }
    tree.commit();
    expect(fs.statSync(at('outer')).mtimeMs).toBe(7_000);
    expect(folders.map((_, index) => fs.statSync(at('outer', `f${index}`)).mtimeMs)).toEqual(
      folders.map((_, index) => index * 1_000),
    );
  });

  test('is seen under its names only after commit, and leaves nothing else', () => {
    fs.mkdirSync(at('old'));
    const tree = root.createTree();
    put(tree, 'top.txt', 'top');
    put(tree, 'old/in.txt', 'in');
    const made = tree.top.folder(named('made'));
    const file = made.folder(named('deep')).create(named('x'), 0o755, 5_000);
    file.write('abc');
    file.skip(4);
    file.commit();
    expect(visible()).toEqual(['old']);
    tree.commit();
    expect(seen()).toEqual(['made', 'made/deep', 'made/deep/x', 'old', 'old/in.txt', 'top.txt']);
    const { mtimeMs, mode } = fs.statSync(at('made/deep/x'));
    expect([fs.readFileSync(at('made/deep/x'), 'latin1'), mtimeMs, mode & 0o777]).toEqual([
      'abc\0\0\0\0',
      5_000,
      0o755,
    ]);
    expect(fs.statSync(at('made')).mode & 0o777).toBe(0o755);
  });

  test('leaves nothing when it is given up, a file that is half written included', () => {
    fs.mkdirSync(at('old'));
    const tree = root.createTree();
    put(tree, 'made/x', 'x');
    put(tree, 'old/y', 'y');
    const half = tree.top.folder(named('other')).create(named('half'), ...options);
    half.write('x');
    half.abort();
    tree[Symbol.dispose]();
    expect(seen()).toEqual(['old']);
  });

  test('with more folders than may be open at once, each file is in its own', () => {
    const tree = root.createTree();
    const all = tree.top.folder(named('all'));
    const children = Array.from({ length: 200 }, (_, i) => all.folder(named(`d${i}`)));
    for (const round of [1, 2])
      for (const [i, child] of children.entries()) {
        const file = child.create(named(`f${round}`), ...options);
        file.write(`${i}`);
        file.commit();
      }
    tree.commit();
    for (let i = 0; i < 200; i++) expect(fs.readFileSync(at('all', `d${i}`, 'f2'), 'utf8')).toBe(`${i}`);
  });

  test('a link or a file in the place of a folder is refused, and so is what exists', () => {
    fs.symlinkSync('/etc', at('link'));
    fs.writeFileSync(at('file'), 'mine');
    const tree = root.createTree();
    expect(() => tree.top.folder(named('link'))).toThrow(/symbolic link/);
    expect(() => tree.top.folder(named('file'))).toThrow(/is a file, not a folder/);
    expect(() => tree.top.create(named('file'), ...options)).toThrow(/exists already/);
    expect(() => tree.top.create(named('link'), ...options)).toThrow(/symbolic link/);
    expect(() => tree.top.create(named('a/b'), ...options)).toThrow();
    expect(() => tree.top.create(named('..'), ...options)).toThrow(/".." segment/);
    expect(() =>
      tree.top
        .folder(named('.git'))
        .folder(named('hooks'))
        .create(named('x'), ...options),
    ).toThrow(/protected/);
    tree.commit();
    expect(fs.readFileSync(at('file'), 'utf8')).toBe('mine');
  });

  test('what comes into being meanwhile is not replaced, and with allOrNothing everything is put back', () => {
    fs.writeFileSync(at('old.txt'), 'mine');
    const tree = root.createTree({ replace: true });
    put(tree, 'old.txt', 'new');
    put(tree, 'made/x', 'x');
    put(tree, 'late/y', 'y');
    fs.mkdirSync(at('late'));
    fs.writeFileSync(at('late/theirs'), 'theirs');
    expect(() => tree.commit({ allOrNothing: true })).toThrow(/"late" is not empty/);
    expect(seen()).toEqual(['late', 'late/theirs', 'old.txt']);
    expect(fs.readFileSync(at('old.txt'), 'utf8')).toBe('mine');
  });

  test('without allOrNothing the rest has its place', () => {
    const tree = root.createTree();
    put(tree, 'late.txt', 'new');
    put(tree, 'made/x', 'x');
    fs.writeFileSync(at('late.txt'), 'theirs');
    expect(() => tree.commit()).toThrow(/"late.txt" exists already/);
    expect([seen(), fs.readFileSync(at('late.txt'), 'utf8')]).toEqual([['late.txt', 'made', 'made/x'], 'theirs']);
  });

  test('counts against the quotas of its view', () => {
    const view = root.limited({ write: true, files: 2, writeBytes: 5 });
    const tree = view.createTree();
    const file = tree.top.folder(named('a')).create(named('b'), ...options);
    file.write('1234');
    expect(() => file.skip(2)).toThrow(/limit of 5 bytes/);
    expect(() => tree.top.create(named('c'), ...options)).toThrow(/limit of 2 files/);
    tree[Symbol.dispose]();
    expect(seen()).toEqual([]);
    expect(() => root.limited({ read: true }).createTree()).toThrow(/did not declare the capability/);
  });
});
