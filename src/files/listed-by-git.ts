import type { Backend } from '../protocol/backend.ts';

const timeoutMs = 3_000;
const maxBytes = 8 * 1024 ** 2;
const listing =
  'git --no-optional-locks --literal-pathspecs -c core.fsmonitor=false -c core.untrackedCache=false -c core.hooksPath=/dev/null ls-files -z --exclude-standard'.split(
    ' ',
  );
const quiet = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };

/**
 * What `git ls-files` says of paths in a repository that may be a stranger's: no hook, no monitor and no protocol that its
 * settings name is started, and nothing is fetched. Undefined when there is no git, too much of it, or no answer in time.
 */
export async function listedByGit(
  options: readonly string[],
  cwd: string,
  paths: readonly string[],
  { backend, env }: { backend: Backend; env: Readonly<Record<string, string>> },
): Promise<readonly string[] | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const tooMuch = new AbortController();
  const end = await backend
    .run(
      { argv: [...listing, ...options, '--', ...paths], cwd, env: { ...env, ...quiet }, merged: false, timeoutMs },
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
  return Buffer.concat(chunks)
    .toString('utf8')
    .split('\0')
    .filter((entry) => entry !== '');
}
