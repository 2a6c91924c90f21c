import { showControls } from '../../output/index.ts';
import { SallyportError } from '../../protocol/errors.ts';

/** Which entries are wanted. */
export interface Selection {
  readonly include?: string;
  readonly exclude?: string;
  readonly member?: string;
}

/** A test for names: those of `include` (any of its patterns) but not `exclude`; `member` is one exact name. */
export function selector({ include, exclude, member }: Selection): (name: string) => boolean {
  const wanted = include === undefined ? undefined : patterns(include);
  const unwanted = exclude === undefined ? [] : patterns(exclude);
  if (!wanted && unwanted.length === 0 && member === undefined) return () => true;
  return (name) => {
    const plain = plainName(name);
    if (member !== undefined && plain !== plainName(member)) return false;
    return (wanted?.some((pattern) => pattern.test(plain)) ?? true) && !unwanted.some((pattern) => pattern.test(plain));
  };
}

/** A choice that no entry fits is a mistake of who made it: nothing unpacked would look like success. */
export function requireChosen(count: number, { include, member }: Selection, archive: string): void {
  if (count > 0 || (include === undefined && member === undefined)) return;
  const what = member === undefined ? `matches --include "${include}"` : `is called "${member}"`;
  throw new SallyportError('NotFound', {
    says: `Nothing in "${showControls(archive)}" ${showControls(what)}.`,
    next: 'List the archive to see the names in it.',
  });
}

/** `./a\b/` and `a/b` are one name, as they are where it is unpacked. */
function plainName(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/+)+/, '')
    .replace(/\/$/, '');
}

/**
 * `*` and `?` stay within a name; a pattern that names a folder means all that is in it. Without a slash in front or
 * inside it is looked for in every folder. A `**` and its slash stand for any number of folders, none too.
 */
function patterns(list: string): { test(name: string): boolean }[] {
  const texts = list.split(/ *, */).filter(Boolean);
  if (texts.length > 100 || list.length > 4096) {
    throw new SallyportError('InvalidArgs', { reason: 'there are too many patterns', usage: 'help' });
  }
  return texts.map((text) => {
    const path = text.replace(/\/$/, '');
    const anchored = path.includes('/') ? path.replace(/^\.?\//, '') : `**/${path}`;
    const tokens = anchored.match(/(?<=^|\/)\*\*\/|\*+|[^*]/gsu) ?? [];
    const steps = tokens.flatMap<Step>((token) =>
      token === '**/' ? [anyFolders, withinFolders] : [token.slice(0, 2)],
    );
    return { test: (name) => matches(steps, name) };
  });
}

/** Of a double star with its slash: the place before any folder, and all places within and behind folders. */
const anyFolders = Symbol('any folders');
const withinFolders = Symbol('within folders');
type Step = string | symbol;

/**
 * All places in the pattern at which the match can stand are followed at once, so that no pattern takes longer than
 * its length times that of the name; a regular expression could be made to run for ever.
 */
function matches(steps: readonly Step[], name: string): boolean {
  let places = new Set<number>();
  const add = (at: number, to: Set<number>): void => {
    if (to.has(at)) return;
    to.add(at);
    const step = steps[at];
    if (step === anyFolders) {
      add(at + 1, to);
      add(at + 2, to);
    } else if (step === '*' || step === '**') add(at + 1, to);
  };
  add(0, places);
  for (const char of name) {
    if (char === '/' && places.has(steps.length)) return true;
    const next = new Set<number>();
    for (const at of places) {
      const step = steps[at];
      if (step === withinFolders) {
        add(at, next);
        if (char === '/') add(at + 1, next);
      } else if (step === '**' || (step === '*' && char !== '/')) add(at, next);
      else if (step === char || (step === '?' && char !== '/')) add(at + 1, next);
    }
    places = next;
    if (places.size === 0) return false;
  }
  return places.has(steps.length);
}
