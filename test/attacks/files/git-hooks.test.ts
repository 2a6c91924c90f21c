import fs from 'node:fs';
import { expect, test } from 'vitest';
import { findProtected } from '../../../src/files/index.ts';
import { modes, refusalOf, scratch } from './scratch.ts';

/** Every way known to us to say `.git/hooks/pre-commit` on some system. */
const spellings = [
  '.git/hooks/pre-commit',
  './.git//hooks/./pre-commit',
  '.GIT/hooks/pre-commit',
  '.Git/HOOKS/pre-commit',
  '.gıt/hooks/pre-commit', // dotless i: upper case I on case-insensitive systems
  '.gİt/hooks/pre-commit',
  '.git/hoo\u212as/pre-commit', // Kelvin sign
  '.git/hookſ/pre-commit', // long s
  '．git/hooks/pre-commit', // fullwidth dot
  '.ｇｉｔ/hooks/pre-commit',
  '.g\u200cit/hooks/pre-commit', // HFS+ ignores it
  '.git\u200d/hooks/pre-commit',
  '.\u2060git/hooks/pre-commit',
  '\ufeff.git/hooks/pre-commit',
  '.git\u202e/hooks/pre-commit',
  '.git./hooks/pre-commit', // Windows drops dots and spaces at the end
  '.git /hooks/pre-commit',
  '.git. . /hooks/pre-commit',
  '.git/hooks./pre-commit',
  '.git::$INDEX_ALLOCATION/hooks/pre-commit', // NTFS streams
  '.git/hooks:$I30:$INDEX_ALLOCATION/pre-commit',
  '.git\\hooks\\pre-commit',
  '.git/hooks\\pre-commit',
  'GIT~1/hooks/pre-commit', // 8.3 names
  'git~1/HOOKS/pre-commit',
  'GI7EBA~1/hooks/pre-commit',
  '.git/../.git/hooks/pre-commit',
  'x/../.git/hooks/pre-commit',
  'sub/.git/hooks/pre-commit',
  '.git/modules/sub/hooks/pre-commit',
  '.git/hooks',
  '.git',
];

test.each(spellings)('%j is not written', (path) => {
  const box = scratch();
  fs.mkdirSync(box.at('.git/hooks'), { recursive: true });
  const before = box.snapshot();
  for (const handles of modes) {
    const root = box.open(handles);
    for (const write of [
      () => root.write(path, '#!/bin/sh', { replace: true }),
      () => root.mkdir(path),
      () => root.remove(path),
    ]) {
      expect(refusalOf(write)).toMatch(/^(ProtectedPath|PathOutsideRoot): /);
    }
  }
  expect(box.snapshot()).toEqual(before);
});

test.each(spellings.filter((path) => !/[\\]|\.\.\//.test(path)))('%j is protected by name alone', (path) => {
  const segments = path.split('/').filter((name) => name !== '' && name !== '.');
  expect(findProtected(segments, 'write', { state: ['.agents'] })?.id).toMatch(/^git\./);
});
