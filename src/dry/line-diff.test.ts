import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from './line-diff.ts';

// Written by diff -U3 of GNU diffutils.
test.each([
  ['a change', 'a\nb\nc\n', 'a\nB\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'],
  ['a new file', '', 'one\ntwo\n', '@@ -0,0 +1,2 @@\n+one\n+two\n'],
  ['one that is gone', 'one\n', '', '@@ -1 +0,0 @@\n-one\n'],
  ['a line at the end', 'a\n', 'a\nb\n', '@@ -1 +1,2 @@\n a\n+b\n'],
  ['a line end that is missing', 'a\nb', 'a\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n'],
  [
    'two places far apart',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n',
    '1\nX\n3\n4\n5\n6\n7\n8\n9\n10\nY\n12\n',
    '@@ -1,5 +1,5 @@\n 1\n-2\n+X\n 3\n 4\n 5\n@@ -8,5 +8,5 @@\n 8\n 9\n 10\n-11\n+Y\n 12\n',
  ],
  ['nothing', 'same\n', 'same\n', ''],
])('%s is written as diff(1) does', (_, before, after, expected) => {
  expect(unifiedDiff(before, after)).toBe(expected);
});

test('what is applied to the old text gives the new one', () => {
  const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', '-x\n', '+y\n', '@@ z\n');
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', 'end'))
    .map(([lines, end]) => lines.join('') + end);
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(patched(before, unifiedDiff(before, after) ?? 'none')).toBe(after);
    }),
    { numRuns: 500 },
  );
});

test('texts that have nothing in common are not compared for long', () => {
  const lines = (name: string) => Array.from({ length: 20_000 }, (_, at) => `${name}${at}\n`).join('');
  expect(unifiedDiff(lines('a'), lines('b'))).toBeUndefined();
});

/** A patch(1) that trusts nothing but line numbers. */
function patched(before: string, diff: string): string {
  const old = before === '' ? [] : before.split(/(?<=\n)/);
  const made: string[] = [];
  let at = 0;
  for (const hunk of diff.split(/^(?=@@ -)/m).filter(Boolean)) {
    const [head = '', ...rest] = hunk.replaceAll('\n\\ No newline at end of file\n', '\0').split(/(?<=[\n\0])/);
    const [, start = '', count = '1'] = /^@@ -(\d+)(?:,(\d+))? \+/.exec(head) ?? [];
    const from = Number(start) - (count === '0' ? 0 : 1);
    made.push(...old.slice(at, from));
    at = from;
    for (const line of rest) {
      const content = line.slice(1).replace('\0', '');
      if (line[0] !== '+') expect(old[at++]).toBe(content);
      if (line[0] !== '-') made.push(content);
    }
  }
  return [...made, ...old.slice(at)].join('');
}
