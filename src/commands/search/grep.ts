import { findProtected, type Root } from '../../files/index.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { JobContext } from '../job.ts';
import { compileGlob } from './glob.ts';
import { openCollector, readLines, type Matches } from './lines.ts';
import { newTally, walk, type Tally } from './walk.ts';

export interface GrepInput {
  readonly pattern: string;
  readonly caseSensitive: boolean;
  /** A folder or a file. */
  readonly path: string;
  readonly include?: string;
  readonly context: number;
  readonly limit: number;
}

const maxBytes = 512 * 1024 * 1024;
/** Then a search answers with what it has. */
export const searchMs = 7_000;

/** Our own search. A pattern may take forever on one line: against that whoever calls ends the thread. */
export function grepFiles(input: GrepInput, { root, checkStopped }: JobContext): Matches & Record<string, unknown> {
  const expression = compilePattern(input);
  const tally = newTally();
  const collector = openCollector(input);
  const until = performance.now() + searchMs;
  let [searched, bytes, large] = [0, 0, 0];
  const found = (isFull: boolean) => ({
    matches: collector.matches,
    isFull,
    isCut: tally.isCut,
    searched,
    large,
    ignored: tally.ignored,
    closed: tally.closed,
  });
  for (const path of candidates(root, input, tally)) {
    checkStopped();
    searched++;
    const lines = readLines(root, path);
    if (lines === 'large') large++;
    if (lines === 'closed') tally.closed++;
    const text = typeof lines === 'string' ? [] : lines;
    for (const [at, line] of text.entries()) {
      bytes += line.length + 1;
      if (expression.test(line) && !collector.add(path, text, at)) return found(true);
    }
    if (bytes > maxBytes || performance.now() > until) {
      tally.isCut = true;
      break;
    }
  }
  return found(false);
}

/** The files to be searched, whichever engine does it. */
export function* candidates(
  root: Root,
  { path, include }: Pick<GrepInput, 'path' | 'include'>,
  tally: Tally,
): Generator<string> {
  if (root.stat(path)?.kind === 'file') return yield path;
  const glob = include === undefined ? undefined : compileGlob(include);
  const start = path === '.' ? 0 : path.length + 1;
  const wanted = (file: string) => {
    if (!glob || include === undefined) return true;
    return glob.fits(include.includes('/') ? file.slice(start) : file.slice(file.lastIndexOf('/') + 1));
  };
  for (const found of walk(root, path, { honoursIgnore: true }, tally)) {
    if (found.kind !== 'file' || !wanted(found.path)) continue;
    if (findProtected(found.path.split('/'), 'read', { state: [] })) tally.closed++;
    else yield found.path;
  }
}

/** `(?i)` at the start is not JavaScript, but what people write. */
function compilePattern({ pattern, caseSensitive }: GrepInput): RegExp {
  const [opening = '', inline = ''] = /^\(\?([imsu]+)\)/.exec(pattern) ?? [];
  const source = pattern.slice(opening.length);
  const flags = caseSensitive && !inline.includes('i') ? '' : 'i';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return compileLoosely(source, flags);
  }
}

/** Without Unicode a lone `{` or an escaped `-` is what it looks like. */
function compileLoosely(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    throw new SallyportError('InvalidArgs', { reason: reason.slice(0, 300), usage: 'sallyport tools' });
  }
}
