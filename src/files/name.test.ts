import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSallyportError } from '../protocol/errors.ts';
import { parsePath, sameNameKey, showPath, type Access } from './name.ts';

describe('parsePath gives segments', () => {
  test.each<[string, string[]]>([
    ['.', []],
    ['./', []],
    ['././/.', []],
    ['a', ['a']],
    ['./a', ['a']],
    ['a/', ['a']],
    ['a//b', ['a', 'b']],
    ['a/./b', ['a', 'b']],
    ['a..b', ['a..b']],
    ['..a', ['..a']],
    ['.git/hooks', ['.git', 'hooks']],
    ['~', ['~']],
    ['~/x', ['~', 'x']],
    ['$HOME/%2e%2e', ['$HOME', '%2e%2e']],
    ['a b/c d', ['a b', 'c d']],
    ['-rf', ['-rf']],
    ['консоль/文件/e\u0301.txt', ['консоль', '文件', 'e\u0301.txt']],
    ['to be continued….txt', ['to be continued….txt']],
    ['½ 1⁄2', ['½ 1⁄2']],
    ['a‥b', ['a‥b']],
    ['console.log', ['console.log']],
    ['auxiliary', ['auxiliary']],
    ['com10', ['com10']],
    ['第一章：开始.md', ['第一章：开始.md']],
    ['می\u200cخواهم.txt', ['می\u200cخواهم.txt']],
    ['❤️/👨‍👩‍👧.txt', ['❤️', '👨‍👩‍👧.txt']],
  ])('%j', (text, segments) => {
    expect([
      parsePath(text, 'read', 'linux'),
      parsePath(text, 'write', 'linux'),
      parsePath(text, 'read', 'win32'),
    ]).toEqual([segments, segments, segments]);
  });
});

const always = ['read on linux', 'read on win32', 'write on linux', 'write on win32'];
const portable = ['read on win32', 'write on linux', 'write on win32'];
const windows = ['read on win32', 'write on win32'];

/** Where a path is refused, and why. */
const refusals: [string, string[], string][] = [
  ['', always, 'it is empty'],
  ['a\0b', always, 'it holds a control character'],
  ['a\nb', always, 'it holds a control character'],
  ['\u001b[2Jx', always, 'it holds a control character'],
  ['a\u007f', always, 'it holds a control character'],
  ['a\u0085', always, 'it holds a control character'],
  ['a\u2028b', always, 'it holds a control character'],
  ['a\ud800', always, 'it is not well-formed Unicode'],
  ['\udc00a', always, 'it is not well-formed Unicode'],
  ['a\uffff', always, 'it is not well-formed Unicode'],
  ['.g\u200cit/config', always, 'it holds an invisible or direction-changing character'],
  ['\u202etxt.exe', always, 'it holds an invisible or direction-changing character'],
  ['.g\u200cit', always, 'it holds an invisible or direction-changing character'],
  ['\u200cمن', always, 'it holds an invisible or direction-changing character'],
  ['a\u2066b', always, 'it holds an invisible or direction-changing character'],
  ['a\u00adb', always, 'it holds an invisible or direction-changing character'],
  ['\ufeff.git', always, 'it holds an invisible or direction-changing character'],
  ['a\u{e0041}', always, 'it holds an invisible or direction-changing character'],
  ['/etc/passwd', always, 'it is absolute'],
  ['//host/share', always, 'it is absolute'],
  ['//?/C:/x', always, 'it is absolute'],
  ['\\\\host\\share', always, 'it holds a backslash'],
  ['a\\..\\b', always, 'it holds a backslash'],
  ['C:', always, 'it has a drive letter'],
  ['C:x', always, 'it has a drive letter'],
  ['c:/', always, 'it has a drive letter'],
  ['./c:../x', always, 'it has a drive letter'],
  ['a/c:/c:/x', always, 'it has a drive letter'],
  ['..', always, 'it has a ".." segment'],
  ['../a', always, 'it has a ".." segment'],
  ['a/../b', always, 'it has a ".." segment'],
  ['a/b/..', always, 'it has a ".." segment'],
  ['．．/a', always, 'it holds a look-alike of a separator or a dot segment'],
  ['.．', always, 'it holds a look-alike of a separator or a dot segment'],
  ['‥/a', always, 'it holds a look-alike of a separator or a dot segment'],
  ['․', always, 'it holds a look-alike of a separator or a dot segment'],
  ['a／b', always, 'it holds a look-alike of a separator or a dot segment'],
  ['a＼b', always, 'it holds a look-alike of a separator or a dot segment'],
  ['a﹨b', always, 'it holds a look-alike of a separator or a dot segment'],
  ['℀', always, 'it holds a look-alike of a separator or a dot segment'],

  ['abc:stream', portable, 'a ":" names an alternate stream on Windows'],
  ['.git::$INDEX_ALLOCATION/x', portable, 'a ":" names an alternate stream on Windows'],
  ['a<b', windows, 'it holds a character that Windows refuses'],
  ['a*', windows, 'it holds a character that Windows refuses'],
  ['what?', windows, 'it holds a character that Windows refuses'],
  ['a|b"', windows, 'it holds a character that Windows refuses'],
  ['...', portable, 'a segment ends with a dot or a space'],
  ['.. /x', portable, 'a segment ends with a dot or a space'],
  ['.git./config', portable, 'a segment ends with a dot or a space'],
  ['a ', portable, 'a segment ends with a dot or a space'],
  [' a', windows, 'a segment begins with a space'],
  ['con', portable, 'a segment is a device name on Windows'],
  ['dir/NUL.tar.gz', portable, 'a segment is a device name on Windows'],
  ['Aux .txt', portable, 'a segment is a device name on Windows'],
  ['com0', portable, 'a segment is a device name on Windows'],
  ['COM¹.x', portable, 'a segment is a device name on Windows'],
  ['lpt³', portable, 'a segment is a device name on Windows'],
  ['CONIN$', portable, 'a segment is a device name on Windows'],
  ['clock$/x', portable, 'a segment is a device name on Windows'],
];

describe('parsePath refuses', () => {
  test.each(refusals)('%j', (text, where, reason) => {
    const refused = always.filter((use) => {
      const [access, , platform] = use.split(' ') as [Access, string, NodeJS.Platform];
      const error = caught(() => parsePath(text, access, platform));
      if (error) expect(error.message).toBe(`The path "${showPath(text)}" is refused: ${reason}.`);
      return error;
    });
    expect(refused).toEqual(where);
  });
});

test.each<[string, string, string, string]>([
  ['a segment', 'x'.repeat(255), 'x'.repeat(256), 'a segment is longer than 255 bytes'],
  ['a segment in bytes', '語'.repeat(85), '語'.repeat(86), 'a segment is longer than 255 bytes'],
  [
    'the path',
    'x'.repeat(127).concat('/').repeat(32),
    'x'.repeat(127).concat('/').repeat(33),
    'it is longer than 4096 bytes',
  ],
  ['the segments', 'd/'.repeat(256), 'd/'.repeat(257), 'it has more than 256 segments'],
])('the length of %s has a limit', (_, fits, tooLong, reason) => {
  expect(parsePath(fits, 'write').join('/')).toBe(fits.replace(/\/$/, ''));
  expect(() => parsePath(tooLong, 'read')).toThrow(`is refused: ${reason}.`);
});

describe('properties', () => {
  const hostile = [
    '..',
    '.',
    '/',
    '\\',
    ':',
    'a',
    'C:',
    '．',
    '‥',
    '／',
    '\0',
    '\u202e',
    '\u200c',
    '\ud800',
    '~',
    'con',
    ' ',
    '\n',
    '…',
    'é',
    '℀',
  ];
  const text = fc.oneof(
    fc.array(fc.constantFrom(...hostile), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  );

  test('a path is refused with PathOutsideRoot or stays inside, on every system', () => {
    const uses = fc.constantFrom<[Access, NodeJS.Platform]>(['read', 'linux'], ['write', 'linux'], ['read', 'win32']);
    fc.assert(
      fc.property(text, uses, (path, [access, platform]) => {
        let segments;
        try {
          segments = parsePath(path, access, platform);
        } catch (error) {
          expect(isSallyportError(error) && error.code).toBe('PathOutsideRoot');
          return;
        }
        for (const segment of segments) {
          expect(segment).not.toMatch(/[/\\\0]/);
          for (const form of [segment, segment.normalize('NFKC')]) expect(['', '.', '..']).not.toContain(form);
        }
        const joined = segments.join('/');
        expect(posix.resolve('/root/x', joined)).toBe(posix.join('/root/x', joined));
        expect(`${win32.resolve('C:\\root\\x', joined)}\\`).toSatisfy((at: string) => at.startsWith('C:\\root\\x\\'));
      }),
      { seed: 1, numRuns: 8_000 },
    );
  });

  test('a path that was accepted is accepted again, with the same segments', () => {
    fc.assert(
      fc.property(text, (path) => {
        const segments = attempt(() => parsePath(path, 'write', 'linux'));
        if (segments?.length) expect(parsePath(segments.join('/'), 'write', 'linux')).toEqual(segments);
      }),
      { seed: 1, numRuns: 5_000 },
    );
  });

  test('keys are stable: the key of a key is the key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(sameNameKey(sameNameKey(name))).toBe(sameNameKey(name));
      }),
      { seed: 1, numRuns: 20_000 },
    );
  });

  test('what is shown holds nothing that a terminal acts on', () => {
    fc.assert(
      fc.property(text, (path) => {
        expect(showPath(path)).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b-\u200d\ufeff]/u);
      }),
      { seed: 1, numRuns: 5_000 },
    );
  });
});

describe('sameNameKey takes for one', () => {
  test.each([
    ['README.md', 'readme.MD'],
    ['straße', 'STRASSE'],
    ['ẞ', 'ss'],
    ['İ', 'i'],
    ['ı', 'I'],
    ['\u212a', 'k'],
    ['ſ', 's'],
    ['ﬁle', 'FILE'],
    ['e\u0301', '\u00e9'],
    ['ΑΣ', 'ας'],
    ['ας', 'ασ'],
    ['．ｇｉｔ', '.git'],
    ['.g\u200cit', '.git'],
  ])('%j and %j', (a, b) => expect(sameNameKey(a)).toBe(sameNameKey(b)));

  test('but not different names', () =>
    expect(new Set(['a', 'b', 'ä', 'ss2', 'o', '0'].map(sameNameKey)).size).toBe(6));
});

test('a long path is shown in part', () => {
  expect(showPath('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`);
});

function caught(action: () => unknown): Error | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
