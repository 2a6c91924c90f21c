import { usualPrefixes } from './namespaces.ts';

/** Turns names of a file into names with the usual prefix of their namespace. */
export interface Names {
  /** An element begins, with what it declares; `leave` when it ends. */
  enter(declared: Iterable<readonly [prefix: string, namespace: string]> | undefined): void;
  leave(): void;
  of(raw: string): string;
}

interface Scope {
  readonly outer: Scope | undefined;
  readonly namespaces: ReadonlyMap<string, string>;
  /** By the name as the file has it. */
  readonly known: Map<string, string>;
  /** Elements within that declare nothing. */
  inside: number;
}

const maxKnown = 10_000;

export function openNames(): Names {
  let scope: Scope = { outer: undefined, namespaces: new Map(), known: new Map(), inside: 0 };
  return {
    enter(declared) {
      if (declared) scope = { outer: scope, namespaces: new Map(declared), known: new Map(), inside: 0 };
      else scope.inside++;
    },
    leave() {
      if (scope.inside > 0) scope.inside--;
      else if (scope.outer) scope = scope.outer;
    },
    of(raw) {
      let name = scope.known.get(raw);
      if (name === undefined) {
        name = usualName(raw, scope);
        if (scope.known.size < maxKnown) scope.known.set(raw, name);
      }
      return name;
    },
  };
}

function usualName(raw: string, scope: Scope): string {
  const colon = raw.indexOf(':');
  const prefix = colon === -1 ? '' : raw.slice(0, colon);
  const namespace = namespaceOf(prefix, scope);
  if (namespace === undefined) return raw;
  const local = raw.slice(colon + 1);
  const usual = usualPrefixes.get(namespace);
  if (usual !== undefined) return usual === '' ? local : `${usual}:${local}`;
  // A prefix that we use, bound to something else, must not pass for ours.
  return prefix === '' ? local : `?${raw}`;
}

function namespaceOf(prefix: string, scope: Scope): string | undefined {
  for (let each: Scope | undefined = scope; each; each = each.outer) {
    const found = each.namespaces.get(prefix);
    if (found !== undefined) return found;
  }
  return undefined;
}
