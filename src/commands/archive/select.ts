import { SallyportError } from '../../protocol/errors.ts';

/** Which entries are wanted. */
export interface Selection {
  readonly include?: string;
  readonly exclude?: string;
  readonly member?: string;
}

/** A test for names: all of `include` (any of its patterns) but not `exclude`; `member` is one exact name. */
export function selector({ include, exclude, member }: Selection): (name: string) => boolean {
  const wanted = include === undefined ? undefined : patterns(include);
  const unwanted = exclude === undefined ? [] : patterns(exclude);
  if (!wanted && unwanted.length === 0 && member === undefined) return () => true;
  return (name) => {
    const plain = name.replace(/\/$/, '');
    if (member !== undefined && plain !== member.replace(/\/$/, '')) return false;
    return (wanted?.some((pattern) => pattern.test(plain)) ?? true) && !unwanted.some((pattern) => pattern.test(plain));
  };
}

/** `*` and `?` stay within a name, `**` does not; a pattern that names a folder means all that is in it. */
function patterns(list: string): { test(name: string): boolean }[] {
  const texts = list.split(',').filter(Boolean);
  if (texts.length > 100 || list.length > 4096) {
    throw new SallyportError('InvalidArgs', { reason: 'there are too many patterns', usage: 'help' });
  }
  return texts.map((text) => {
    const steps = text.replace(/\/$/, '').match(/\*+|[^*]/gsu) ?? [];
    return { test: (name) => matches(steps, name) };
  });
}

/**
 * All places in the pattern at which the match can stand are followed at once, so that no pattern takes longer than
 * its length times that of the name; a regular expression could be made to run for ever.
 */
function matches(steps: readonly string[], name: string): boolean {
  const isStar = (at: number) => steps[at]?.startsWith('*') === true;
  let places = new Set<number>();
  const add = (at: number, to: Set<number>) => {
    for (let each = at; !to.has(each); each++) {
      to.add(each);
      if (!isStar(each)) return;
    }
  };
  add(0, places);
  for (const char of name) {
    if (char === '/' && places.has(steps.length)) return true;
    const next = new Set<number>();
    for (const at of places) {
      const step = steps[at];
      if (step === undefined) continue;
      if (isStar(at)) {
        if (step.length > 1 || char !== '/') add(at, next);
      } else if (step === char || (step === '?' && char !== '/')) add(at + 1, next);
    }
    places = next;
    if (places.size === 0) return false;
  }
  return places.has(steps.length);
}
