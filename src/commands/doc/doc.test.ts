import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { docx, p, tbl, tc, tr } from '../../../test/fixtures/documents/docx.ts';
import { ole } from '../../../test/fixtures/documents/ole.ts';
import { buildPdf, text } from '../../../test/fixtures/pdf-builder.ts';
import { sampleWorkspace } from '../../../test/fixtures/samples.ts';
import { openRoot } from '../../files/index.ts';
import type { Progress } from '../../protocol/progress.ts';
import { createSallyport } from '../../sallyport.ts';
import { tempWorkspace } from '../../testing/index.ts';
import { extractDocument } from './extract.ts';

async function run(line: string, files: Readonly<Record<string, string | Buffer>> = {}) {
  using workspace = sampleWorkspace();
  for (const [name, content] of Object.entries(files)) workspace.write(name, content);
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  const reply = await core.exec(line);
  const read = (name: string) => readFileSync(join(workspace.path, name), 'utf8');
  return {
    ...reply,
    written: reply.exit_code === 0 && typeof reply.result['out'] === 'string' ? read(reply.result['out']) : '',
  };
}

const reportMarkdown = '# Report\n\nAll is well.\n\n| what | count |\n| --- | --- |\n| ships | 3 |\n';
const reportResult = {
  ok: true,
  command: 'doc extract',
  in: 'report.docx',
  out: null,
  format: 'docx',
  mode: 'md',
  status: 'ok',
  extracted_chars: reportMarkdown.length,
  truncated: false,
  warnings: [],
};

test('Markdown comes through as it is, and is plain text in other modes', async () => {
  const markdown =
    '---\ntitle: Use\n---\n\n# Use <b>it</b>\n\n\n- one\n    - two  \n      more\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\n# no heading\n\n\n\n  echo <x>\n```\n\n    indented\n\n1) end\n';
  const files = { 'use.md': markdown, 'crlf.md': `${markdown.replaceAll('\n', '\r\n')}\r\n\r\n` };
  expect((await run('doc extract --in use.md', files)).stdout).toBe(markdown);
  expect((await run('doc extract --in crlf.md', files)).stdout).toBe(markdown);
  const { stdout } = await run('doc extract --in use.md --mode json', files);
  expect(JSON.parse(stdout)).toMatchObject({ format: 'text', blocks: { length: 8 } });
  expect(JSON.parse(stdout).blocks[0]).toEqual({ kind: 'paragraph', text: '---\ntitle: Use\n---' });
});

test.each([
  ['a PDF in pages', 'ten.pdf', 'pages'],
  ['what has no pages in bytes', 'rows.csv', 'bytes'],
])('reading shows how far it is, %s', async (_, name, unit) => {
  using workspace = tempWorkspace();
  workspace.write('ten.pdf', buildPdf(Array.from({ length: 10 }, () => ({ content: [text(72, 700, 12, 'A page.')] }))));
  workspace.write('rows.csv', `${'x'.repeat(97)},b\n`.repeat(40_000));
  using root = openRoot(workspace.path);
  const reports: Progress[] = [];
  const wanted = { in: name, out: null, format: 'auto', mode: 'md', maxChars: 20_000_000, overwrite: false } as const;
  await extractDocument(
    { ...wanted, pages: null, comments: false },
    { root, checkStopped() {}, progress: (report) => reports.push(report) },
  );
  const total = unit === 'pages' ? 10 : 4_000_000;
  expect(reports.every((report) => report.unit === unit && report.total === total)).toBe(true);
  const done = reports.map((report) => report.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(new Set(done).size).toBeGreaterThan(unit === 'pages' ? 9 : 2);
});

test('the text goes to stdout, and the result says what it is', async () => {
  const { stdout, result, artifacts } = await run('doc extract --in report.docx');
  expect({ stdout, result, artifacts }).toEqual({ stdout: reportMarkdown, result: reportResult, artifacts: [] });
});

test('with --out it goes to a file, stdout has a summary, and the file is an artifact', async () => {
  const { stdout, result, artifacts, written } = await run('doc extract --in report.docx --out out/report.md');
  expect(written).toBe(reportMarkdown);
  expect(result).toEqual({ ...reportResult, out: 'out/report.md' });
  expect(stdout).toBe(
    `${reportMarkdown.length} characters of report.docx (docx) written to out/report.md; status ok\n`,
  );
  expect(artifacts).toMatchObject([{ path: 'out/report.md', mime: 'text/markdown' }]);
});

test('a file that exists is replaced only with --overwrite and --confirm', async () => {
  const files = { 'old.md': 'old' };
  expect(await run('doc extract --in report.docx --out old.md', files)).toMatchObject({ error_code: 'AlreadyExists' });
  expect(await run('doc extract --in report.docx --out old.md --overwrite', files)).toMatchObject({
    error_code: 'ConfirmRequired',
  });
  expect(await run('doc extract --in report.docx --out old.md --overwrite --confirm', files)).toMatchObject({
    written: reportMarkdown,
  });
});

test('--max-chars cuts, and says so; JSON stays whole', async () => {
  const long = docx({
    body:
      p('word '.repeat(50)).repeat(100) +
      tbl(...Array.from({ length: 500 }, (_, row) => tr(tc(`row ${row}`), tc('x')))),
  });
  const cut = { status: 'truncated', truncated: true };
  const md = await run('doc extract --in long.docx --max-chars 777', { 'long.docx': long });
  expect(md.result).toMatchObject({ ...cut, extracted_chars: 777 });
  expect(md.stdout).toHaveLength(777);
  for (const limit of [1, 3000, 40_000]) {
    const json = await run(`doc extract --in long.docx --mode json --max-chars ${limit} --out long.json`, {
      'long.docx': long,
    });
    expect(json.result).toMatchObject(cut);
    expect(json.written.length).toBeLessThanOrEqual(Math.max(limit, 512));
    expect(JSON.parse(json.written)).toMatchObject({ format: 'docx', truncated: true });
  }
});

test('in JSON a text that does not fit is cut, and what is cut is not called empty', async () => {
  const files = { 'line.txt': '"0123456789'.repeat(500_000) };
  for (const limit of [10, 1_000, 5_000]) {
    const { result, stdout } = await run(`doc extract --in line.txt --mode json --max-chars ${limit}`, files);
    expect(result).toMatchObject({ status: 'truncated', truncated: true });
    const room = Math.max(limit, 512);
    expect(stdout.length).toBeLessThanOrEqual(room);
    const { blocks } = JSON.parse(stdout) as { blocks: { text: string }[] };
    expect(blocks).toHaveLength(1);
    expect(files['line.txt'].startsWith(blocks[0]!.text)).toBe(true);
    expect(blocks[0]!.text.length).toBeGreaterThan(room / 2);
  }
});

test('JSON has blocks, tables, rows and cells', async () => {
  const { written } = await run('doc extract --in report.docx --mode json --out r.json');
  expect(JSON.parse(written)).toEqual({
    format: 'docx',
    blocks: [
      { kind: 'heading', level: 1, text: 'Report' },
      { kind: 'paragraph', text: 'All is well.' },
      {
        kind: 'table',
        rows: [
          [{ text: 'what' }, { text: 'count' }],
          [{ text: 'ships' }, { text: '3' }],
        ],
      },
    ],
    truncated: false,
  });
});

test('plain text has tabs between cells', async () => {
  expect((await run('doc extract --in report.docx --mode text')).stdout).toBe(
    'Report\n\nAll is well.\n\nwhat\tcount\nships\t3\n',
  );
});

test('what could be read of a damaged document is kept, and the status is partial', async () => {
  const damaged = docx({ body: `${p('kept')}<w:p><w:r><w:t>lost</w:r></w:p>` });
  const { stdout, result } = await run('doc extract --in damaged.docx', { 'damaged.docx': damaged });
  expect({ stdout, status: result['status'] }).toEqual({ stdout: 'kept\n', status: 'partial' });
  expect(result['warnings']).toEqual([expect.stringMatching(/^The rest could not be read: .*do not fit together/)]);
});

test('a document without text is empty', async () => {
  const { result, stdout } = await run('doc extract --in empty.docx', {
    'empty.docx': docx({ body: p(' ') + tbl(tr(tc(''))) }),
  });
  expect({ status: result['status'], text: stdout.replace(/[|\s-]/g, '') }).toEqual({ status: 'empty', text: '' });
});

test.each([
  ['a document under another name', 'notes.txt', docx({ body: p('words') }), 'docx'],
  ['a text', 'a.unknown', 'Only words.\n\nMore of them.', 'text'],
] as const)('%s is known by its content', async (_, name, content, format) => {
  expect((await run(`doc extract --in ${name}`, { [name]: content })).result).toMatchObject({ ok: true, format });
});

test.each([
  ['an encrypted document', ole('EncryptionInfo', 'EncryptedPackage'), 'Encrypted', /is encrypted/],
  ['an old Word file', ole('WordDocument', '1Table'), 'NotSupported', /Word 97-2003.*--convert-to docx/s],
  ['an old Excel file', ole('a', 'b', 'c', 'd', 'Workbook'), 'NotSupported', /Excel 97-2003.*--convert-to xlsx/s],
  ['an old PowerPoint file', ole('PowerPoint Document'), 'NotSupported', /PowerPoint 97-2003/],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'NotSupported', /doc ocr/],
  ['a file of noise', Buffer.from([1, 0, 2, 0, 3]), 'NotSupported', /This kind of file/],
  ['half a document', docx({ body: p('x'.repeat(1000)) }).subarray(0, 900), 'CorruptInput', /end record is missing/],
] as const)('%s is refused with the reason and a next step', async (_, content, code, message) => {
  const { error_code, stderr, result } = await run('doc extract --in file --out out.md', { file: content });
  expect({ error_code, ok: result.ok }).toEqual({ error_code: code, ok: false });
  expect(stderr).toMatch(message);
});

test('pages behind the last are refused with the number there are, and nothing is written', async () => {
  const pdf = buildPdf([{ content: [text(72, 700, 12, 'one')] }, { content: [text(72, 700, 12, 'two')] }]);
  const beyond = await run('doc extract --in two.pdf --pages 99 --out out.md', { 'two.pdf': pdf });
  expect(beyond).toMatchObject({
    error_code: 'InvalidArgs',
    error_message: '"two.pdf" has 2 pages; --pages 99 is behind the last.',
    artifacts: [],
  });
  expect(await run('doc extract --in two.pdf --pages 2-99', { 'two.pdf': pdf })).toMatchObject({ exit_code: 0 });
});

test('an empty file is damaged where its name promises more than text', async () => {
  for (const name of ['x.pdf', 'x.DOCX', 'x.xlsx'])
    expect(await run(`doc extract --in ${name}`, { [name]: '' })).toMatchObject({
      error_code: 'CorruptInput',
      error_message: expect.stringContaining('the file is empty'),
    });
  for (const name of ['x.txt', 'x.csv', 'x.md'])
    expect((await run(`doc extract --in ${name}`, { [name]: '' })).result).toMatchObject({ status: 'empty' });
});

test('bytes that are nothing are damaged where the name promises a format, and else of a kind that is not read', async () => {
  const noise = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 256));
  for (const name of ['x.pdf', 'x.docx', 'x.xlsx', 'x.pptx', 'x.odt', 'x.epub'])
    expect((await run(`doc extract --in ${name}`, { [name]: noise })).error_code, name).toBe('CorruptInput');
  expect((await run('doc extract --in x.bin', { 'x.bin': noise })).error_code).toBe('NotSupported');
});

test('a PDF without its first bytes is no text', async () => {
  const pdf = buildPdf([{ content: [text(72, 700, 12, 'Some words.')] }]);
  const { stdout } = await run('doc extract --in x.pdf', { 'x.pdf': pdf.subarray(pdf.indexOf(' 0 obj') - 1) });
  expect(stdout).toBe('<!-- page 1 -->\n\nSome words.\n');
});

test('a text under the name of another format is read with a warning', async () => {
  const { stdout, result } = await run('doc extract --in note.docx', { 'note.docx': 'Only words.' });
  expect({ stdout, warnings: result['warnings'] }).toEqual({
    stdout: 'Only words.\n',
    warnings: ['The name says docx, but it was read as text.'],
  });
});

test('pages that are none are refused before anything is read', async () => {
  for (const pages of ['0', '3-1', 'x', '1,,2', '1-2-3'])
    expect(await run(`doc extract --in none.docx --pages ${pages}`)).toMatchObject({ error_code: 'InvalidArgs' });
});
