import type { Describe } from '../../protocol/shell.ts';
import { compile, type Level } from './compile.ts';
import { namesOf, type Program } from './define.ts';
import { evaluate } from './evaluate.ts';
import { withOutputs } from './outputs.ts';

/** All names of programs that are known, but for those that stand for many. */
export function namesKnown(programs: readonly Program[]): readonly string[] {
  return programs.flatMap(namesOf).filter((name) => !name.endsWith('*'));
}

/** Knowledge about programs from their definitions, which are read when a program is first met. */
export function createDescribe(programs: readonly Program[]): Describe {
  const exact = new Map<string, Program>();
  const patterns: { readonly prefix: string; readonly program: Program }[] = [];
  for (const program of programs) {
    for (const name of namesOf(program)) {
      if (name.endsWith('*')) patterns.push({ prefix: name.slice(0, -1), program });
      else exact.set(name, program);
    }
  }
  const find = (name: string) => exact.get(name) ?? patterns.find(({ prefix }) => name.startsWith(prefix))?.program;
  const levels = new Map<Program, Level>();
  return (invocation) => {
    const program = find(invocation.name) ?? find(invocation.name.replace(/\.(exe|com|cmd|bat)$/i, '').toLowerCase());
    if (!program) return withOutputs(invocation, undefined);
    let level = levels.get(program);
    if (!level) levels.set(program, (level = compile(program)));
    return withOutputs(invocation, evaluate(invocation, level));
  };
}
