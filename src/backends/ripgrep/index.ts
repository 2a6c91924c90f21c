import { spawn } from 'node:child_process';
import { findTrusted } from '../process/program.ts';

export interface RipgrepSearch {
  readonly pattern: string;
  readonly caseSensitive: boolean;
  /** Relative to the workspace. */
  readonly files: readonly string[];
  /** Of each file. */
  readonly maxLines: number;
}

export interface Hit {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

const maxOutputBytes = 4 * 1024 * 1024;

/** Where ripgrep is, if it is anywhere but in the workspace. */
export function findRipgrep(workspace: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  return findTrusted('rg', env, [workspace]);
}

/**
 * The lines that fit, in the order of the files; it reads the files that it is given and no others. Undefined when ripgrep cannot
 * do it: it does not take the pattern, or something is in its way.
 */
export function searchWithRipgrep(
  program: string,
  { pattern, caseSensitive, files, maxLines }: RipgrepSearch,
  { workspace, signal }: { readonly workspace: string; readonly signal: AbortSignal },
): Promise<Hit[] | undefined> {
  const argv = [
    '--no-config', // a file that an environment names could bring in --pre, which runs programs
    '--no-messages',
    '--color=never',
    '--no-heading',
    '--with-filename',
    '--null',
    '--line-number',
    '--crlf',
    '--max-columns=1', // the text itself is not read from here
    '--threads=1', // in the order of the files
    `--max-count=${maxLines}`,
    caseSensitive ? '--case-sensitive' : '--ignore-case',
    `--regexp=${pattern}`,
    '--',
    ...files.map((file) => `./${file}`),
  ];
  return new Promise((resolve) => {
    const child = spawn(program, argv, {
      cwd: workspace,
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
      signal,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxOutputBytes) chunks.push(chunk);
      else child.kill('SIGKILL');
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 || code === 1 ? parseHits(Buffer.concat(chunks)) : undefined));
  });
}

/** `./<path>NUL<line>:<what is left out>`; a binary file gives a sentence instead. */
function parseHits(output: Buffer): Hit[] {
  return output
    .toString('utf8')
    .split('\n')
    .flatMap((row) => {
      const [, file, line] = /^\.\/([^\0]+)\0(\d+):/.exec(row) ?? [];
      return file === undefined ? [] : [{ file, line: Number(line) }];
    });
}
