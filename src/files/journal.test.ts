import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../testing/index.ts';
import { MemberName } from './member-name.ts';
import { readJournal } from './journal.ts';
import { openRoot } from './root.ts';

function open() {
  const workspace = tempWorkspace();
  mkdirSync(workspace.env['HOME'] as string);
  const journal = join(workspace.env['HOME'] as string, 'journal');
  const root = openRoot(workspace.path);
  return {
    workspace,
    journal,
    root,
    noted: root.limited({ read: true, write: true, journal }),
    at: (path: string) => join(workspace.path, path),
    [Symbol.dispose]() {
      root[Symbol.dispose]();
      workspace[Symbol.dispose]();
    },
  };
}

test('drafts and new files of a process that was killed are taken back', () => {
  using place = open();
  place.noted.write('out/whole.txt', 'x');
  place.noted.create('out/half.txt').write('x');
  const tree = place.noted.createTree();
  tree.top.folder(new MemberName('out')).create(new MemberName('inner.txt'), 0o644, 0).write('x');
  expect(readdirSync(place.at('out'))).toHaveLength(3);
  place.root.takeBack(readJournal(place.journal));
  expect(readdirSync(place.at('out'))).toEqual([]);
});

test('half a line in a journal takes nothing along', () => {
  using place = open();
  place.noted.write('before.txt', 'x');
  appendFileSync(place.journal, '{"placed":"be');
  place.noted.write('after.txt', 'x');
  appendFileSync(place.journal, '\0\0\0\nnull\n{"placed":7}\n');
  place.root.takeBack(readJournal(place.journal));
  expect([place.at('before.txt'), place.at('after.txt')].map((path) => existsSync(path))).toEqual([false, false]);
});

test('what nobody announced stays', () => {
  using place = open();
  place.root.write('a.txt', 'mine');
  place.root.takeBack(readJournal(place.journal));
  expect(readFileSync(place.at('a.txt'), 'utf8')).toBe('mine');
});

test.each<[string, (path: string) => void]>([
  ['was written to', (path) => appendFileSync(path, 'more')],
  ['has another time', (path) => utimesSync(path, 1, 1)],
])('a file that %s since it got its name stays', (_, change) => {
  using place = open();
  place.noted.write('a.txt', 'x');
  change(place.at('a.txt'));
  place.root.takeBack(readJournal(place.journal));
  expect(existsSync(place.at('a.txt'))).toBe(true);
});

test('a file that took the place of an announced one stays, and so does one that replaced another', () => {
  using place = open();
  place.noted.write('a.txt', 'x');
  place.root.write('a.txt', 'x', { replace: true });
  place.root.write('b.txt', 'old');
  place.noted.write('b.txt', 'new', { replace: true });
  place.root.takeBack(readJournal(place.journal));
  expect([readFileSync(place.at('a.txt'), 'utf8'), readFileSync(place.at('b.txt'), 'utf8')]).toEqual(['x', 'new']);
});

test('the half line of a process that was killed is passed over', () => {
  using place = open();
  place.noted.write('a.txt', 'x');
  appendFileSync(place.journal, '{"draft":"b.t');
  writeFileSync(place.at('b.t'), 'x');
  place.root.takeBack(readJournal(place.journal));
  expect(readdirSync(place.workspace.path)).toEqual(['b.t']);
});

test('behind a link that took the place of a folder nothing is removed, and the rest is', () => {
  using place = open();
  place.noted.write('out/a.txt', 'x');
  place.noted.write('b.txt', 'x');
  renameSync(place.at('out'), place.at('moved'));
  symlinkSync('moved', place.at('out'));
  place.root.takeBack(readJournal(place.journal));
  expect(readdirSync(place.workspace.path).toSorted()).toEqual(['moved', 'out']);
  expect(readdirSync(place.at('moved'))).toEqual(['a.txt']);
});
