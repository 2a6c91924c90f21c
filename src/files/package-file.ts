import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { SallyportError } from '../protocol/errors.ts';
import { namesBelow } from './below.ts';

/** Packages that a user may have installed beside this one. */
export interface Packages {
  /** The bytes of a file of a package; nothing when it is not installed. */
  read(file: string): Buffer | undefined;
  /** What a module of a package exports; nothing when it is not installed. */
  load(module: string): unknown;
}

/**
 * Only what is installed where this package is, and outside of the workspace: whoever can write there could have code run
 * here, outside of every rule. This package itself may be installed in there.
 */
export function installedPackages(workspace: string, from: string = import.meta.url): Packages {
  const require = createRequire(from);
  const find = (name: string): string | undefined => {
    let path: string;
    try {
      path = realpathSync(require.resolve(name));
    } catch {
      return undefined;
    }
    if (namesBelow(realpathSync(workspace), path)) throw inWorkspace(name);
    return path;
  };
  return {
    read(file) {
      const path = find(file);
      return path === undefined ? undefined : readFileSync(path);
    },
    load(module) {
      const path = find(module);
      return path === undefined ? undefined : (require(path) as unknown);
    },
  };
}

function inWorkspace(name: string): SallyportError {
  return new SallyportError('NotSupported', {
    format: `"${name}"`,
    platform: 'this installation',
    reason: 'it lies in the workspace, where an agent can change it, and would run outside of every rule',
    next: 'Install sallyport and its packages elsewhere, as with npm install -g, and start that one.',
  });
}
