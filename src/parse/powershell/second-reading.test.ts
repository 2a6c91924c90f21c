import { expect, it } from 'vitest';
import { describe } from '../../policy/effects/index.ts';
import type { ReadAgain, ShellKind, ShellPlan } from '../../protocol/shell.ts';
import { planShell } from '../shell.ts';

function plan(text: string, readAgain: ReadAgain, shell: ShellKind = 'powershell'): ShellPlan {
  const env = { HOME: '/home/u' };
  return planShell(shell, text, { cwd: '/w', home: '/home/u', env, describe, readScript: () => undefined, readAgain });
}

/** A reader that finds each of some words, wherever they stand outside of quotes, to be a command. */
const finding =
  (...words: readonly string[]): ReadAgain =>
  (text) => {
    const bare = text.replaceAll(/'[^']*'|"[^"]*"/g, (quoted) => '-'.repeat(quoted.length));
    return words.flatMap((name) =>
      [...bare.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map(({ index }) => ({ start: index, name })),
    );
  };

const doubtsIn = ({ doubts, commands }: ShellPlan) => [...doubts, ...commands.flatMap((command) => command.doubts)];

it.each<[ShellKind, string]>([
  ['powershell', 'ls; rm x'],
  ['powershell', 'if ($a) { ls } else { rm x }'],
  ['powershell', 'ls | % { rm $_ }'],
  ['powershell', 'function f { ls; rm x }; f; f'],
  ['powershell', 'function f { ls; rm x }'],
  ['powershell', "iex 'ls; rm x'"],
  ['powershell', `iex 'iex "ls; rm x"'`],
  ['powershell', "iex 'function f { ls; rm x }'; f"],
  ['powershell', "pwsh -c 'ls; rm x'"],
  ['powershell', `bash -c "pwsh -c 'ls; rm x'"`],
  ['bash', "pwsh -c 'ls; rm x'"],
  ['bash', `sh -c 'pwsh -c "ls; rm x"'`],
])('%s %s: what both readers find is in no doubt, and another word of it is', (shell, text) => {
  const read: string[] = [];
  const noting =
    (readAgain: ReadAgain): ReadAgain =>
    (code) => {
      read.push(code);
      return readAgain(code);
    };
  expect(doubtsIn(plan(text, noting(finding('ls', 'rm')), shell))).toEqual([]);
  expect(read.some((code) => code.includes('rm x') || code.includes('rm $_'))).toBe(true);
  // The same reader, to which an argument is a command.
  expect(doubtsIn(plan(text, finding('ls', 'rm', 'x|_'), shell))).toMatchObject([
    { kind: 'syntax', text: expect.stringContaining('Another reader of PowerShell finds "x|_"') },
  ]);
});

it('the doubt has the place where the other reader finds a command', () => {
  expect(plan('ls x', finding('x')).doubts[0]?.span).toEqual({ start: 3, end: 4 });
});

it('a text that the other reader cannot read is left to ours', () => {
  expect(plan('rm a,b', () => undefined).doubts).toEqual([]);
});

it('a reader that fails leaves a doubt', () => {
  expect(plan('ls', () => ({ failure: 'it broke down' })).doubts).toMatchObject([
    { text: 'It was not read a second time: it broke down' },
  ]);
});

it.each(['& $x', 'iex $x', 'ls "', 'Get-Item ${a', `pwsh -EncodedCommand bABzAA==`])(
  '%s is in doubt as it is, and not read again',
  (text) => {
    const readAgain = () => {
      throw new Error('read');
    };
    expect(doubtsIn(plan(text, readAgain))).not.toEqual([]);
  },
);

it.each([
  ['one text', `echo ${'a'.repeat(33_000)}`],
  ['a text with code in it', `iex 'echo ${'a'.repeat(9_000)}'; iex 'echo ${'b'.repeat(9_000)}'`],
])('%s of more than 32 KiB is in doubt and not read again to its end', (_, text) => {
  let characters = 0;
  const { doubts } = plan(text, (code) => {
    characters += code.length;
    return undefined;
  });
  expect(doubts).toMatchObject([{ text: 'It was not read a second time: it is too long for that' }]);
  expect(characters).toBeLessThanOrEqual(32 * 1024);
});

it('many short texts are in doubt and not all read again', () => {
  let count = 0;
  const lines = Array.from({ length: 40 }, (_, at) => `pwsh -c 'ls ${at}'`);
  const planned = plan(
    lines.join('; '),
    () => {
      count++;
      return undefined;
    },
    'bash',
  );
  expect(doubtsIn(planned).map(({ text }) => text)).toContain('It was not read a second time: it is too long for that');
  expect(count).toBeLessThan(20);
});

it('bash is never read by it', () => {
  const readAgain = () => {
    throw new Error('read');
  };
  expect(plan('ls; rm -r x | sh -c "ls"', readAgain, 'bash').doubts).toEqual([]);
});
