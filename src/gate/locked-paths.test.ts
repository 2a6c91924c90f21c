import { expect, test } from 'vitest';
import { listenForLocked } from './locked-paths.ts';

const locked = ['/w/.github/workflows', '/w/.vscode', '/w/sub/.git/config'];

function noted(...chunks: string[]): string {
  const listener = listenForLocked();
  for (const chunk of chunks) listener.hear(Buffer.from(chunk));
  return listener.notes(locked, '/w', false).join();
}

// As git, Python, Node, coreutils and bash write it.
test.each([
  ["error: unable to unlink old '.github/workflows/ci.yml': Read-only file system\n", '.github/workflows/ci.yml.'],
  ["OSError: [Errno 30] Read-only file system: '.vscode/x'", '.vscode/x.'],
  ["Error: EROFS: read-only file system, open '/w/.vscode/tasks.json'\n", '.vscode/tasks.json.'],
  ["mv: cannot move '.vscode' to 'x': Device or resource busy\n", '.vscode.'],
  ['bash: line 1: sub/.git/config: Read-only file system\n', 'sub/.git/config.'],
])('%j is understood', (line, path) => {
  expect(noted(line)).toContain(`stayed as they were: ${path} `);
});

test.each([
  'touch: cannot touch "/etc/x": Read-only file system\n',
  'cat: .vscode/x: No such file or directory\n',
  "error: '.vscode-test/x': Read-only file system\n",
])('%j is somebody else’s trouble', (line) => {
  expect(noted(line)).toBe('');
});

test('a line that comes in pieces is one line, and very many are counted', () => {
  expect(noted("unable to unlink '.vsc", "ode/a': Read-only fi", 'le system\n')).toContain('.vscode/a.');
  const many = Array.from({ length: 9 }, (_, at) => `'.vscode/${at}': Read-only file system\n`);
  expect(noted(...many)).toContain('.vscode/4 and 4 more.');
});
