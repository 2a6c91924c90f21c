import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Invocation, Word } from '../../protocol/shell.ts';
import { namesOf, type Part } from './define.ts';
import { describe } from './index.ts';
import { programs } from './programs/index.ts';

const span = { start: 0, end: 0 };
const odd = [
  '',
  '-',
  '--',
  '---',
  '=',
  '-=',
  '--=',
  '{}',
  ';',
  '+',
  ':::',
  '.',
  '..',
  '/',
  '-c',
  '-e',
  '\n',
  "'",
  '"',
  '[',
  '\\',
];

/** Names of its own options and subcommands, with and without a value, among odd words and unknown ones. */
function words(program: Part): fc.Arbitrary<Word> {
  const own = [...optionsOf(program), ...Object.keys(program.subs ?? {}).flatMap((key) => key.split(' '))];
  const known = fc.oneof(
    fc.constantFrom(...own, ...odd),
    fc.constantFrom(...own, 'x').map((name) => `${name}=x`),
    fc.string({ maxLength: 12 }),
  );
  const piece = fc.oneof(
    { weight: 4, arbitrary: known },
    { weight: 1, arbitrary: fc.constant({ unknown: 'variable' as const }) },
  );
  return fc
    .tuple(fc.array(piece, { maxLength: 3 }), fc.boolean())
    .map(([pieces, isSplit]) => ({ pieces: pieces.filter((each) => each !== ''), isPattern: false, isSplit, span }));
}

function optionsOf(part: Part): string[] {
  return Object.keys(part.options ?? {}).flatMap((key) => key.replace(/(\[=\]|==?[…_]?)$/, '').split(' '));
}

it.each(programs.map((program) => [namesOf(program)[0] ?? '', program] as const))(
  'describes any words after %s without an exception',
  (name, program) => {
    fc.assert(
      fc.property(fc.array(words(program), { maxLength: 8 }), words(program), fc.boolean(), (args, text, isFed) => {
        const stdin: Invocation['stdin'] = isFed ? { kind: 'text', text } : { kind: 'inherited' };
        const described = describe({ name: name.replace('*', 'x'), args, stdin });
        expect(described).toBeDefined();
        if (described?.isQuiet) expect(described.effects.filter(({ kind }) => kind !== 'read')).toEqual([]);
      }),
      { numRuns: 30, seed: 7 },
    );
  },
);
