import type { Clock } from '../../platform/clock.ts';
import { randomName } from '../../platform/ids.ts';
import type { JudgedLine, Question } from '../../protocol/approver.ts';
import type { BoundCommand, Grant } from '../../protocol/grant.ts';
import type { Place } from './place.ts';
import { coveredBy, neededBy } from './cover.ts';
import { describeGrant } from './words.ts';

/** A grant that nobody has given yet. */
export type Draft = Omit<Grant, 'who' | 'how' | 'created' | 'owner'>;

const hour = 3_600_000;
const mostWords = 1_000;
const lifetimes: Record<Grant['scope'], number> = {
  session: 24 * hour,
  workspace: 30 * 24 * hour,
  user: 30 * 24 * hour,
};

/** The standing answers that a person may give to a question; each was tried on that very question. */
export function offersFor(question: Question, line: JudgedLine, place: Place, clock: Clock): readonly Draft[] {
  const needed = neededBy(line, place);
  if (!needed) return [];
  const exact = needed.map(({ ways }) => ways[0] as BoundCommand);
  const wide = needed.map(({ ways }) => ways.at(-1) as BoundCommand);
  const kinds = wide.every((way, at) => way === exact[at]) ? [exact] : [exact, wide];
  const drafts = (['session', 'workspace', 'user'] as const).flatMap((scope) =>
    kinds.map((commands): Draft => ({
      version: 1,
      id: randomName(),
      scope,
      ...(scope === 'session' ? { session: question.session } : {}),
      expires: new Date(clock.now() + lifetimes[scope]).toISOString(),
      command: question.command,
      commands: [...commands],
      covers: describeGrant(commands, scope),
    })),
  );
  return drafts.filter((draft) => {
    // Nobody can agree to what they cannot read.
    if (draft.covers.join().length > mostWords) return false;
    // Looked at anew, as the next question will: an answer that would not even cover this one is no use.
    const again = neededBy(line, place);
    return again !== undefined && coveredBy(again, [draft]) !== undefined;
  });
}
