import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLine } from '../parse/index.ts';
import type { LineShape } from '../protocol/flags.ts';
import { parseTemplate, quote } from './template.ts';

const doc: LineShape = {
  name: 'doc',
  actions: new Map([
    [
      'extract',
      {
        flags: {
          in: { kind: 'path', access: 'read', required: true, summary: '' },
          out: { kind: 'path', access: 'write', summary: '' },
          note: { kind: 'text', summary: '' },
          confirm: { kind: 'switch', summary: '' },
        },
      },
    ],
  ]),
};
const argsOf = (line: string) => {
  const parsed = parseLine(line, new Map([['doc', doc]]));
  return parsed.kind === 'run' ? { ...parsed.args } : parsed;
};

test.each([
  'inbox/plain.pdf',
  'inbox/two words.pdf',
  `inbox/it's "quoted".pdf`,
  'inbox/$(touch x) `id` $HOME.pdf',
  'inbox/; rm -rf ~ && x | y > z.pdf',
  'inbox/--confirm',
  'inbox/--out=elsewhere.pdf',
  'inbox/back\\slash\\',
  'inbox/{path}{name}.pdf',
  'inbox/$& $1 $$.pdf',
  'inbox/発票 📄.pdf',
])('the file %j fills one argument, whatever its name holds', (path) => {
  const line = parseTemplate('doc extract --in {path} --out=outbox/{name}.md --confirm').fill(path);
  const name = path
    .slice('inbox/'.length)
    .replace(/(?<=.)\.pdf$/, '')
    .replace(/(?<=.)\.[^.]*$/, '');
  expect(argsOf(line)).toEqual({ in: path, out: `outbox/${name}.md`, confirm: true });
});

test('any text that a line may hold at all comes back as it was', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((each) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(each));
  fc.assert(
    fc.property(text, (path) => {
      const line = parseTemplate('doc extract --in {path} --note "file: {path}"').fill(path);
      expect(argsOf(line)).toEqual({ in: path, note: `file: ${path}`, confirm: false });
      expect(argsOf(`doc extract --in x --note ${quote(line)}`)).toMatchObject({ note: line });
    }),
  );
});

test.each(['a\nb', 'a\rb', 'a\tb', 'a\x1b[2Jb', 'a\u202eb', 'a\ud800b'])(
  'a name that no line can hold is refused: %j',
  (path) => {
    const line = parseTemplate('doc extract --in {path}').fill(path);
    expect(() => argsOf(line)).toThrow(/Not a command line/);
  },
);

test('each placeholder stands for its part of the path', () => {
  const line = parseTemplate('doc extract --in {path} --note "{dir}|{name}|{ext}"').fill('inbox/2026/a.tar.gz');
  expect(argsOf(line)).toMatchObject({ in: 'inbox/2026/a.tar.gz', note: 'inbox/2026|a.tar|gz' });
});

test.each<[string, RegExp]>([
  ['doc extract --in inbox/a.pdf', /names no file/],
  ['doc extract --in {file}', /no placeholder \{file\}; there are \{path\} \{name\} \{ext\} \{dir\}/],
  ['{name} extract --in {path}', /only stand in the value of a flag/],
  ['doc {name} --in {path}', /only stand in the value of a flag/],
  ['doc extract --{name} {path}', /no flag/],
  ['doc extract --in {path} --no"te x" y', /no flag/],
  ['doc extract --in {path}; rm x', /";" outside quotes/],
])('the template %j is refused', (template, reason) => {
  expect(() => parseTemplate(template)).toThrow(reason);
});
