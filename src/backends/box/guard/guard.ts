import { relative, sep } from 'node:path';
import { readSmallText } from '../../../files/index.ts';
import type { TouchedPath } from '../../../protocol/backend.ts';
import { isWithin } from '../within.ts';
import { disarm, mostConfigBytes } from './disarm.ts';
import { survey, type Survey, type SurveyCache } from './survey.ts';

/** Knows the protected paths of a workspace, and finds what commands make or change of them. */
export interface Guard {
  /** The paths as they are now. */
  survey(): Promise<Survey>;
  /** What was made or changed since the last look. Takes from it what would run by itself. */
  look(exempt: Exempt): Promise<TouchedPath[]>;
}

export interface Exempt {
  /** Could not be changed by the command: somebody else did. */
  readonly locked: readonly string[];
  /** May be changed by it; of git's own settings still only the harmless ones stay. */
  readonly granted: readonly string[];
}

export interface GuardOptions {
  /** Absolute. */
  readonly workspace: string;
  /** Leads to the state folder. */
  readonly state: readonly string[];
}

export function openGuard({ workspace, state }: GuardOptions): Guard {
  const cache: SurveyCache = new Map();
  const configs = new Map<string, string>();
  let last: Survey | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function take(): Promise<Survey> {
    last = await survey(workspace, state, cache);
    for (const [path, { rule }] of last.files) {
      if (rule === 'git.config') configs.set(path, readSmallText(path, mostConfigBytes) ?? '');
    }
    return last;
  }
  async function look({ locked, granted }: Exempt): Promise<TouchedPath[]> {
    const before = last ?? (await take());
    const now = await survey(workspace, state, cache);
    const isExempt = (path: string, rule: string) =>
      [...locked, ...(rule === 'git.config' ? [] : granted)].some((place) => isWithin(path, place));
    const changed = [...now.files].filter(
      ([path, { signature, rule }]) => before.files.get(path)?.signature !== signature && !isExempt(path, rule),
    );
    const touched = changed.flatMap(
      ([path, { rule }]) =>
        disarm(workspace, { segments: relative(workspace, path).split(sep), rule, before: configs.get(path) }) ?? [],
    );
    // What was taken from a file changes it once more.
    if (changed.length > 0) await take();
    else last = now;
    return touched;
  }
  /** One after the other: two at once would each take the other's changes for its own. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work);
    queue = done.catch(() => {});
    return done;
  };
  return { survey: () => inTurn(take), look: (exempt) => inTurn(() => look(exempt)) };
}
