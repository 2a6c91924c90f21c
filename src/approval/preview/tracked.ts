import { posix } from 'node:path';
import { isFolder } from '../../files/index.ts';
import type { Backend } from '../../protocol/backend.ts';

/** What git says of files: those in its index, and those that are neither in it nor ignored. */
export interface Tracked {
  readonly tracked: ReadonlySet<string>;
  readonly untracked: ReadonlySet<string>;
}

const timeoutMs = 2_000;
const maxBytes = 8 * 1024 ** 2;
const maxPaths = 200;
const listing =
  'git --no-optional-locks --literal-pathspecs -c core.fsmonitor=false -c core.untrackedCache=false -c core.hooksPath=/dev/null ls-files -z -t --cached --others --exclude-standard --'.split(
    ' ',
  );

/**
 * Asks git about paths of a workspace, which may be a stranger's: nothing that its settings name is started, and
 * nothing is fetched. Undefined when there is no repository, no git, or no answer in time.
 */
export async function trackedIn(
  root: string,
  paths: readonly string[],
  { backend, env }: { backend: Backend; env: Readonly<Record<string, string>> },
): Promise<Tracked | undefined> {
  if (paths.length === 0 || paths.length > maxPaths || !isInRepository(root)) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const tooMuch = new AbortController();
  const end = await backend
    .run(
      {
        argv: [...listing, ...paths],
        cwd: root,
        env: { ...env, GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
        merged: false,
        timeoutMs,
      },
      {
        onStdout(chunk) {
          bytes += chunk.length;
          if (bytes > maxBytes) tooMuch.abort();
          else chunks.push(chunk);
        },
        onStderr: () => {},
        signal: tooMuch.signal,
      },
    )
    .catch(() => undefined);
  return end?.exitCode === 0 ? parse(Buffer.concat(chunks).toString('utf8')) : undefined;
}

/** `H path` is in the index, `? path` is not. */
function parse(text: string): Tracked {
  const tracked = new Set<string>();
  const untracked = new Set<string>();
  for (const entry of text.split('\0')) (entry.startsWith('? ') ? untracked : tracked).add(entry.slice(2));
  return { tracked, untracked };
}

function isInRepository(root: string): boolean {
  for (let folder = root; ; folder = posix.dirname(folder)) {
    if (isFolder(posix.join(folder, '.git')) !== undefined) return true;
    if (posix.dirname(folder) === folder) return false;
  }
}
