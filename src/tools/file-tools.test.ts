import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { envelopeSchema, type Envelope } from '../protocol/envelope.ts';
import { createSallyport, type SallyportOptions } from '../sallyport.ts';
import { scriptedApprover, tempWorkspace, type TempWorkspace } from '../testing/index.ts';

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
const aText = 'one\ntwo\nthree\n';

function fill(workspace: TempWorkspace): TempWorkspace {
  workspace.write('a.txt', aText);
  workspace.write('src/main.ts', 'export const one = 1;\nexport const two = 2;\n');
  workspace.write('src/deep/er/leaf.ts', '// TODO: leaf\n');
  workspace.write('src/style.css', 'a { color: red }\n');
  workspace.write('crlf.txt', 'x\r\ny\r\nz\r\n');
  workspace.write('empty.txt', '');
  workspace.write('binary.bin', Uint8Array.of(1, 0, 2));
  workspace.write('latin1.txt', Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x0a));
  workspace.write('.env', 'TOKEN=1\n');
  workspace.write('.git/config', '[core]\n');
  workspace.write('.gitignore', 'dist/\n*.log\n');
  workspace.write('dist/out.ts', 'one\n');
  workspace.write('debug.log', 'one\n');
  workspace.write('node_modules/dep/index.ts', 'one\n');
  mkdirSync(join(workspace.path, 'folder'));
  symlinkSync('a.txt', join(workspace.path, 'link'));
  symlinkSync('/etc', join(workspace.path, 'etc'));
  return workspace;
}

async function call(workspace: TempWorkspace, tool: string, input: unknown, options: SallyportOptions = {}) {
  await using sallyport = createSallyport({ root: workspace.path, env: workspace.env, ...options });
  const output = await sallyport.call(tool, input);
  const envelope = envelopeSchema.parse(output);
  expect(envelope).toEqual(output);
  const record = await sallyport.runs.read(envelope.context['run_id'] as string);
  expect(record.tool).toBe(tool);
  return { envelope, record };
}

const codeOf = (envelope: Envelope) => (envelope.status === 'error' ? envelope.error.code : envelope.status);
const version = sha256(aText);

const rows: [tool: string, input: unknown, outcome: string, data?: Record<string, unknown>][] = [
  ['LS', {}, 'success'],
  ['LS', { path: '.' }, 'success'],
  ['LS', { path: './src/' }, 'success', { entries: [{ path: 'src/deep', type: 'dir' }, { path: 'src/main.ts', type: 'file' }, { path: 'src/style.css', type: 'file' }], truncated: false }], // prettier-ignore
  ['LS', { path: 'src', depth: 3 }, 'success', { entries: [{ path: 'src/deep', type: 'dir' }, { path: 'src/deep/er', type: 'dir' }, { path: 'src/deep/er/leaf.ts', type: 'file' }, { path: 'src/main.ts', type: 'file' }, { path: 'src/style.css', type: 'file' }] }], // prettier-ignore
  ['LS', { path: 'src', limit: 1 }, 'partial', { entries: [{ path: 'src/deep', type: 'dir' }], truncated: true }],
  ['LS', { path: 'folder' }, 'success', { entries: [], truncated: false }],
  ['LS', { path: '.git' }, 'success', { entries: [{ path: '.git/config', type: 'file' }] }],
  ['LS', { path: 'none' }, 'NOT_FOUND'],
  ['LS', { path: 'a.txt' }, 'INVALID_PARAM'],
  ['LS', { path: '..' }, 'ACCESS_DENIED'],
  ['LS', { path: '/' }, 'ACCESS_DENIED'],
  ['LS', { path: 'etc' }, 'ACCESS_DENIED'],
  ['LS', { path: 'etc/ssl' }, 'ACCESS_DENIED'],
  ['LS', { path: '' }, 'INVALID_PARAM'],
  ['LS', { depth: 0 }, 'INVALID_PARAM'],
  ['LS', { limit: '5' }, 'INVALID_PARAM'],
  ['LS', { folder: 'src' }, 'INVALID_PARAM'],
  ['Glob', { pattern: '**/*.ts' }, 'success', { paths: ['src/deep/er/leaf.ts', 'src/main.ts'], truncated: false }],
  ['Glob', { pattern: '*.{txt,bin}' }, 'success', { paths: ['a.txt', 'binary.bin', 'crlf.txt', 'empty.txt', 'latin1.txt'] }], // prettier-ignore
  ['Glob', { pattern: '*.ts', path: 'src' }, 'success', { paths: ['src/main.ts'] }],
  ['Glob', { pattern: '[ab]?*.???' }, 'success', { paths: ['binary.bin'] }],
  ['Glob', { pattern: 'src/**' }, 'success', { paths: ['src/deep/er/leaf.ts', 'src/main.ts', 'src/style.css'] }],
  ['Glob', { pattern: '**/*.ts', limit: 1 }, 'partial', { paths: ['src/deep/er/leaf.ts'], truncated: true }],
  ['Glob', { pattern: 'dist/*' }, 'success', { paths: ['dist/out.ts'] }],
  ['Glob', { pattern: '**', path: 'node_modules/dep' }, 'success', { paths: ['node_modules/dep/index.ts'] }],
  ['Glob', { pattern: '.git/*' }, 'success', { paths: [] }],
  ['Glob', { pattern: 'etc/*' }, 'ACCESS_DENIED'],
  ['Glob', { pattern: 'none/*.ts' }, 'success', { paths: [] }],
  ['Glob', { pattern: '*', path: 'none' }, 'NOT_FOUND'],
  ['Glob', { pattern: '*', path: 'a.txt' }, 'INVALID_PARAM'],
  ['Glob', { pattern: '../*' }, 'ACCESS_DENIED'],
  ['Glob', { pattern: '/etc/*' }, 'ACCESS_DENIED'],
  ['Glob', { pattern: '*/../*' }, 'INVALID_PARAM'],
  ['Glob', { pattern: '{a,b}'.repeat(10) }, 'INVALID_PARAM'],
  ['Glob', {}, 'INVALID_PARAM'],
  ['Grep', { pattern: 'todo' }, 'success', { matches: [{ file: 'src/deep/er/leaf.ts', line: 1, text: '// TODO: leaf' }], truncated: false }], // prettier-ignore
  ['Grep', { pattern: 'todo', case_sensitive: true }, 'success', { matches: [] }],
  ['Grep', { pattern: '^t', path: 'a.txt' }, 'success', { matches: [{ file: 'a.txt', line: 2, text: 'two' }, { file: 'a.txt', line: 3, text: 'three' }] }], // prettier-ignore
  ['Grep', { pattern: 'one' }, 'success', { matches: [{ file: 'a.txt', line: 1, text: 'one' }, { file: 'src/main.ts', line: 1, text: 'export const one = 1;' }] }], // prettier-ignore
  ['Grep', { pattern: 'one', include: '*.ts' }, 'success', { matches: [{ file: 'src/main.ts', line: 1, text: 'export const one = 1;' }] }], // prettier-ignore
  ['Grep', { pattern: 'export', limit: 1 }, 'partial', { matches: [{ file: 'src/main.ts', line: 1, text: 'export const one = 1;' }], truncated: true }], // prettier-ignore
  ['Grep', { pattern: 'two', path: 'a.txt', context: 1 }, 'success', { matches: [{ file: 'a.txt', line: 2, text: 'two', before: ['one'], after: ['three'] }] }], // prettier-ignore
  ['Grep', { pattern: 'y$', path: 'crlf.txt' }, 'success', { matches: [{ file: 'crlf.txt', line: 2, text: 'y' }] }],
  ['Grep', { pattern: 'one', path: 'dist' }, 'success', { matches: [{ file: 'dist/out.ts', line: 1, text: 'one' }] }],
  ['Grep', { pattern: 'TOKEN' }, 'success', { matches: [] }],
  ['Grep', { pattern: 'TOKEN', path: '.env' }, 'ACCESS_DENIED'],
  ['Grep', { pattern: 'x', path: 'binary.bin' }, 'BINARY_FILE'],
  ['Grep', { pattern: '(' }, 'INVALID_PARAM'],
  ['Grep', { pattern: 'x', path: 'none' }, 'NOT_FOUND'],
  ['Grep', { pattern: 'x', path: 'link' }, 'ACCESS_DENIED'],
  ['Grep', { pattern: 'root', path: 'etc' }, 'ACCESS_DENIED'],
  ['Grep', { pattern: 'x', path: '../x' }, 'ACCESS_DENIED'],
  ['Grep', { pattern: '' }, 'INVALID_PARAM'],
  ['Grep', { pattern: 'x', limit: 0 }, 'INVALID_PARAM'],
  ['Grep', { pattern: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' }, 'INVALID_PARAM'],
  ['Read', { path: 'a.txt' }, 'success', { content: aText, version, start_line: 1, end_line: 3, total_lines: 3, truncated: false }], // prettier-ignore
  ['Read', { path: 'a.txt', start_line: 2 }, 'success', { content: 'two\nthree\n', version, truncated: false }],
  ['Read', { path: 'a.txt', start_line: 2, limit: 1 }, 'partial', { content: 'two\n', version, truncated: true }],
  ['Read', { path: 'crlf.txt' }, 'success', { content: 'x\r\ny\r\nz\r\n' }],
  ['Read', { path: 'empty.txt' }, 'success', { content: '', version: sha256(''), total_lines: 0 }],
  ['Read', { path: 'latin1.txt' }, 'success', { content: 'caf\uFFFD\n' }],
  ['Read', { path: '.git/config' }, 'success', { content: '[core]\n' }],
  ['Read', { path: 'a.txt', start_line: 4 }, 'INVALID_PARAM'],
  ['Read', { path: 'a.txt', start_line: 0 }, 'INVALID_PARAM'],
  ['Read', { path: 'src' }, 'IS_DIRECTORY'],
  ['Read', { path: '.' }, 'IS_DIRECTORY'],
  ['Read', { path: 'binary.bin' }, 'BINARY_FILE'],
  ['Read', { path: 'none.txt' }, 'NOT_FOUND'],
  ['Read', { path: 'none/none.txt' }, 'NOT_FOUND'],
  ['Read', { path: 'link' }, 'ACCESS_DENIED'],
  ['Read', { path: 'etc/passwd' }, 'ACCESS_DENIED'],
  ['Read', { path: '/etc/passwd' }, 'ACCESS_DENIED'],
  ['Read', { path: 'src/../../x' }, 'ACCESS_DENIED'],
  ['Read', { path: 'a\u0000b' }, 'ACCESS_DENIED'],
  ['Read', { path: '.env' }, 'ACCESS_DENIED'],
  ['Read', {}, 'INVALID_PARAM'],
  ['Read', 'a.txt', 'INVALID_PARAM'],
  ['Read', null, 'INVALID_PARAM'],
  ['Write', { path: 'new.txt', content: 'n' }, 'success', { applied: true, version: sha256('n') }],
  ['Write', { path: 'x/y/z.txt', content: '' }, 'success', { applied: true, version: sha256('') }],
  ['Write', { path: 'a.txt', content: 'n' }, 'CONFLICT'],
  ['Write', { path: 'a.txt', content: 'n', expected_version: version }, 'CONFLICT'],
  ['Write', { path: 'a.txt', content: 'n', overwrite: true }, 'success', { applied: true, version: sha256('n') }],
  ['Write', { path: 'a.txt', content: 'n', overwrite: true, expected_version: version }, 'success', { applied: true }],
  ['Write', { path: 'a.txt', content: 'n', overwrite: true, expected_version: sha256('n') }, 'CONFLICT'],
  ['Write', { path: 'gone.txt', content: 'n', overwrite: true, expected_version: version }, 'CONFLICT'],
  ['Write', { path: 'src', content: 'n', overwrite: true }, 'IS_DIRECTORY'],
  ['Write', { path: 'link', content: 'n', overwrite: true }, 'ACCESS_DENIED'],
  ['Write', { path: 'etc/x', content: 'n' }, 'ACCESS_DENIED'],
  ['Write', { path: '../x', content: 'n' }, 'ACCESS_DENIED'],
  ['Write', { path: '.git/hooks/pre-commit', content: 'n' }, 'ACCESS_DENIED'],
  ['Write', { path: '.agents/audit/chain.jsonl', content: 'n', overwrite: true }, 'ACCESS_DENIED'],
  ['Write', { path: 'a.txt/b', content: 'n' }, 'INVALID_PARAM'],
  ['Write', { path: 'new.txt' }, 'INVALID_PARAM'],
  ['Write', { path: 'new.txt', content: '\uD800' }, 'INVALID_PARAM'],
  ['Edit', { path: 'a.txt', old_string: 'two', new_string: '2' }, 'success', { applied: true, version: sha256('one\n2\nthree\n') }], // prettier-ignore
  ['Edit', { path: 'a.txt', old_string: 'two\n', new_string: '' }, 'success', { version: sha256('one\nthree\n') }],
  ['Edit', { path: 'crlf.txt', old_string: 'x\ny', new_string: 'x\n!\ny' }, 'success', { version: sha256('x\r\n!\r\ny\r\nz\r\n') }], // prettier-ignore
  ['Edit', { path: 'latin1.txt', old_string: 'caf', new_string: 'CAF' }, 'success', { version: sha256(Uint8Array.of(0x43, 0x41, 0x46, 0xe9, 0x0a)) }], // prettier-ignore
  ['Edit', { path: 'a.txt', old_string: 'two', new_string: '2', expected_version: version }, 'success'],
  ['Edit', { path: 'a.txt', old_string: 'two', new_string: '2', expected_version: 'x' }, 'CONFLICT'],
  ['Edit', { path: 'a.txt', old_string: 'four', new_string: '4' }, 'INVALID_PARAM'],
  ['Edit', { path: 'a.txt', old_string: 'e', new_string: 'E' }, 'INVALID_PARAM'],
  ['Edit', { path: 'a.txt', old_string: 'two', new_string: 'two' }, 'INVALID_PARAM'],
  ['Edit', { path: 'a.txt', old_string: '', new_string: 'x' }, 'INVALID_PARAM'],
  ['Edit', { path: 'none.txt', old_string: 'x', new_string: 'y' }, 'NOT_FOUND'],
  ['Edit', { path: 'src', old_string: 'x', new_string: 'y' }, 'IS_DIRECTORY'],
  ['Edit', { path: 'binary.bin', old_string: '\u0001', new_string: 'y' }, 'BINARY_FILE'],
  ['Edit', { path: 'link', old_string: 'two', new_string: '2' }, 'ACCESS_DENIED'],
  ['Edit', { path: '.env', old_string: '1', new_string: '2' }, 'ACCESS_DENIED'],
  ['Mkdir', { path: 'made/deep' }, 'success', { applied: true }],
  ['Mkdir', { path: 'src' }, 'success', { applied: false }],
  ['Mkdir', { path: 'a.txt' }, 'CONFLICT'],
  ['Mkdir', { path: 'etc/x' }, 'ACCESS_DENIED'],
  ['Mkdir', { path: '../x' }, 'ACCESS_DENIED'],
  ['Mkdir', { path: '.github' }, 'success', { applied: true }],
  ['Mkdir', { path: '.github/workflows' }, 'ACCESS_DENIED'],
  ['Mkdir', { path: '.vscode' }, 'ACCESS_DENIED'],
  ['Mkdir', { path: '.git/hooks' }, 'ACCESS_DENIED'],
  ['Mkdir', { path: '.agents/x' }, 'ACCESS_DENIED'],
  ['Mkdir', { path: 'nul' }, 'ACCESS_DENIED'],
  ['Mkdir', {}, 'INVALID_PARAM'],
];

describe('every call gives a valid envelope with the right status, code and data', () => {
  test.each(rows.map((row) => [`${row[0]} ${JSON.stringify(row[1])}`.slice(0, 120), row] as const))(
    '%s',
    async (_, [tool, input, outcome, data]) => {
      using workspace = fill(tempWorkspace());
      const { envelope, record } = await call(workspace, tool, input);
      expect({ outcome: codeOf(envelope), text: envelope.text }).toMatchObject({ outcome });
      if (data) expect(envelope.data).toMatchObject(data);
      expect(record.error_code === null).toBe(envelope.status !== 'error');
      // What an error says, and what to try: two lines at least.
      if (envelope.status === 'error') expect(envelope.text.split('\n').length).toBeGreaterThan(1);
      expect(readFileSync(join(workspace.path, '.git/config'), 'utf8')).toBe('[core]\n');
    },
  );
});

test.each<[tool: string, input: unknown, message: string, next: string]>([
  ['Read', {}, "Missing required parameter 'path'.", 'Correct the parameter and call again.'],
  ['Read', ['a.txt'], 'The input must be an object with path, start_line, limit, not a list.', 'Correct the parameter and call again.'],
  ['LS', { depth: 0 }, 'depth must be at least 1, not 0.', 'Correct the parameter and call again.'],
  ['LS', { folder: 'src' }, "There is no parameter 'folder'; there are path, depth, limit.", 'Correct the parameter and call again.'],
  ['Grep', { pattern: 'x'.repeat(5_000) }, 'pattern must have at most 4096 characters.', 'Correct the parameter and call again.'],
  ['Write', { path: 'a', content: '\uD800' }, 'content must be well-formed Unicode.', 'Correct the parameter and call again.'],
  ['Write', { path: 'a.txt', content: 'n' }, '"a.txt" exists already.', 'Read it first; then send overwrite: true to replace it, or choose another name.'],
  ['Mkdir', { path: 'a.txt' }, '"a.txt" is a file.', 'Choose another name for the folder.'],
])('%s %j says what is wrong and what to do, in plain words', async (tool, input, message, next) => {
  using workspace = fill(tempWorkspace());
  expect((await call(workspace, tool, input)).envelope.text).toBe(`${message}\n${next}`);
}); // prettier-ignore

test('after a stop a call says who stopped, and to wait', async () => {
  using workspace = fill(tempWorkspace());
  await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
  await sallyport.panic();
  for (const [tool, input, code] of [
    ['LS', {}, 'ACCESS_DENIED'],
    ['Bash', { command: 'true' }, 'INVALID_PARAM'],
  ] as const) {
    const envelope = envelopeSchema.parse(await sallyport.call(tool, input));
    expect(codeOf(envelope)).toBe(code);
    expect(envelope.text).toMatch(
      /has stopped everything\.\nWait until a person lifts the stop; nothing runs before\.$/,
    );
  }
  await sallyport.resume();
});

test('an entry of a folder is a file, a folder or a link, and the link is not followed', async () => {
  using workspace = fill(tempWorkspace());
  execFileSync('mkfifo', [join(workspace.path, 'pipe')]);
  const { envelope } = await call(workspace, 'LS', { depth: 2 });
  const entries = envelope.data['entries'] as { path: string; type: string }[];
  const types = new Map(entries.map(({ path, type }) => [path, type]));
  expect([types.get('etc'), types.get('link'), types.get('folder'), types.get('a.txt'), types.get('pipe')]).toEqual([
    'link',
    'link',
    'dir',
    'file',
    'file',
  ]);
  expect([...types.keys()].filter((path) => /^(?:etc|\.git|node_modules)\//.test(path))).toEqual([]);
});

test('a path may be given from the root of the system, if it is in the workspace', async () => {
  using workspace = fill(tempWorkspace());
  const { envelope } = await call(workspace, 'Read', { path: join(workspace.path, 'src/main.ts') });
  expect(envelope.data['content']).toContain('export');
  const { envelope: other } = await call(workspace, 'Read', { path: `${workspace.path}/src/../../x` });
  expect(codeOf(other)).toBe('ACCESS_DENIED');
});

test('the count of an ambiguous text is told, overlaps included, and the file stays', async () => {
  using workspace = fill(tempWorkspace());
  workspace.write('rep.txt', 'aaa');
  const { envelope } = await call(workspace, 'Edit', { path: 'rep.txt', old_string: 'aa', new_string: 'b' });
  expect(envelope.text).toContain('2 times');
  const { envelope: none } = await call(workspace, 'Edit', { path: 'rep.txt', old_string: 'c', new_string: 'b' });
  expect(none.text).toContain('0 times');
  expect(readFileSync(join(workspace.path, 'rep.txt'), 'utf8')).toBe('aaa');
});

test('a replaced file keeps its mode, and mixed line ends stay as they are', async () => {
  using workspace = fill(tempWorkspace());
  workspace.write('run.sh', 'a\r\nb\nc\n');
  execFileSync('chmod', ['750', join(workspace.path, 'run.sh')]);
  await call(workspace, 'Edit', { path: 'run.sh', old_string: 'b\n', new_string: 'B\nB\n' });
  expect(readFileSync(join(workspace.path, 'run.sh'), 'utf8')).toBe('a\r\nB\nB\nc\n');
  expect(lstatSync(join(workspace.path, 'run.sh')).mode & 0o777).toBe(0o750);
});

test('a long file comes in parts that give the whole when they are put together', async () => {
  using workspace = tempWorkspace();
  const whole = Array.from({ length: 4500 }, (_, at) => `${at} ${'ä€😀'.repeat(at % 7)}`).join('\n');
  workspace.write('long.txt', whole);
  let [content, start, parts] = ['', 1, 0];
  for (; start > 0 && parts < 20; parts++) {
    const { envelope } = await call(workspace, 'Read', { path: 'long.txt', start_line: start, limit: 99_999 });
    const part = envelope.data['content'] as string;
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(64 * 1024);
    expect(part.split('\n').length).toBeLessThanOrEqual(2001);
    content += part;
    start = Number(/go on with start_line (\d+)/.exec(envelope.text)?.[1] ?? 0);
    expect(envelope.status).toBe(start > 0 ? 'partial' : 'success');
  }
  expect(parts).toBeGreaterThan(2);
  expect(content).toBe(whole);
});

test('of a line that is too long the beginning is shown, up to a whole character', async () => {
  using workspace = tempWorkspace();
  workspace.write('wide.txt', `${'€'.repeat(40_000)}\nnext\n`);
  const { envelope } = await call(workspace, 'Read', { path: 'wide.txt' });
  expect(envelope.data).toMatchObject({ content: '€'.repeat(21_845), truncated: true, end_line: 1 });
  expect(envelope.text).toContain('go on with start_line 2');
});

test('what is protected is asked about as for commands, and a yes opens exactly that', async () => {
  using workspace = fill(tempWorkspace());
  const { approver, asked } = scriptedApprover(() => 'allow');
  const { envelope, record } = await call(workspace, 'Read', { path: '.env' }, { approver });
  expect(envelope).toMatchObject({ status: 'success', data: { content: 'TOKEN=1\n' } });
  expect(asked.map(({ tool, command }) => [tool, command])).toEqual([['Read', 'Read .env']]);
  expect(record.approval).toMatchObject({ answer: 'allow', who: 'script' });
  const input = { path: '.env', old_string: '1', new_string: '2' };
  expect((await call(workspace, 'Edit', input, { approver })).envelope.status).toBe('success');
  const { approver: no } = scriptedApprover(() => 'deny');
  const { envelope: denied } = await call(workspace, 'Read', { path: '.env' }, { approver: no });
  expect([codeOf(denied), denied.text]).toEqual(['ACCESS_DENIED', expect.stringContaining('script answered deny')]);
});

test('what a file holds, or gets, is in no record', async () => {
  using workspace = fill(tempWorkspace());
  workspace.write('marked.txt', 'before XYZZY-OLD after\n');
  const calls: [string, Record<string, unknown>][] = [
    ['Read', { path: 'marked.txt' }],
    ['Grep', { pattern: 'before' }],
    ['Edit', { path: 'marked.txt', old_string: 'XYZZY-OLD', new_string: 'XYZZY-NEW' }],
    ['Write', { path: 'fresh.txt', content: 'XYZZY-FRESH' }],
  ];
  for (const [tool, input] of calls) {
    const { envelope, record } = await call(workspace, tool, input);
    expect(envelope.status).toBe('success');
    expect(JSON.stringify(record)).not.toContain('XYZZY');
    expect(record.parsed?.name).toBe(tool);
  }
  expect(readFileSync(join(workspace.path, 'marked.txt'), 'utf8')).toBe('before XYZZY-NEW after\n');
});

test('a refused or broken call leaves nothing behind', async () => {
  using workspace = fill(tempWorkspace());
  await call(workspace, 'Write', { path: 'deep/new/x:.txt', content: 'n' });
  await call(workspace, 'Mkdir', { path: 'deep/nul' });
  expect(existsSync(join(workspace.path, 'deep'))).toBe(false);
});

test('a long content is not sent back', async () => {
  using workspace = tempWorkspace();
  const { envelope } = await call(workspace, 'Write', { path: 'big.txt', content: 'x'.repeat(1_000_000) });
  expect(JSON.stringify(envelope).length).toBeLessThan(2_000);
  expect(lstatSync(join(workspace.path, 'big.txt')).size).toBe(1_000_000);
});
