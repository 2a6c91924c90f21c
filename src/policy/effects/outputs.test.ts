import { expect, it } from 'vitest';
import { describe } from './index.ts';
import { literal, textOf } from './words.ts';

/** The paths that a line writes to by options. */
function written(line: string): string[] {
  const [name = '', ...words] = line.split(' ');
  const args = words.map((word) => literal(word, { start: 0, end: 0 }));
  const described = describe({ name, args, stdin: { kind: 'inherited' } });
  return (described?.effects ?? []).flatMap(({ kind, target }) =>
    kind === 'write' && target ? [textOf(target) ?? '…'] : [],
  );
}

it.each([
  ['nosuch -o ../a', '../a'],
  ['nosuch -o/srv/a', '/srv/a'],
  ['nosuch --output=/srv/a', '/srv/a'],
  ['nosuch a --out-dir ~/a', '~/a'],
  ['nosuch --outFile ..', '..'],
  ['bun build a.ts --outdir ../dist', '../dist'],
  ['gcc a.c -o../a', '../a'],
])('%s writes outside by an option', (line, path) => {
  expect(written(line)).toContain(path);
});

it.each([
  'nosuch -o json',
  'nosuch --output yaml',
  'nosuch --output=out/a',
  'nosuch -of ../a',
  'nosuch ../a',
  'nosuch --outline ../a',
  'nosuch --in ../a',
  'kubectl get pods --output json',
  'echo --output=../a',
])('%s writes nowhere by an option', (line) => {
  expect(written(line)).toEqual([]);
});

it('stays unknown when no path leads out', () => {
  expect(describe({ name: 'nosuch', args: [], stdin: { kind: 'inherited' } })).toBeUndefined();
});
