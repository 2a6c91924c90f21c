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
    child.on('close', (code) =>
      resolve(code === 0 || code === 1 ? parseHits(Buffer.concat(chunks), new Set(files)) : undefined),
    );
  });
}

/** `./<path>NUL<line>:<what is left out>`; a binary file gives a sentence instead. A path may have line ends in it. */
function parseHits(output: Buffer, files: ReadonlySet<string>): Hit[] {
  return [...output.toString('utf8').matchAll(/([^\0]+)\0(\d+):[^\n]*(?:\n|$)/g)].flatMap(([, before = '', line]) => {
    const file = fileAtEnd(before, files);
    return file === undefined ? [] : [{ file, line: Number(line) }];
  });
}

/** The file that a text ends with; what stands before it are sentences about binary ones. */
function fileAtEnd(text: string, files: ReadonlySet<string>): string | undefined {
  for (let at = 0; at >= 0; at = text.indexOf('\n', at) + 1 || -1) {
    const file = text.slice(at + 2);
    if (text.startsWith('./', at) && files.has(file)) return file;
  }
  return undefined;
}
