import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { namesOf, type Part } from './define.ts';
import { programs } from './programs/index.ts';

describe.each(programs.map((program) => [namesOf(program)[0] ?? '', program] as const))(
  'the definition of %s',
  (_, program) => {
    it('has only words that mean something', () => {
      expect(() => compileAll(program)).not.toThrow();
    });

    it('asks only for options that it lists, by all their names', () => {
      expect(strayConditions(program, [])).toEqual([]);
    });
  },
);

function compileAll(part: Part | string): void {
  compile(part);
  if (typeof part === 'string') return;
  for (const sub of Object.values(part.subs ?? {})) compileAll(sub);
}

/** Conditions on an option that no table lists, or that is one of several under a role that is never looked at. */
function strayConditions(part: Part | string, outer: readonly Part[]): string[] {
  if (typeof part === 'string') return [];
  const parts = [part, ...outer];
  const keys = parts.flatMap(({ options }) => Object.entries(options ?? {}));
  const known = ['operands', 'second', 'tty', '--'];
  const operands = Array.isArray(part.operands) ? (part.operands as readonly { if?: string }[]) : [];
  const asked = [...(part.also ?? []), ...operands].flatMap((guarded) => guarded.if?.split(' ') ?? []);
  const stray = asked
    .map((word) => word.replace(/^!/, ''))
    .filter((name) => {
      const [key, role] = keys.find(([key]) => namesIn(key).includes(name)) ?? [];
      return !known.includes(name) && (key === undefined || (role === 'text' && namesIn(key).length > 1));
    });
  const inner = [...Object.values(part.subs ?? {}), ...(part.otherwise === undefined ? [] : [part.otherwise])];
  return [...stray, ...inner.flatMap((sub) => strayConditions(sub, parts))];
}

function namesIn(key: string): string[] {
  return key.replace(/(\[=\]|==?[…_]?)$/, '').split(' ');
}
