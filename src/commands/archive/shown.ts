/** An entry of an archive as a list shows it. */
export interface Listed {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** The first entries of an archive, for a reply. */
export interface Shown {
  readonly entries: readonly Listed[];
  /** Whether there is room for another one. */
  readonly isOpen: boolean;
  add(entry: Listed): void;
}

/** A reply is there several times over until it is cut: 100,000 long names would need hundreds of megabytes. */
const maxNameChars = 4 * 1024 * 1024;

export function openShown(max: number): Shown {
  const entries: Listed[] = [];
  let chars = 0;
  return {
    entries,
    get isOpen() {
      return entries.length < max && chars < maxNameChars;
    },
    add(entry) {
      chars += entry.name.length;
      entries.push(entry);
    },
  };
}
