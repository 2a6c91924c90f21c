import { findProtected, parsePath, sameNameKey, stateRule } from '../files/index.ts';
import { SallyportError, toSallyportError } from '../protocol/errors.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import { maxRetry } from '../protocol/queue.ts';
import type { TakeParts } from './take.ts';
import type { Template } from './template.ts';
import type { WatchParts } from './watch.ts';

/** What is written into the watched folder would be found there, and so on without end. */
export function refuseLoop({ effects }: PlannedCommand, folder: string): void {
  const watched = folder.split('/');
  const inside = effects.find(({ kind, target }) => kind === 'write' && meets(parsePath(target, 'write'), watched));
  if (!inside) return;
  throw new SallyportError('Denied', {
    reason: `"${inside.target}" would be written into the watched folder itself, and be found there`,
    next: 'Let --do write into another folder.',
  });
}

/** Whether one of two folders lies in the other, on any file system. */
function meets(a: readonly string[], b: readonly string[]): boolean {
  const common = Math.min(a.length, b.length);
  return a.slice(0, common).every((name, at) => sameNameKey(name) === sameNameKey(b[at] as string));
}

/** Mistakes in the line are told before the first file comes. */
export async function proveTemplate(
  template: Template,
  folder: string,
  { check }: Pick<TakeParts, 'check'>,
): Promise<void> {
  try {
    refuseLoop(await check(template.fill(`${folder}/sample.txt`)), folder);
  } catch (error) {
    // Another extension than that of the sample may be fine.
    if (template.uses.has('ext') && toSallyportError(error).code === 'InvalidArgs') return;
    throw error;
  }
}

export function proveRetry(retry = 0): void {
  if (Number.isInteger(retry) && retry >= 0 && retry <= maxRetry) return;
  throw new SallyportError('InvalidArgs', {
    reason: `--retry takes a whole number from 0 to ${maxRetry}, not "${retry}"`,
    usage: 'sallyport watch --help',
  });
}

const insteadOfFolder = {
  file: 'a file; watch the folder that it is in',
  link: 'a link, and no link is followed; watch the folder that it leads to',
  other: 'no folder',
};

export function watchedFolder({ root, state }: Pick<WatchParts, 'root' | 'state'>, text: string): string {
  const segments = parsePath(text, 'read');
  const folder = segments.join('/');
  if (folder === '')
    throw new SallyportError('InvalidArgs', {
      reason: 'The workspace itself cannot be watched, as all that is written lies in it; watch a folder of it',
      usage: 'sallyport watch --help',
    });
  if (findProtected([...segments, 'x'], 'write', { state }) === stateRule)
    throw new SallyportError('Denied', {
      reason: `the records of runs are written into "${folder}", and adding a job is such a run`,
      next: 'Watch another folder.',
    });
  const kind = root.stat(folder)?.kind;
  if (kind === undefined) throw new SallyportError('NotFound', { says: `The folder "${folder}" does not exist.` });
  if (kind !== 'dir')
    throw new SallyportError('InvalidArgs', {
      reason: `"${folder}" is ${insteadOfFolder[kind]}`,
      usage: 'sallyport watch --help',
    });
  return folder;
}
