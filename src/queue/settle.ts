import { looksSame, type Seen } from './scan.ts';

/** Tells which files have stayed as they are for long enough, each once for each way it looks. */
export interface Settling {
  /** Those that have settled and are not dealt with. */
  look(seen: readonly Seen[], now: number): Seen[];
  /** It has been dealt with, as long as it looks like this. */
  settle(seen: Seen): void;
  /** Those that are not dealt with. */
  open(): Seen[];
}

export function openSettling(settleMs: number): Settling {
  let files = new Map<string, { readonly seen: Seen; readonly since: number; isDone: boolean }>();
  return {
    look(seen, now) {
      const before = files;
      files = new Map(
        seen.map((each) => {
          const known = before.get(each.path);
          return [each.path, known && isSame(known.seen, each) ? known : { seen: each, since: now, isDone: false }];
        }),
      );
      return [...files.values()].flatMap((file) => (file.isDone || now - file.since < settleMs ? [] : [file.seen]));
    },
    settle({ path }) {
      const file = files.get(path);
      if (file) file.isDone = true;
    },
    open: () => [...files.values()].flatMap(({ seen, isDone }) => (isDone ? [] : [seen])),
  };
}

function isSame(a: Seen, b: Seen): boolean {
  if ('refused' in a || 'refused' in b) return 'refused' in a && 'refused' in b && a.refused === b.refused;
  return looksSame(a, b);
}
