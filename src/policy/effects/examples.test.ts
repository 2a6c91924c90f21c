import { describe as suite, expect, it } from 'vitest';
import type { Described, Nested, ProgramEffect, Stdin, Word } from '../../protocol/shell.ts';
import { namesOf } from './define.ts';
import { describe } from './index.ts';
import { programs } from './programs/index.ts';

suite.each(programs.map((program) => [namesOf(program)[0] ?? '', program] as const))('%s', (_, program) => {
  it('has at least two examples', () => {
    expect(Object.keys(program.examples).length).toBeGreaterThanOrEqual(2);
  });
  it.each(Object.entries(program.examples))('%s', (line, does) => {
    expect(told(line)).toBe(does);
  });
});

suite('the list of programs', () => {
  it('names no program twice', () => {
    const names = programs.flatMap(namesOf);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
  it('knows at least 250 programs by name', () => {
    expect(programs.flatMap(namesOf).length).toBeGreaterThanOrEqual(250);
  });
  it('says nothing of a program that is not listed', () => {
    expect(told('frobnicate -rf /')).toBe('unknown');
  });
});

/** A line in the small language of the examples, described and told in the same language. */
function told(line: string): string {
  const isPiped = line.startsWith('| ');
  const [command = '', input] = (isPiped ? line.slice(2) : line).split(' <<< ');
  const words = split(command);
  const stdin: Stdin = isPiped
    ? { kind: 'pipe', from: [] }
    : input === undefined
      ? { kind: 'inherited' }
      : { kind: 'text', text: word(input) };
  const [name = '', ...args] = words.map(unquoted);
  const isPattern = (at: number) => /[*?[]/.test((words[at + 1] ?? '').replaceAll(quotes, ''));
  const described = describe({ name, args: args.map((arg, at) => word(arg, isPattern(at))), stdin });
  return described ? tell(described) : 'unknown';
}

function tell({ isQuiet, effects, nested, doubts }: Described): string {
  return [...(isQuiet ? ['quiet'] : []), ...effects.map(effect), ...nested.map(nest), ...doubts.map(() => '?')].join(
    ', ',
  );
}

function effect({ kind, thing, target, recursive, force, note }: ProgramEffect): string {
  return [note === 'cd' ? note : kind, thing, target && text(target), recursive && 'recursive', force && 'force']
    .filter((part) => part !== undefined && part !== false)
    .join(' ');
}

function nest(nested: Nested): string {
  const where = nested.cwd ? ` in ${text(nested.cwd)}` : '';
  switch (nested.kind) {
    case 'argv': {
      const set = (nested.assignments ?? []).map(({ name, value }) => `${name}=${text(value)}`);
      return `>${where} ${[...set, ...nested.words.map(text), ...(nested.more ? ['…'] : [])].join(' ')}`;
    }
    case 'script':
      return `>${where} ${nested.shell === 'bash' ? 'sh' : nested.shell}: ${text(nested.text)}`;
    case 'file':
      return `>${where} file ${text(nested.path)}`;
    case 'input':
      return `>${where} input`;
  }
}

function text({ pieces }: Word): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : '…')).join('');
}

/** `$` and a name in a word is unknown; alone, it may be several words. */
function word(source: string, isPattern = false): Word {
  const pieces = source.split(/(\$[A-Z]+)/).filter((piece) => piece !== '');
  return {
    pieces: pieces.map((piece) => (/^\$[A-Z]+$/.test(piece) ? { unknown: 'variable', name: piece.slice(1) } : piece)),
    isPattern,
    isSplit: pieces.some((piece) => /^\$[A-Z]+$/.test(piece)),
    span: { start: 0, end: source.length },
  };
}

/** Blanks, both kinds of quotes, backslash: enough for the examples. */
function split(line: string): string[] {
  return line.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs) ?? [];
}

const quotes = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs;

function unquoted(text: string): string {
  return text.replaceAll(
    quotes,
    (_, single?: string, double?: string, one?: string) =>
      single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? one ?? '',
  );
}
