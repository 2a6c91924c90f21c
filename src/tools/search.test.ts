import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findRipgrep } from '../backends/ripgrep/index.ts';
import { compileGlob } from '../commands/search/index.ts';
import { systemClock } from '../platform/clock.ts';
import { envelopeSchema } from '../protocol/envelope.ts';
import { createSallyport } from '../sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../testing/index.ts';

afterEach(() => void vi.unstubAllEnvs());

async function call(workspace: TempWorkspace, tool: string, input: Record<string, unknown>, clock = systemClock) {
  await using sallyport = createSallyport({ root: workspace.path, env: workspace.env, clock });
  const envelope = envelopeSchema.parse(await sallyport.call(tool, input));
  const { result } = await sallyport.runs.read(envelope.context['run_id'] as string);
  return { envelope, engine: result?.['engine'] };
}

const tree = ['a.ts', 'b.tsx', 'c.js', '.hidden.ts', 'x-1.md', 'x-2.md', 'x-a.md', 'd/a.ts', 'd/e/a.ts', 'd/e/f/z.ts', 'd e/a b.ts', 'd/[q].ts', 'd/{r}.ts', 'd/.conf/k.yml', 'ü/ß.ts']; // prettier-ignore
const patterns = ['*', '*.ts', '*.ts*', '?.ts', '**/*.ts', '**', 'd/**', 'd/**/*.ts', 'd/*/*.ts', '**/a.ts', '**/e/**/*.ts', '*.{ts,js}', '{a,b}.{ts,tsx}', '{d,none}/**/{a,z}.ts', 'x-[0-9].md', 'x-[!0-9].md', 'x-[12a].md', 'd/[[]q].ts', '*/*', '**/?.ts', '*a*', 'd*/a*.ts', '**/*.{yml,md}', 'nothing/*', '*/**/[yz].ts', 'ü/?.ts', '**/.*/*', 'd/\\{r}.ts']; // prettier-ignore

test.each(patterns)('the pattern %s finds what bash finds', async (pattern) => {
  using workspace = tempWorkspace();
  for (const path of tree) workspace.write(path, '');
  const words = pattern.replaceAll(' ', '\\ ');
  const script = `export LC_ALL=C.UTF-8; shopt -s globstar dotglob nullglob; for f in ${words}; do [ -f "$f" ] && echo "$f"; done; true`;
  const found = execFileSync('bash', ['-c', script], { cwd: workspace.path, encoding: 'utf8' });
  const expected = [...new Set(found.split('\n').filter((path) => path !== ''))].sort();
  const { envelope } = await call(workspace, 'Glob', { pattern });
  const paths = envelope.data['paths'] as string[];
  expect(paths.filter((path) => !path.startsWith('.agents/'))).toEqual(expected);
});

test('a pattern of many stars takes no longer than it is long', () => {
  const { fits } = compileGlob(`${'*a'.repeat(300)}b`);
  expect(fits('a'.repeat(255))).toBe(false);
  expect(compileGlob(`${'**/*/'.repeat(150)}b`).fits(Array.from({ length: 400 }, () => 'a').join('/'))).toBe(false);
});

test('what .gitignore names is left out as git leaves it out', async () => {
  using workspace = tempWorkspace();
  workspace.write('.gitignore', '# notes\n*.log\n!keep.log\n/top.txt\nbuild/\ndocs/*.html\n**/cache/**\n\\#odd\ntrail \n{x}.txt\n.agents\n'); // prettier-ignore
  workspace.write('sub/.gitignore', '!b.log\nlocal\n');
  for (const path of ['a.log', 'keep.log', 'top.txt', 'sub/top.txt', 'build/x', 'sub/build/y', 'sub/b.log', 'sub/c.log', 'sub/local', 'local', 'docs/a.html', 'docs/d/a.html', 'q/cache/z', 'q/z', '#odd', 'trail', '{x}.txt', 'x.txt', 'src/build']) workspace.write(path, ''); // prettier-ignore
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace.path, encoding: 'utf8' });
  git('init', '--quiet');
  const expected = git('-c', 'core.quotePath=false', 'ls-files', '--others', '--exclude-standard', '-z').split('\0');
  const { envelope } = await call(workspace, 'Glob', { pattern: '**' });
  expect(envelope.data['paths']).toEqual(expected.filter((path) => path !== '').sort());
  expect(envelope.text).toContain('that .gitignore names');
});

function fillForGrep(workspace: TempWorkspace): void {
  workspace.write('a.txt', 'Alpha beta\nfoo(bar) {\n  return 1;\n}\n\ttabbed line\n');
  workspace.write('sub/b.ts', 'const alpha = "x";\nconst été = 2;\nfoo.bar\nfoo-bar\n');
  workspace.write('sub/crlf.ts', 'first\r\nalpha\r\nlast\r\n');
  workspace.write('sub/bom.ts', '\uFEFFalpha first\n');
  workspace.write('sub.txt', 'alpha\nlast without an end');
  workspace.write('odd\nname.txt', 'alpha\n');
  workspace.write('bin.dat', Buffer.from('alpha\n\0alpha\n'));
  workspace.write('late.dat', Buffer.from(`alpha\n${'x'.repeat(200_000)}\n\0`));
  workspace.write('-dash.txt', 'alpha\n');
  workspace.write('.hidden', 'alpha\n');
  workspace.write('.env', 'ALPHA=secret\n');
  workspace.write('.git/HEAD', 'alpha\n');
  workspace.write('node_modules/m/i.js', 'alpha\n');
  workspace.write('.gitignore', 'ignored.txt\n');
  workspace.write('ignored.txt', 'alpha\n');
  workspace.write('min.js', `${'y'.repeat(3000)}alpha\n`);
  symlinkSync('a.txt', join(workspace.path, 'to-a.txt'));
  symlinkSync('/etc', join(workspace.path, 'to-etc'));
}

const ordinary: Record<string, unknown>[] = [
  { pattern: 'alpha' },
  { pattern: 'alpha', case_sensitive: true },
  { pattern: '^alpha$' },
  { pattern: '^\\s+\\w+' },
  { pattern: 'foo.bar' },
  { pattern: 'foo\\.bar|foo-bar' },
  { pattern: 'foo\\(bar\\) \\{$' },
  { pattern: 'foo\\(bar\\) {' },
  { pattern: '(?i)ALPHA', case_sensitive: true },
  { pattern: '\\bbeta\\b' },
  { pattern: 'ét[eé]' },
  { pattern: 'ÉTÉ' },
  { pattern: '[a-c]+\\s*=' },
  { pattern: '^$' },
  { pattern: 'alpha', include: '*.ts' },
  { pattern: 'alpha', include: 'sub/*.{ts,txt}' },
  { pattern: 'alpha', path: 'sub' },
  { pattern: 'alpha', path: 'node_modules/m' },
  { pattern: 'alpha', limit: 3 },
  { pattern: 'last', context: 2 },
  { pattern: 'foo(?=-)' },
  { pattern: '(o)\\1' },
  { pattern: '--pre=sh' },
];

const ripgrep = findRipgrep('/nowhere', process.env);
if (ripgrep === undefined) console.warn('There is no ripgrep on PATH: only our own search is tested here.');

test.each(ordinary)('Grep %j finds the same with and without ripgrep', async (input) => {
  using workspace = tempWorkspace();
  fillForGrep(workspace);
  const found = [];
  for (const path of ['/nowhere', process.env['PATH'] ?? '']) {
    vi.stubEnv('PATH', path);
    found.push(await call(workspace, 'Grep', input));
  }
  const [own, fast] = found;
  expect(own?.engine).toBe('own');
  expect(fast?.envelope.data).toEqual(own?.envelope.data);
  expect(fast?.envelope.status).toBe(own?.envelope.status);
  if (ripgrep !== undefined && !/\(\?=|\\1|\) \{$/.test(String(input['pattern']))) expect(fast?.engine).toBe('ripgrep');
});

test('our own records are in no search, and nothing is said of them, but who names them sees them', async () => {
  using workspace = tempWorkspace();
  workspace.write('a.txt', 'run_id\n');
  await call(workspace, 'LS', {});
  const { envelope } = await call(workspace, 'Grep', { pattern: 'run_id' });
  expect(envelope.text).toBe('Grep run_id in .: 1 matches.\na.txt:1:run_id');
  const { envelope: named } = await call(workspace, 'Glob', { pattern: '**/*.json', path: '.agents' });
  expect(named.data['paths']).toEqual([
    expect.stringMatching(/^\.agents\/artifacts\/Grep\/runs\//),
    expect.stringMatching(/^\.agents\/artifacts\/LS\/runs\//),
  ]);
});

test('Grep finds these lines, in this order, and no others', async () => {
  using workspace = tempWorkspace();
  fillForGrep(workspace);
  const { envelope } = await call(workspace, 'Grep', { pattern: 'alpha', include: '*' });
  const matches = envelope.data['matches'] as { file: string; line: number; text: string }[];
  expect(matches.map(({ file, line, text }) => `${file}:${line}:${text.length}`)).toEqual([
    '-dash.txt:1:5',
    '.hidden:1:5',
    'a.txt:1:10',
    'min.js:1:501', // cut, with an ellipsis
    'sub.txt:1:5',
    'sub/b.ts:1:18',
    'sub/bom.ts:1:11',
    'sub/crlf.ts:2:5',
  ]);
  expect(envelope.text).toContain('Left out: 1 that are protected');
});

test('ripgrep gets a fixed list of options and no environment, and one in the workspace is not run', async () => {
  using workspace = tempWorkspace();
  using elsewhere = tempWorkspace();
  workspace.write('a.txt', 'x\n');
  const log = join(elsewhere.path, 'log');
  for (const [folder, name] of [
    [elsewhere.path, 'good'],
    [join(workspace.path, 'bin'), 'evil'],
  ] as const) {
    // prettier-ignore
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'rg'), `#!/bin/sh\necho ${name} >>${log}\nfor a; do echo "$a" >>${log}; done\n/usr/bin/env >>${log}\nexit 1\n`); // prettier-ignore
    chmodSync(join(folder, 'rg'), 0o755);
  }
  vi.stubEnv('RIPGREP_CONFIG_PATH', '/etc/hostile');
  vi.stubEnv('PATH', `${workspace.path}/bin:bin:.:${elsewhere.path}`);
  const { engine } = await call(workspace, 'Grep', { pattern: '--pre=evil', include: '*.txt' });
  expect(engine).toBe('ripgrep');
  const lines = readFileSync(log, 'utf8').split('\n');
  expect(lines.slice(0, 2)).toEqual(['good', '--no-config']);
  expect(lines.filter((line) => line.includes('--pre'))).toEqual(['--regexp=--pre=evil']);
  expect(lines.slice(lines.indexOf('--') + 1)[0]).toBe('./a.txt');
  expect(lines.some((line) => line.startsWith('RIPGREP_CONFIG_PATH') || line === 'evil')).toBe(false);
});

test('a pattern that takes forever is ended, and the next search works', async () => {
  using workspace = tempWorkspace();
  workspace.write('a.txt', `${'a'.repeat(60)}!\n`);
  vi.stubEnv('PATH', '/nowhere');
  const hasty = { ...systemClock, after: (ms: number, then: () => void) => systemClock.after(ms / 5, then) };
  const { envelope } = await call(workspace, 'Grep', { pattern: '^(a+)+$' }, hasty);
  expect(envelope).toMatchObject({ status: 'error', error: { code: 'TIMEOUT' } });
  expect((await call(workspace, 'Grep', { pattern: 'a!' })).envelope.data).toMatchObject({ matches: [{ line: 1 }] });
});

test('a folder of very many files is listed in part, and searching it ends', async () => {
  using workspace = tempWorkspace();
  execFileSync('bash', ['-c', 'mkdir big && cd big && seq -f f%06g 1 5000 | xargs touch'], { cwd: workspace.path });
  workspace.write('a.txt', 'needle\n');
  const { envelope: list } = await call(workspace, 'LS', { path: 'big' });
  expect(list).toMatchObject({ status: 'partial', data: { truncated: true } });
  expect((list.data['entries'] as { path: string }[]).map(({ path }) => path).slice(0, 2)).toEqual([
    'big/f000001',
    'big/f000002',
  ]);
  const { envelope: found } = await call(workspace, 'Glob', { pattern: '**/*4999' });
  expect(found).toMatchObject({ status: 'success', data: { paths: ['big/f004999'] } });
  const { envelope: lines } = await call(workspace, 'Grep', { pattern: 'needle' });
  // On a slow machine the rest is not reached in time, and the answer says so.
  expect(lines.status).toBe(lines.data['truncated'] === true ? 'partial' : 'success');
  expect(lines.data['matches']).toEqual([{ file: 'a.txt', line: 1, text: 'needle' }]);
});

test('what Edit and Write replace can be brought back', async () => {
  using workspace = tempWorkspace();
  workspace.write('a.txt', 'old\n');
  await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
  const content = () => readFileSync(join(workspace.path, 'a.txt'), 'utf8');
  const calls: [string, Record<string, unknown>][] = [
    ['Edit', { path: 'a.txt', old_string: 'old', new_string: 'new' }],
    ['Write', { path: 'a.txt', content: 'other\n', overwrite: true }],
  ];
  for (const [tool, input] of calls) {
    const { context } = envelopeSchema.parse(await sallyport.call(tool, input));
    expect(content()).not.toBe('old\n');
    await sallyport.runs.undo(context['run_id'] as string);
    expect(content()).toBe('old\n');
  }
  expect(existsSync(join(workspace.path, 'a.txt'))).toBe(true);
});
