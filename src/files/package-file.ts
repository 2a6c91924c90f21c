import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Packages that a user may have installed beside this one. */
export interface Packages {
  /** The bytes of a file of a package; nothing when it is not installed. */
  read(file: string): Buffer | undefined;
  /** What a module of a package exports; nothing when it is not installed. */
  load(module: string): unknown;
}

/**
 * Only what is installed where this package is. A workspace's own packages are never looked at: whoever can write there could
 * have code run here, outside of every rule.
 */
export function installedPackages(from: string = import.meta.url): Packages {
  const require = createRequire(from);
  const find = (name: string): string | undefined => {
    try {
      return require.resolve(name);
    } catch {
      return undefined;
    }
  };
  return {
    read(file) {
      const path = find(file);
      return path === undefined ? undefined : readFileSync(path);
    },
    load: (module) => (find(module) === undefined ? undefined : (require(module) as unknown)),
  };
}
