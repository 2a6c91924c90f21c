import { crc32 } from 'node:zlib';
import { buildTar, pax } from '../../fixtures/tar-builder.ts';
import { buildZip, extraField } from '../../fixtures/zip-builder.ts';
import { leavesOut, type Attack, type Row } from './attack.ts';
import { good, inBoth } from './entries.ts';

/** Names that are left out, whatever the format. */
const bad: readonly [Row, string, string, string][] = [
  [1, 'climbing', 'a name that climbs out', '../canary/evil.txt'],
  [1, 'climbing-far', 'a name that climbs out many times', `${'../'.repeat(30)}tmp/evil.txt`],
  [1, 'climbing-inside', 'a name that climbs out in its middle', 'a/../../canary/evil.txt'],
  [1, 'climbing-nowhere', 'a name that climbs without leaving', 'a/../b.txt'],
  [1, 'dotdot', 'the name ..', '..'],
  [1, 'dotdot-at-end', 'a name that ends with ..', 'a/..'],
  [1, 'dotdot-folder', 'a folder ../', '../'],
  [2, 'absolute', 'an absolute name', '/tmp/evil.txt'],
  [2, 'absolute-twice', 'a name with two slashes before it', '//host/share/x'],
  [2, 'device-path', 'a Windows device path', '//?/C:/x'],
  [2, 'unc', 'a UNC path', '\\\\host\\share\\x'],
  [2, 'drive', 'a drive', 'C:/evil.txt'],
  [2, 'drive-backslash', 'a drive and a backslash', 'C:\\evil.txt'],
  [2, 'drive-relative', 'a drive and no slash', 'C:evil.txt'],
  [2, 'drive-climbing', 'a drive and ..', 'c:../evil.txt'],
  [2, 'drive-chained', 'a drive within a drive', 'c:/c:/evil.txt'],
  [2, 'drive-inside', 'a drive further in', 'a/c:/evil.txt'],
  [3, 'backslash-climbing', 'a name that climbs out with backslashes', '..\\canary\\evil.txt'],
  [3, 'backslash-mixed', 'a name that climbs out with both slashes', 'a\\..\\../b'],
  [3, 'backslash-absolute', 'a backslash before it', '\\evil.txt'],
  [4, 'stream', 'an alternate stream', 'a.txt:evil'],
  [4, 'stream-data', 'a stream with a type', 'a.txt::$DATA'],
  [4, 'device', 'a device name', 'NUL'],
  [4, 'device-extension', 'a device name with an extension', 'dir/com1.txt'],
  [4, 'device-folder', 'a device name as a folder', 'aux/x'],
  [4, 'device-superscript', 'a device name with a superscript digit', 'COM¹'],
  [4, 'device-console', 'a console device', 'CONIN$'],
  [4, 'device-clock', 'the clock device', 'clock$.txt'],
  [4, 'trailing-dot', 'a trailing dot', 'a.'],
  [4, 'trailing-space', 'a trailing space', 'a '],
  [4, 'trailing-dot-folder', 'a folder with a trailing dot', 'a./x'],
  [5, 'nul', 'a NUL in a name', 'a\0b'],
  [5, 'nul-extension', 'a NUL before an extension', 'evil.sh\0.txt'],
  [5, 'wide-dots', 'full-width dots', '．．/x'],
  [5, 'wide-slash', 'a full-width slash', '..／x'],
  [5, 'two-dot-leader', 'a two-dot leader', '‥/x'],
  [5, 'zero-width', 'a zero-width character in .git', '.g\u200cit/hooks/x'],
  [7, 'escape-sequence', 'a terminal escape sequence', 'a\x1b[2Jb'],
  [7, 'title-sequence', 'an escape sequence that sets the title', 'a\x1b]0;owned\x07b'],
  [7, 'line-break', 'a line break', 'a\nok: true'],
  [7, 'carriage-return', 'a carriage return', 'evil\rgood'],
  [7, 'c1-control', 'a control character of the upper half', 'a\u009b2Jb'],
  [7, 'bidi', 'a text that runs backwards', 'a\u202etxt.exe'],
  [7, 'line-separator', 'a line separator', 'a\u2028b'],
  [8, 'long-segment', 'a segment of 300 bytes', 'x'.repeat(300)],
  [8, 'long-name', 'a name of 65,000 bytes', 'x'.repeat(65_000)],
  [8, 'deep', 'a name of 3,000 folders', `${'a/'.repeat(3000)}x`],
  [8, 'slash', 'the name /', '/'],
  [31, 'git-hook', 'a git hook', '.git/hooks/pre-commit'],
  [31, 'git-hook-case', 'a git hook in other letters', 'sub/.GIT/HOOKS/pre-commit'],
  [31, 'git-config', 'a git config', '.git/config'],
  [31, 'git-short-name', 'a short name of .git', 'GIT~1/hooks/pre-commit'],
  [31, 'editor-config', 'editor config', '.vscode/tasks.json'],
  [31, 'envrc', '.envrc', '.envrc'],
  [31, 'own-state', 'our own state', '.agents/audit/chain.jsonl'],
];

const second = [{ name: 'evil', data: 'x' }, good];

export const nameAttacks: readonly Attack[] = [
  ...bad.map(([row, id, what, name]): Attack => ({
    id,
    row,
    what,
    ...inBoth([{ name, data: 'x' }, good]),
    extract: leavesOut('unsafe_path'),
  })),
  {
    id: 'empty-name',
    row: 8,
    what: 'an empty name',
    zip: () => buildZip([{ name: '', data: 'x' }, good]),
    tar: () => buildTar([{ name: '', data: 'x' }, good]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'dot-name',
    row: 8,
    what: 'the names . and ./ for folders',
    ...inBoth([{ name: '.', type: 'folder' }, { name: './', type: 'folder' }, good]),
    extract: { files: { 'good.txt': 'fine' } },
  },
  {
    id: 'overlong-utf8',
    row: 5,
    what: 'overlong UTF-8 that some read as ../a',
    zip: () => buildZip([{ name: Buffer.from('c0aec0ae2f61', 'hex'), flags: 0x800, data: 'x' }, good]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'overlong-slash',
    row: 5,
    what: 'an overlong slash behind two dots',
    zip: () => buildZip([{ name: Buffer.from('2e2ec0af61', 'hex'), flags: 0x800, data: 'x' }, good]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'lone-surrogate',
    row: 5,
    what: 'half of a surrogate pair in UTF-8',
    zip: () => buildZip([{ name: Buffer.from('61eda080', 'hex'), flags: 0x800, data: 'x' }, good]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'unicode-path-field',
    row: 6,
    what: 'a bad name in the Unicode path field',
    zip: () => buildZip([{ name: 'fine', data: 'x', extra: unicodePath('fine', '../canary/evil.txt') }, good]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'unicode-path-stale',
    row: 6,
    what: 'a Unicode path field that belongs to another name',
    zip: () => buildZip([{ ...good, extra: unicodePath('other', '../canary/evil.txt') }]),
    extract: { files: { 'good.txt': 'fine' } },
  },
  {
    id: 'pax-path',
    row: 6,
    what: 'a bad name in a PAX record',
    tar: () => buildTar([pax({ path: '../canary/evil.txt' }), ...second]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'pax-global-path',
    row: 6,
    what: 'a bad name in a global PAX record',
    tar: () =>
      buildTar([
        pax({ path: '../canary/evil.txt' }, 'g'),
        { name: 'evil', data: 'x' },
        pax({ path: 'good.txt' }),
        { name: 'x', data: 'fine' },
      ]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'gnu-long-name',
    row: 6,
    what: 'a bad name in a GNU long name',
    tar: () => buildTar([{ name: '././@LongLink', flag: 'L', data: '../canary/evil.txt\0' }, ...second]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'ustar-prefix',
    row: 6,
    what: 'a bad name made by the prefix',
    tar: () => buildTar([{ name: 'evil.txt', prefix: '../canary', data: 'x' }, good]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'ustar-prefix-absolute',
    row: 6,
    what: 'a prefix that makes a name absolute',
    tar: () => buildTar([{ name: 'evil.txt', prefix: '/tmp', data: 'x' }, good]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'sparse-name',
    row: 6,
    what: 'a bad name in GNU.sparse.name',
    tar: () =>
      buildTar([
        pax({
          'GNU.sparse.major': '1',
          'GNU.sparse.minor': '0',
          'GNU.sparse.name': '../canary/evil.txt',
          'GNU.sparse.realsize': '1',
        }),
        {
          name: 'GNUSparseFile.0/fine',
          data: Buffer.concat([Buffer.from('1\n0\n1\n'.padEnd(512, '\0')), Buffer.from('x')]),
        },
        good,
      ]),
    extract: leavesOut('unsafe_path'),
  },
  {
    id: 'stripped',
    row: 2,
    what: 'names that would be good with a folder less',
    ...inBoth([
      { name: '../evil', data: 'x' },
      { name: 'a/good.txt', data: 'fine' },
      { name: 'a/.git/hooks/x', data: 'x' },
      { name: 'a//etc/passwd', data: 'x' },
      { name: 'top', data: 'x' },
    ]),
    flags: { 'strip-components': 1 },
    extract: { files: { 'good.txt': 'fine', 'etc/passwd': 'x' }, skipped: { unsafe_path: 2 } },
  },
  {
    id: 'escaped-in-list',
    row: 7,
    what: 'names and link targets that a terminal would obey, shown escaped',
    tar: () =>
      buildTar([
        { name: 'a\x1b[2J', data: 'x' },
        { name: 'link', flag: '2', link: 'b\x1b[31m' },
      ]),
    extract: { files: {}, skipped: { unsafe_path: 1, unsafe_link: 1 } },
    list: ['a\\x1b[2J', 'link'],
  },
  {
    id: 'dots-in-names',
    row: 0,
    what: 'names with dots that do not climb',
    ...inBoth(['a..b', '...c', '.d', 'e/..f/g..h'].map((name) => ({ name, data: name }))),
    extract: { files: { 'a..b': 'a..b', '...c': '...c', '.d': '.d', 'e/..f/g..h': 'e/..f/g..h' } },
    list: ['a..b', '...c', '.d', 'e/..f/g..h'],
  },
  {
    id: 'beside-protected',
    row: 0,
    what: 'files beside protected folders',
    ...inBoth([
      { name: '.github/ISSUE_TEMPLATE.md', data: 'x' },
      { name: '.github/workflows/ci.yml', data: 'x' },
      good,
    ]),
    extract: { files: { '.github/ISSUE_TEMPLATE.md': 'x', 'good.txt': 'fine' }, skipped: { unsafe_path: 1 } },
  },
];

function unicodePath(of: string, path: string): Buffer {
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeUInt32LE(crc32(of), 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(path)]));
}
