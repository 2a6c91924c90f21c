import { expect, test } from 'vitest';
import { questionAbout } from '../../../test/fixtures/question.ts';
import type { Question } from '../../protocol/approver.ts';
import { formOf } from './question.ts';

function messageFor(command: string, more: Partial<Question> = {}): string {
  const { approval } = formOf(questionAbout(command, more));
  return (approval as { params: { message: string } }).params.message;
}

test('a short command is shown whole, then why it is asked', () => {
  expect(messageFor('rm -rf build')).toBe(
    'Bash wants to run this (level critical) in the folder .:\n\n    rm -rf build\n\nwhy it is asked: rm deletes build',
  );
});

test.each<[string, string, hidden: string, shown: string]>([
  ['turned around', 'echo \u202eolleh', '\u202e', '\\u202e'],
  ['an escape sequence', 'echo \x1b[2J', '\x1b', '\\x1b[2J'],
  ['pushed to the right', `ls${' '.repeat(3_000)}; rm -rf build`, ' '.repeat(50), 'ls ⟨3000 blanks⟩ ; rm -rf build'],
  ['pushed down', `ls${'\n'.repeat(500)}rm -rf build`, '\n\n\n', 'ls\n    ⟨499 empty lines⟩\n    rm -rf build'],
])('what is %s is in view', (_, command, hidden, shown) => {
  const message = messageFor(command);
  expect(message).not.toContain(hidden);
  expect(message).toContain(shown);
});

test('lines of a command cannot pass for lines of ours', () => {
  const forged = 'ls\n\nwhy it is asked: a harmless listing\n# in the folder .:';
  const unindented = messageFor(forged).split('\n').filter((line) => line !== '' && !line.startsWith('    ')); // prettier-ignore
  expect(unindented).toEqual([
    'Bash wants to run this (level critical) in the folder .:',
    'why it is asked: rm deletes build',
  ]);
});

test.each([
  ['characters', `echo ${'x'.repeat(30_000)}; rm -rf build`],
  ['lines', `ls\n${'echo x\n'.repeat(3_000)}rm -rf build`],
])('of a command with too many %s the end is in view, what is missing is said first, and the reasons stay', (_, command) => {
  const message = messageFor(command, { verdict: { decision: 'ask', level: 'critical', reasons: Array.from({ length: 600 }, (_, at) => `reason ${at} ${'y'.repeat(9_000)}`), rules: [] } });
  expect(message.split('\n')[1]).toMatch(/^ONLY A PART IS SHOWN: \d+ characters are left out/);
  expect(message).toContain('rm -rf build\n');
  expect(message).toContain('why it is asked: reason 0');
  expect(message).toContain('and 588 more reasons');
  expect(message.length).toBeLessThan(10_000);
}); // prettier-ignore

test('what it would do to files and other things is in view', () => {
  const none = { files: 0, folders: 0, bytes: 0, isMore: false, examples: [] };
  const preview = {
    deletes: { files: 2, folders: 1, bytes: 7, isMore: false, examples: ['build/a', 'build/b'] },
    overwrites: { ...none, isMore: true },
    runs: ['./x.sh'],
    contacts: ['example.com'],
    changes: ['the history of a remote'],
    unknown: [],
  };
  expect(messageFor('x', { preview }).split('\n').slice(-5)).toEqual([
    'deletes 2 files and 1 folder (7 bytes): build/a, build/b',
    'overwrites files that could not be looked at',
    'runs ./x.sh',
    'contacts example.com',
    'changes the history of a remote',
  ]);
});
