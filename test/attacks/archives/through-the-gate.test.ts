import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSallyport } from '../../../src/sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../../../src/testing/index.ts';
import { buildTar } from '../../fixtures/tar-builder.ts';
import { buildZip } from '../../fixtures/zip-builder.ts';

const open = (workspace: TempWorkspace) => createSallyport({ root: workspace.path, env: workspace.env });

test('names that a terminal would obey are escaped in stdout, result and every file of the audit', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const names = [
    'a\x1b[2J',
    'b\x1b]0;owned\x07',
    'c\nok: true',
    'd\r',
    'e\u009b',
    'f\u202etxt.exe',
    'g\u2028',
    'h\x7f',
  ];
  workspace.write('a.zip', buildZip(names.map((name) => ({ name, data: 'x' }))));
  workspace.write('a.tar', buildTar(names.map((name) => ({ name, flag: '2', link: name }))));
  for (const line of [
    'zip list --in a.zip',
    'tar list --in a.tar',
    'zip extract --in a.zip --dest out --confirm',
    'tar extract --in a.tar --dest out --confirm',
  ]) {
    const { exit_code, stdout, result } = await core.exec(line);
    expect({ line, exit_code, odd: odd(`${stdout}${strings(result).join('\n')}`) }).toEqual({
      line,
      exit_code: 0,
      odd: [],
    });
  }
  const audit = join(workspace.path, '.agents');
  const files = readdirSync(audit, { recursive: true, encoding: 'utf8' }).filter((name) =>
    lstatSync(join(audit, name)).isFile(),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const name of files)
    expect({ name, odd: odd(readFileSync(join(audit, name), 'utf8')) }).toEqual({ name, odd: [] });
});

/** What moves a cursor, breaks a line in a way that our own output does not, or runs backwards. */
function odd(text: string): readonly string[] {
  return text.match(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu) ?? [];
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(strings) : [];
}

test.each([
  ['zip', '.agents/audit/chain.jsonl'],
  ['tar', '.agents/audit/chain.jsonl'],
  ['zip', '.AGENTS/x'],
  ['tar', '.AGENTS/x'],
] as const)('with the workspace as its destination, %s cannot write %s', async (kind, name) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const entries = [
    { name, data: 'forged' },
    { name: 'good.txt', data: 'fine' },
  ];
  workspace.write('a', kind === 'zip' ? buildZip(entries) : buildTar(entries));
  const { exit_code, result } = await core.exec(`${kind} extract --in a --dest . --confirm --overwrite`);
  expect({ exit_code, files: result['files_written'], skipped: result['skipped'] }).toMatchObject({
    exit_code: 0,
    files: 1,
    skipped: { unsafe_path: 1 },
  });
  expect(await core.audit.verify()).toMatchObject({ ok: true });
});

test.each(['zip', 'tar'] as const)('%s: the executable bit is kept, and no other', async (kind) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const bits = kind === 'zip' ? 0o100000 : 0;
  const entries = [
    { name: 'run', data: 'x', mode: bits | 0o7777 },
    { name: 'dir/', mode: kind === 'zip' ? 0o041777 : 0o1777, flag: '5' },
    { name: 'dir/x', data: 'x', mode: bits },
  ];
  workspace.write('a', kind === 'zip' ? buildZip(entries) : buildTar(entries));
  await core.exec(`${kind} extract --in a --dest out --confirm`);
  const mode = (path: string) => (lstatSync(join(workspace.path, 'out', path)).mode & 0o7777).toString(8);
  expect([mode('run'), mode('dir'), mode('dir/x')]).toEqual(['755', '755', '644']);
});

test('what was written before the damage is reported', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const entries = [
    { name: 'good.txt', data: 'fine' },
    { name: 'bad', data: 'a', crc: 1 },
  ];
  workspace.write('a.zip', buildZip(entries));
  expect(await core.exec('zip extract --in a.zip --dest out --confirm')).toMatchObject({
    error_code: 'CorruptInput',
    result: { ok: false, files_written: 1, bytes_written: 4 },
  });
  expect(readdirSync(join(workspace.path, 'out'))).toEqual(['good.txt']);
});

test('no pattern can be made to run for ever', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('redos.zip', buildZip([{ name: 'a'.repeat(3000), data: 'x' }]));
  const { exit_code, result } = await core.exec(`zip list --in redos.zip --include ${'**a'.repeat(12)}b`);
  expect({ exit_code, count: result['count_total'] }).toEqual({ exit_code: 0, count: 0 });
});
