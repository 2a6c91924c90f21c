import type { Word } from '../../protocol/shell.ts';
import { Pattern } from './patterns.ts';
import { knownText } from './text.ts';
import type { Walker } from './walker.ts';

const folders = ['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin'];
const most = 8;

/** The programs that a pattern like `/bin/r?` can be, as far as any are known; none when it could be nearly everything. */
export function programsLike(word: Word, { budget, context }: Walker): readonly string[] {
  const text = knownText(word.pieces);
  if (text === undefined || !word.isPattern || !budget.takeSteps(96)) return [];
  const slash = text.lastIndexOf('/');
  if (slash >= 0) {
    const folder = pattern(text.slice(0, slash));
    if (!folders.some((each) => folder?.matches(each) === true)) return [];
  }
  const last = text.slice(slash + 1);
  const start = /^\w*/.exec(last)?.[0] ?? '';
  const name = pattern(last);
  const found = (context.programs ?? []).filter((each) => each.startsWith(start) && name?.matches(each) === true);
  // One that waits for a person is not what a pattern is after.
  return found.length > most ? [] : found.filter((each) => !isInteractive(each));

  function isInteractive(each: string): boolean {
    const described = context.describe({ name: each, args: [], stdin: { kind: 'inherited' } });
    return described?.effects.some(({ kind }) => kind === 'terminal') ?? false;
  }

  function pattern(piece: string): Pattern | undefined {
    return Pattern.of([{ piece, isQuoted: false }], budget);
  }
}
