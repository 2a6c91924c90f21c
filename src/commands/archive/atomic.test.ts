import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildTar } from '../../../test/fixtures/tar-builder.ts';
import { buildZip } from '../../../test/fixtures/zip-builder.ts';
import { createSallyport } from '../../sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../../testing/index.ts';

const open = (workspace: TempWorkspace) => createSallyport({ root: workspace.path, env: workspace.env });

/** Every file below the destination with its content, hidden ones too; folders with `/`. */
function contentOf(workspace: TempWorkspace, folder = 'out'): Record<string, string> {
  const top = join(workspace.path, folder);
  if (!existsSync(top)) return {};
  const entries = readdirSync(top, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(top.length + 1);
      return entry.isDirectory() ? [`${name}/`, ''] : [name, readFileSync(path, 'utf8')];
    }),
  );
}

const names = ['a.txt', 'new/b.txt', 'new/deep/c.txt', 'old/d.txt', 'old/e.txt'];
const honest = names.map((name) => ({ name, data: `new ${name}` }));
const brokenZip = buildZip([...honest, { name: 'old/last.txt', data: 'last', crc: 1 }]);
const largeTar = buildTar([...honest, { name: 'old/last.txt', data: Buffer.alloc(5000) }]);
const brokenTar = largeTar.subarray(0, -4000);

test.each<[string, string, Buffer, string, string]>([
  ['a wrong checksum in the last entry', 'zip', brokenZip, '', 'CorruptInput'],
  ['a cut-off end', 'tar', brokenTar, '', 'CorruptInput'],
  ['a limit that is reached on the way', 'tar', largeTar, '--max-bytes 4000', 'ArchiveTooLarge'],
  ['one file too many', 'tar', largeTar, '--max-files 5', 'ArchiveTooLarge'],
])('with --atomic, %s leaves everything as it was', async (_, command, bytes, flags, code) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('archive', bytes);
  workspace.write('out/old/d.txt', 'mine');
  const before = contentOf(workspace);
  const line = `${command} extract --in archive --dest out --overwrite --confirm ${flags}`;
  expect(await core.exec(`${line} --atomic`)).toMatchObject({
    error_code: code,
    result: { ok: false, files_written: 0, dirs_created: 0, bytes_written: 0 },
  });
  expect(contentOf(workspace)).toEqual(before);

  expect(await core.exec(line)).toMatchObject({ error_code: code, result: { files_written: 5 } });
  const whole = Object.fromEntries(names.map((name) => [name, `new ${name}`]));
  expect(contentOf(workspace)).toEqual({ ...whole, 'new/': '', 'new/deep/': '', 'old/': '' });
});

test('with --atomic, a destination that was not there is not there after a failure', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('archive', brokenZip);
  const before = readdirSync(workspace.path);
  await core.exec('zip extract --in archive --dest out/of/sight --atomic --confirm');
  expect(readdirSync(workspace.path).filter((name) => name !== '.agents')).toEqual(before);
});

test('a cancel before the first file is whole leaves no folder either', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const large = Buffer.alloc(60_000_000, 'some of it ');
  workspace.write('a.zip', buildZip([{ name: 'deep/' }, { name: 'deep/large.txt', data: large }]));
  const cancel = new AbortController();
  const reply = await core.exec('zip extract --in a.zip --dest out/of/sight --confirm', {
    signal: cancel.signal,
    onProgress: () => cancel.abort(),
  });
  expect(reply).toMatchObject({ error_code: 'Cancelled', result: { files_written: 0, dirs_created: 0 } });
  expect(existsSync(join(workspace.path, 'out'))).toBe(false);
});

test('with --atomic, a cancel leaves nothing at all', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const many = Array.from({ length: 3000 }, (_, i) => ({
    name: `d${i % 30}/f${i}`,
    data: Buffer.alloc(20_000, `${i}`),
  }));
  workspace.write('a.zip', buildZip(many));
  workspace.write('out/d1/f1', 'mine');
  const cancel = new AbortController();
  const reply = await core.exec('zip extract --in a.zip --dest out --atomic --overwrite --confirm --max-files 10000', {
    signal: cancel.signal,
    onProgress: () => cancel.abort(),
  });
  expect(reply).toMatchObject({ error_code: 'Cancelled' });
  expect(contentOf(workspace)).toEqual({ 'd1/': '', 'd1/f1': 'mine' });
});

test('with --atomic, success is the same as without', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('a.zip', buildZip(honest));
  for (const [dest, flag] of [
    ['one', ''],
    ['two', '--atomic'],
  ] as const) {
    workspace.write(`${dest}/old/d.txt`, 'mine');
    mkdirSync(join(workspace.path, dest, 'old/e.txt'));
    symlinkSync('/etc/passwd', join(workspace.path, dest, 'a.txt'));
    const { result } = await core.exec(`zip extract --in a.zip --dest ${dest} --confirm ${flag}`);
    expect(result).toMatchObject({ ok: true, files_written: 2, dirs_created: 2, skipped: { existing: 3 } });
  }
  const [one, two] = ['one', 'two'].map((dest) => {
    const { 'a.txt': link, ...rest } = contentOf(workspace, dest);
    return [link?.length, rest];
  });
  expect(two).toEqual(one);
});
