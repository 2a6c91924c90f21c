import { setImmediate } from 'node:timers/promises';
import { compileGlob, GlobProblem, type Tally } from '../commands/search/index.ts';
import { showPath, type Root } from '../files/index.ts';
import { SallyportError } from '../protocol/errors.ts';
import { problem } from './file-tool.ts';

/** Goes through a long list without keeping everybody else waiting. */
export async function* unhurried<T>(items: Iterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  let count = 0;
  for (const item of items) {
    yield item;
    if (++count % 1_000 !== 0) continue;
    await setImmediate();
    signal.throwIfAborted();
  }
}

export function checkFolder(root: Root, path: string): void {
  const found = root.stat(path);
  if (!found && path !== '.') throw new SallyportError('NotFound', { path: showPath(path) });
  if (found?.kind === 'file') throw problem('INVALID_PARAM', `"${showPath(path)}" is a file, not a folder`);
}

export function checkGlob(parameter: string, pattern: string): ReturnType<typeof compileGlob> {
  try {
    return compileGlob(pattern);
  } catch (error) {
    if (error instanceof GlobProblem) throw problem('INVALID_PARAM', `${parameter} is no pattern: ${error.message}`);
    throw error;
  }
}

/** What a person or a model should know of what is not in the answer. */
export function leftOut(
  { ignored, closed, isCut }: Pick<Tally, 'ignored' | 'closed' | 'isCut'>,
  isFull: boolean,
): string[] {
  return [
    ...(isFull ? ['[Truncated: there is more. Narrow the search, or raise limit.]'] : []),
    ...(isCut && !isFull ? ['[Truncated: there is too much to look at. Name a smaller folder in path.]'] : []),
    ...(ignored > 0
      ? [
          `[Left out: ${ignored} that .gitignore names or that are node_modules; name their folder in path to look there.]`,
        ]
      : []),
    ...(closed > 0 ? [`[Left out: ${closed} that are protected or cannot be read.]`] : []),
  ];
}
