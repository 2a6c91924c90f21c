import { join, relative, sep } from 'node:path';
import { readSmallText } from '../../../files/index.ts';
import type { TouchedPath } from '../../../protocol/backend.ts';
import { isWithin } from '../within.ts';
import { disarm, mostConfigBytes } from './disarm.ts';
import { survey, type Survey, type SurveyCache } from './survey.ts';

/** Knows the protected paths of a workspace, and finds what commands make or change of them. */
export interface Guard {
  /** The paths as they are now. From these on changes are looked for, if `isQuiet` says afterwards that no command runs. */
  survey(isQuiet: () => boolean): Promise<Survey>;
  /** What was made or changed since. Takes from it what would run by itself. `exempt`: of each command that runs, asked when all was seen. */
  look(exempt: () => readonly Exempt[]): Promise<TouchedPath[]>;
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

  const walk = () => survey(workspace, state, cache);
  function remember(now: Survey): void {
    last = now;
    configs.clear();
    for (const [path, { rule }] of now.files) {
      if (rule === 'git.config') configs.set(path, readSmallText(path, mostConfigBytes) ?? '');
    }
  }
  async function places(isQuiet: () => boolean): Promise<Survey> {
    const now = await walk();
    // What a command that runs has made by now would never be found.
    if (!last || isQuiet()) remember(now);
    return now;
  }
  async function look(exempt: () => readonly Exempt[]): Promise<TouchedPath[]> {
    const now = await walk();
    if (!last) {
      remember(now);
      return [];
    }
    const different = [...now.files].filter(([path, { signature }]) => last?.files.get(path)?.signature !== signature);
    const running = different.length > 0 ? exempt() : [];
    // Any of those that run may be the one that changed it.
    const isExempt = (path: string, rule: string) =>
      running.every(({ locked, granted }) =>
        [...locked, ...(rule === 'git.config' ? [] : granted)].some((place) => isWithin(path, place)),
      );
    const changed = different.filter(([path, { rule }]) => !isExempt(path, rule));
    const touched = changed.flatMap(
      ([path, { rule }]) =>
        disarm(workspace, { segments: relative(workspace, path).split(sep), rule, before: configs.get(path) }) ?? [],
    );
    // Another command may arm it again at this very moment: what was disarmed is looked at once more the next time.
    const files = new Map(now.files);
    for (const { path, done } of touched) if (done !== undefined) files.delete(join(workspace, path));
    last = { ...now, files };
    return touched;
  }
  /** One after the other: two at once would each take the other's changes for its own. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work);
    queue = done.catch(() => {});
    return done;
  };
  return { survey: (isQuiet) => inTurn(() => places(isQuiet)), look: (exempt) => inTurn(() => look(exempt)) };
}
