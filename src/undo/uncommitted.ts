import { posix } from 'node:path';
import { isFolder } from '../files/index.ts';
import type { Backend } from '../protocol/backend.ts';

const timeoutMs = 3_000;
const maxBytes = 4 * 1024 ** 2;
const listing = [
  ...'git --no-optional-locks --literal-pathspecs -c core.fsmonitor=false'.split(' '),
  ...'ls-files -z --modified --others --exclude-standard --'.split(' '),
];

/**
 * Files at or below a path that differ from what git has of them, or that git does not have, ignored ones left out.
 * Asked only right before git is told to throw them away, in the same place: whatever the settings of the repository
 * make git start, that command would start too. Undefined when there is no answer.
 */
export async function uncommittedIn(
  root: string,
  path: string,
  { backend, env }: { backend: Backend; env: Readonly<Record<string, string>> },
): Promise<string[] | undefined> {
  const top = repositoryOf(root, path);
  if (top === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const tooMuch = new AbortController();
  const end = await backend
    .run(
      {
        argv: [...listing, posix.relative(top, path) || '.'],
        cwd: top,
        env: { ...env, GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' },
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
  if (end?.exitCode !== 0) return undefined;
  const names = Buffer.concat(chunks).toString('utf8').split('\0');
  return [...new Set(names)].filter((name) => name !== '').map((name) => posix.join(top, name));
}

/** The folder of the repository, or the workspace when that lies within a larger one. */
function repositoryOf(root: string, path: string): string | undefined {
  for (let folder = path; ; folder = posix.dirname(folder)) {
    if (isFolder(posix.join(folder, '.git')) !== undefined) return folder.length < root.length ? root : folder;
    if (posix.dirname(folder) === folder) return undefined;
  }
}
