import { expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { docx, p } from '../fixtures/documents/docx.ts';
import { c, row, xlsx } from '../fixtures/documents/xlsx.ts';
import { cli, hasScript, onTerminal, series } from './cli.ts';

const damaged = docx({ body: `${p('kept')}<w:p><w:r><w:t>lost</w:r></w:p>` });
const truncated = 'warning: truncated: --max-chars was reached; give a larger one to get the rest\n';

test('a document that is not whole is told of on stderr, and stdout has nothing but its text', async () => {
  using workspace = tempWorkspace();
  workspace.write('damaged.docx', damaged);
  workspace.write('words.txt', 'only words');
  workspace.write('blank.txt', ' \n');
  const [partial, cut, empty, whole] = await series(workspace, [
    ['exec', 'doc extract --in damaged.docx'],
    ['exec', 'doc extract --in words.txt --max-chars 4'],
    ['exec', 'doc extract --in blank.txt'],
    ['exec', 'doc extract --in words.txt'],
  ]);
  expect(partial).toMatchObject({ code: 0, stdout: 'kept\n' });
  expect(partial?.stderr).toMatch(
    /^warning: partial: not all of it could be read\nwarning: The rest could not be read: .*\n$/,
  );
  expect(cut).toEqual({ code: 0, stdout: 'only', stderr: truncated });
  expect(empty).toEqual({ code: 0, stdout: '', stderr: 'warning: empty: nothing was found in it\n' });
  expect(whole).toEqual({ code: 0, stdout: 'only words\n', stderr: '' });
});

test('what a summary says already is not said again, and --json prints the wire output alone', async () => {
  using workspace = tempWorkspace();
  workspace.write('damaged.docx', damaged);
  const [written, wire] = await series(workspace, [
    ['exec', 'doc extract --in damaged.docx --out out.md'],
    ['exec', 'doc extract --in damaged.docx', '--json'],
  ]);
  expect(written?.stdout).toMatch(/status partial\nwarning: The rest could not be read: /);
  expect(written?.stderr).not.toContain('The rest');
  expect(wire?.stderr).toBe('');
});

test('many warnings are counted after the first ten, and the names in them obey no terminal', async () => {
  using workspace = tempWorkspace();
  const sheets = Array.from({ length: 13 }, (_, at) => ({
    name: `Sheet\u202e${at + 1}`,
    rows: row(1, `<c r="A1"><f>1+${at}</f></c>`, c('B1', at)),
  }));
  workspace.write('book.xlsx', xlsx({ sheets }));
  const { stderr, stdout } = await cli(workspace, ['exec', 'table to-csv --in book.xlsx --sheet 1']);
  expect(stdout).toBe('=1+0,0\r\n');
  expect(stderr).toMatch(/^warning: .*Sheet\\u202e1.*\n$/);
  const all = await cli(workspace, ['exec', 'doc extract --in book.xlsx']);
  expect(all.stderr.split('\n').filter((line) => line.startsWith('warning: '))).toHaveLength(10);
  expect(all.stderr).toMatch(/\nand 3 more; --json has them all\n$/);
});

test.runIf(hasScript)('on a terminal the remark begins a line of its own', async () => {
  using workspace = tempWorkspace();
  workspace.write('words.txt', 'only words');
  const seen = await onTerminal(workspace, "sallyport exec 'doc extract --in words.txt --max-chars 4'", {
    NO_COLOR: '1',
  });
  expect(seen).toContain(`only\n${truncated}`);
});
