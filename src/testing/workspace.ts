import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TempWorkspace extends Disposable {
  readonly path: string;
  /** An environment whose user state and config lie in the same throw-away folder. */
  readonly env: Readonly<Record<string, string | undefined>>;
  write(path: string, content: string | Uint8Array): void;
}

/** A throw-away workspace with user state of its own, removed when it is disposed of. */
export function tempWorkspace(options: { name?: string; in?: string } = {}): TempWorkspace {
  const place = realpathSync(mkdtempSync(join(options.in ?? tmpdir(), 'sallyport-')));
  const path = join(place, options.name ?? 'workspace');
  mkdirSync(path);
  return {
    path,
    env: {
      ...process.env,
      HOME: join(place, 'home'),
      XDG_STATE_HOME: join(place, 'state'),
      XDG_CONFIG_HOME: join(place, 'config'),
    },
    write(relative, content) {
      mkdirSync(dirname(join(path, relative)), { recursive: true });
      writeFileSync(join(path, relative), content);
    },
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}
