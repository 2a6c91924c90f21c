import { buildTar, type BuiltTarEntry } from '../../fixtures/tar-builder.ts';
import { buildZip } from '../../fixtures/zip-builder.ts';
import { leavesOut, type Attack, type Row } from './attack.ts';
import { good, inBoth } from './entries.ts';

const intoCanary = { name: 'out', type: 'symlink', data: '../../canary' } as const;

/** Types that only tar has, all left out. */
const tarTypes: readonly [Row, string, string, BuiltTarEntry, 'unsafe_link' | 'unsafe_type'][] = [
  [
    10,
    'hard-link',
    'a hard link to the outside',
    { name: 'l', flag: '1', link: '../../canary/evil.txt' },
    'unsafe_link',
  ],
  [10, 'hard-link-absolute', 'an absolute hard link', { name: 'l', flag: '1', link: '/etc/passwd' }, 'unsafe_link'],
  [10, 'hard-link-size', 'a hard link with a size', { name: 'l', flag: '1', link: 'x', size: 4096 }, 'unsafe_link'],
  [14, 'unknown-type', 'an entry of an unknown type', { name: 'what', flag: 'Z', data: 'x' }, 'unsafe_type'],
  [14, 'dump-folder', 'a GNU dump folder', { name: 'dump/', flag: 'D', data: 'Yx\0\0' }, 'unsafe_type'],
  [14, 'multi-volume', 'the rest of a file from another volume', { name: 'm', flag: 'M', data: 'x' }, 'unsafe_type'],
  [14, 'volume-label', 'a volume label', { name: 'label', flag: 'V' }, 'unsafe_type'],
  [14, 'device-with-data', 'a device with a size', { name: 'null', flag: '3', size: 512 }, 'unsafe_type'],
];

export const linkAttacks: readonly Attack[] = [
  ...tarTypes.map(([row, id, what, entry, reason]): Attack => ({
    id,
    row,
    what,
    tar: () => buildTar([entry, good]),
    extract: leavesOut(reason),
  })),
  {
    id: 'link-then-file',
    row: 9,
    what: 'a link, and then a file through it: the file gets a folder of its own',
    ...inBoth([intoCanary, { name: 'out/evil.txt', data: 'mine' }]),
    extract: { files: { 'out/evil.txt': 'mine' }, skipped: { unsafe_link: 1 } },
  },
  {
    id: 'link-chain',
    row: 9,
    what: 'a link to a link, and a file through both',
    ...inBoth([
      { name: 'a', type: 'symlink', data: '..' },
      { name: 'b', type: 'symlink', data: 'a/..' },
      { name: 'b/canary/evil.txt', data: 'mine' },
    ]),
    extract: { files: { 'b/canary/evil.txt': 'mine' }, skipped: { unsafe_link: 2 } },
  },
  {
    id: 'folder-then-link',
    row: 9,
    what: 'a folder that becomes a link, and a file in it',
    ...inBoth([{ name: 'out', type: 'folder' }, intoCanary, { name: 'out/evil.txt', data: 'mine' }]),
    extract: { files: { 'out/evil.txt': 'mine' }, skipped: { unsafe_link: 1 } },
  },
  {
    id: 'link-absolute',
    row: 9,
    what: 'an absolute link',
    ...inBoth([{ name: 'l', type: 'symlink', data: '/etc/passwd' }, good]),
    extract: leavesOut('unsafe_link'),
  },
  {
    id: 'link-dot',
    row: 9,
    what: 'a link to .',
    ...inBoth([
      { name: 'l', type: 'symlink', data: '.' },
      { name: 'l/good.txt', data: 'fine' },
    ]),
    extract: { files: { 'l/good.txt': 'fine' }, skipped: { unsafe_link: 1 } },
  },
  {
    id: 'link-slash',
    row: 9,
    what: 'a link whose name ends with a slash',
    ...inBoth([{ name: 'l/', type: 'symlink', data: '/etc' }, good]),
    extract: leavesOut('unsafe_link'),
  },
  {
    id: 'link-dos',
    row: 14,
    what: 'a link under a DOS host byte',
    zip: () => buildZip([{ name: 'l', data: '/etc/passwd', mode: 0o120777, host: 0 }, good]),
    extract: leavesOut('unsafe_link'),
  },
  {
    id: 'hard-link-then-file',
    row: 10,
    what: 'a hard link, and then a file of its name',
    tar: () =>
      buildTar([
        { name: 'l', flag: '1', link: '../../canary/evil.txt' },
        { name: 'l', data: 'mine' },
      ]),
    extract: { files: { l: 'mine' }, skipped: { unsafe_link: 1 } },
  },
  {
    id: 'link-maze',
    row: 11,
    what: 'links through folders deeper than a path can be',
    tar: () => buildTar([...maze(), { name: 'exit/evil.txt', data: 'mine' }]),
    extract: { files: { 'exit/evil.txt': 'mine' }, skipped: { unsafe_link: 17 } },
  },
  {
    id: 'link-in-place',
    row: 12,
    what: 'a file where the destination has a link',
    ...inBoth([good]),
    before: { 'good.txt': { link: '../../canary/evil.txt' } },
    extract: { skipped: { existing: 1 } },
  },
  {
    id: 'link-in-place-overwrite',
    row: 12,
    what: 'a file that is to replace a link',
    ...inBoth([good]),
    before: { 'good.txt': { link: '../../canary/evil.txt' } },
    flags: { overwrite: true },
    extract: { skipped: { existing: 1 } },
  },
  {
    id: 'linked-folder-in-place',
    row: 12,
    what: 'a file in a folder that is a link in the destination',
    ...inBoth([{ name: 'out/evil.txt', data: 'x' }, good]),
    before: { out: { link: '../../canary' } },
    flags: { overwrite: true },
    extract: leavesOut('existing'),
  },
  {
    id: 'hard-link-in-place',
    row: 12,
    what: 'a file that is to replace a hard link',
    ...inBoth([good]),
    before: { 'good.txt': { hardLink: '../../canary/evil.txt' } },
    flags: { overwrite: true },
    extract: { files: { 'good.txt': 'fine' } },
  },
  {
    id: 'existing',
    row: 12,
    what: 'a file and a folder that are there already',
    ...inBoth([good, { name: 'folder', data: 'x' }, { name: 'taken', type: 'folder' }]),
    before: { 'good.txt': 'mine', 'folder/x': 'mine', taken: 'mine' },
    extract: { files: { 'good.txt': 'mine', 'folder/x': 'mine', taken: 'mine' }, skipped: { existing: 3 } },
  },
  ...(['fifo', 'character', 'block'] as const).map((type): Attack => ({
    id: type,
    row: 14,
    what: `a special file (${type})`,
    ...inBoth([{ name: 'special', type }, good]),
    extract: leavesOut('unsafe_type'),
  })),
  {
    id: 'socket',
    row: 14,
    what: 'a socket',
    zip: () => buildZip([{ name: 'sock', mode: 0o140644 }, good]),
    extract: leavesOut('unsafe_type'),
  },
  {
    id: 'setuid',
    row: 15,
    what: 'setuid, sticky and write bits',
    ...inBoth([
      { name: 'good.txt', data: 'fine', mode: 0o7777 },
      { name: 'dir', type: 'folder', mode: 0o1777 },
      { name: 'dir/x', data: 'x', mode: 0o4755 },
    ]),
    extract: { files: { 'good.txt': 'fine', 'dir/x': 'x' } },
  },
  {
    id: 'no-permissions',
    row: 15,
    what: 'a folder and a file without permissions',
    ...inBoth([
      { name: 'dir', type: 'folder', mode: 0 },
      { name: 'dir/x', data: 'x', mode: 0 },
    ]),
    extract: { files: { 'dir/x': 'x' } },
  },
];

/** Folders with long names and short links to them, one within the other, and a way out at the end (as in CVE-2025-4517). */
function maze(): BuiltTarEntry[] {
  const entries: BuiltTarEntry[] = [];
  let path = '';
  for (let level = 0; level < 16; level++) {
    entries.push({ name: `${path}${'d'.repeat(60)}/`, flag: '5' });
    entries.push({ name: `${path}${level.toString(16)}`, flag: '2', link: 'd'.repeat(60) });
    path += `${level.toString(16)}/`;
  }
  return [...entries, { name: 'exit', flag: '2', link: `${path}${'../'.repeat(17)}canary` }];
}
