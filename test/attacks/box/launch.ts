import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

export interface Outcome {
  readonly results: Readonly<Record<string, { readonly raw: boolean; readonly box: boolean }>>;
  /** What the box prints when it is asked for something that it allows. */
  readonly works: readonly string[];
  readonly uid: number;
  /** What held its commands. */
  readonly backend: string;
}

/** Another user, who owns nothing; only root can become one. */
export const users: readonly number[] = process.getuid?.() === 0 ? [0, 12_345] : [process.getuid?.() ?? -1];

const systemPath = '/usr/local/bin:/usr/bin:/bin';

/** A folder with a bubblewrap that is refused user namespaces. */
function withoutUserNamespaces(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const refusal = 'bwrap: Creating new namespace failed: Operation not permitted';
  // A box gives its arguments through handle 6.
  const script = `export PATH=${systemPath}
args=$(mktemp)
cat <&6 >"$args"
exec 6<"$args"
if grep -qz -- '^--unshare-user$' "$args"; then rm -f "$args"; echo '${refusal}' >&2; exit 1; fi
rm -f "$args"
exec bwrap "$@"`;
  writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return bin;
}

export interface Launcher extends Disposable {
  /** Runs the program as a user, with a secret left open as file handle 200. */
  run(uid: number): string;
  /** The same with a terminal. */
  runOnTerminal(uid: number): string;
}

/** A program of this folder as one file that any user can run; Node 20 cannot run TypeScript. */
export async function launcher(program: string, { isReduced = false } = {}): Promise<Launcher> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-attacks-'));
  chmodSync(folder, 0o755);
  const bundle = await rolldown({
    input: program,
    platform: 'node',
    transform: { target: 'node20' },
    external: /^node:/,
  });
  await bundle.write({ file: join(folder, 'main.mjs'), format: 'esm', codeSplitting: false });
  for (const name of ['call.py', 'victim.py']) cpSync(join(dirname(program), name), join(folder, name));
  writeFileSync(join(folder, 'secret'), 'SECRET\n'.repeat(1000));
  const main = [process.execPath, join(folder, 'main.mjs'), folder];
  // The pyenv and nvm of root are closed to others.
  const path = isReduced ? [withoutUserNamespaces(folder), systemPath] : [systemPath];
  const env = { PATH: path.join(':'), TMPDIR: tmpdir(), HOME: folder };
  // Node closes what it was started with up to the first gap.
  const withSecret = ['-c', 'exec 200<"$0"; exec "$@"', join(folder, 'secret')];
  const start = (uid: number, argv: readonly string[]) => {
    const options = { env, uid, gid: uid, timeout: 240_000 };
    const { stdout, stderr, status } = spawnSync('/bin/bash', [...withSecret, ...argv], options);
    if (status !== 0) throw new Error(`the attacks ended with ${status}: ${stderr.toString()}`);
    return stdout.toString();
  };
  return {
    run: (uid) => start(uid, main),
    runOnTerminal: (uid) => start(uid, ['script', '-qec', main.join(' '), '/dev/null']),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
