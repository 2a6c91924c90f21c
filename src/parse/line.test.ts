import { expect, test } from 'vitest';
import { testCommands } from '../../test/fixtures/commands.ts';
import type { SallyportError } from '../protocol/errors.ts';
import { parseLine } from './line.ts';

const commands = new Map(testCommands.map((command) => [command.name, command]));
const parse = (line: string) => parseLine(line, commands);
const defaults = { level: 6, confirm: false, overwrite: false };

test.each<[string, object]>([
  ['file copy --in a --out b', { in: 'a', out: 'b', ...defaults }],
  ['file copy --out=b --in=a', { in: 'a', out: 'b', ...defaults }],
  [
    'file copy --in a --out b --level 9 --overwrite --confirm',
    { in: 'a', out: 'b', level: 9, confirm: true, overwrite: true },
  ],
  ['file copy --in a --out b --mode fast', { in: 'a', out: 'b', mode: 'fast', ...defaults }],
  ['file copy --in "--weird" --out b', { in: '--weird', out: 'b', ...defaults }],
  ['file copy --in=--weird --out b', { in: '--weird', out: 'b', ...defaults }],
  ['file copy --in a=b --out "c=d"', { in: 'a=b', out: 'c=d', ...defaults }],
  ['file copy --in a --out b --note ""', { in: 'a', out: 'b', note: '', ...defaults }],
])('%s gives %j', (line, args) => {
  expect(parse(line)).toEqual({ kind: 'run', name: 'file', sub: 'copy', args });
});

test.each<[string, string | null, string | null]>([
  ['help', null, null],
  ['help --help', null, null],
  ['help file', 'file', null],
  ['help file copy', 'file', 'copy'],
  ['file --help', 'file', null],
  ['file help', 'file', null],
  ['file help copy', 'file', 'copy'],
  ['file copy --help', 'file', 'copy'],
  ['file copy --in a --help', 'file', 'copy'],
  ['print --help', 'print', null],
  ['print help', 'print', null],
])('%s asks for help on %s %s', (line, name, sub) => {
  expect(parse(line)).toEqual({ kind: 'help', name, sub });
});

test.each<[string, string, string]>([
  ['fle copy', 'UnknownCommand', 'There is no command "fle". Did you mean "file"?'],
  ['constructor', 'UnknownCommand', 'There is no command "constructor".'],
  ['__proto__', 'UnknownCommand', 'There is no command "__proto__".'],
  ['qqqqqqqq', 'UnknownCommand', 'There is no command "qqqqqqqq".'],
  ['help nothing', 'UnknownCommand', 'There is no command "nothing".'],
  ['file', 'InvalidArgs', '"file" needs a subcommand: copy, wipe.'],
  ['file --in a', 'InvalidArgs', '"file" needs a subcommand: copy, wipe.'],
  ['file cpy --in a', 'InvalidArgs', '"file" has no subcommand "cpy"; the nearest is "copy".'],
  ['file xyzzy', 'InvalidArgs', '"file" has no subcommand "xyzzy"; it has copy, wipe.'],
  ['help print now', 'InvalidArgs', '"print" has no subcommands.'],
  ['help file copy now', 'InvalidArgs', 'Help is about one command; "now" is too much.'],
  ['print stray', 'InvalidArgs', 'The word "stray" belongs to no flag.'],
  ['print "--help"', 'InvalidArgs', 'The word "--help" belongs to no flag.'],
  ['print -h', 'InvalidArgs', 'The word "-h" belongs to no flag.'],
  ['file copy --in a', 'InvalidArgs', '--out is required.'],
  ['file copy --in a --in b --out c', 'InvalidArgs', '--in is given twice.'],
  ['file copy --in a --out b --overwrite --overwrite', 'InvalidArgs', '--overwrite is given twice.'],
  ['file copy --in --out b', 'InvalidArgs', '--in needs a value.'],
  ['file copy --out b --in', 'InvalidArgs', '--in needs a value.'],
  ['file copy --in "" --out b', 'InvalidArgs', '--in needs a path.'],
  ['file copy --in= --out b', 'InvalidArgs', '--in needs a path.'],
  ['file copy --i a --out b', 'InvalidArgs', 'There is no flag --i; the nearest is --in.'],
  ['file copy --lev 3 --in a --out b', 'InvalidArgs', 'There is no flag --lev; the nearest is --level.'],
  ['file copy --toString x --in a --out b', 'InvalidArgs', 'There is no flag --toString.'],
  ['file copy --overwrite=yes --in a --out b', 'InvalidArgs', '--overwrite is a switch and takes no value.'],
  ['file copy --level 10 --in a --out b', 'InvalidArgs', '--level takes a whole number from 0 to 9, not "10".'],
  ['file copy --level -1 --in a --out b', 'InvalidArgs', '--level takes a whole number from 0 to 9, not "-1".'],
  ['file copy --level 1e0 --in a --out b', 'InvalidArgs', '--level takes a whole number from 0 to 9, not "1e0".'],
  ['file copy --level 0x1 --in a --out b', 'InvalidArgs', '--level takes a whole number from 0 to 9, not "0x1".'],
  ['file copy --mode medium --in a --out b', 'InvalidArgs', '--mode takes one of fast, slow, not "medium".'],
  [`file copy --note ${'x'.repeat(21)} --in a --out b`, 'InvalidArgs', '--note takes at most 20 characters.'],
  ['file copy -- --in a', 'InvalidArgs', 'There is no flag --.'],
])('%s is refused as %s: %s', (line, code, message) => {
  let error: SallyportError | undefined;
  try {
    parse(line);
  } catch (thrown) {
    error = thrown as SallyportError;
  }
  expect({ code: error?.code, message: error?.message }).toEqual({ code, message });
});
