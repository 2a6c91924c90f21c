import type { Root } from '../../files/index.ts';
import { isSallyportError } from '../../protocol/errors.ts';

export interface Match {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** Only when context was asked for. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** What a search has found, and why it may not be all. */
export interface Matches {
  readonly matches: Match[];
  /** There are more than were asked for, or than an answer holds. */
  readonly isFull: boolean;
  /** Not everything was searched. */
  readonly isCut: boolean;
  readonly searched: number;
  /** Left out because of what `.gitignore` names, or `node_modules`. */
  readonly ignored: number;
  /** Left out because they are protected or cannot be read. */
  readonly closed: number;
  /** Left out because they are too large. */
  readonly large: number;
}

const maxFileBytes = 32 * 1024 * 1024;
const maxLineChars = 500;
const maxTextChars = 64 * 1024;

/** The lines of a text file without their ends, or why there are none. */
export function readLines(root: Root, path: string): string[] | 'binary' | 'large' | 'closed' {
  let content;
  try {
    content = root.read(path, maxFileBytes);
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    return error.code === 'InvalidArgs' && (root.stat(path)?.size ?? 0) > maxFileBytes ? 'large' : 'closed';
  }
  if (content.includes(0)) return 'binary';
  const text = content.toString('utf8').replace(/^\uFEFF/, '');
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Collects matches until there are enough. */
export function openCollector(options: { readonly limit: number; readonly context: number }) {
  const matches: Match[] = [];
  const { limit, context } = options;
  let chars = 0;
  return {
    matches,
    /** False when there is no room for it: there is more than what is shown. */
    add(file: string, lines: readonly string[], at: number): boolean {
      if (matches.length >= limit) return false;
      const shown = (from: number, to: number) => lines.slice(Math.max(0, from), to).map(cutLine);
      const match: Match = {
        file,
        line: at + 1,
        text: cutLine(lines[at] ?? ''),
        ...(context > 0 ? { before: shown(at - context, at), after: shown(at + 1, at + 1 + context) } : {}),
      };
      chars += [match.text, ...(match.before ?? []), ...(match.after ?? [])].reduce(
        (sum, { length }) => sum + length,
        0,
      );
      if (chars > maxTextChars && matches.length > 0) return false;
      matches.push(match);
      return true;
    },
  };
}

function cutLine(line: string): string {
  return line.length > maxLineChars ? `${line.slice(0, maxLineChars).toWellFormed()}…` : line;
}
