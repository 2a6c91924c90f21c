import type { Clock } from '../../platform/clock.ts';
import { livenessOf, ownerOfThisProcess } from '../../platform/owner.ts';
import type { JudgedLine, Question } from '../../protocol/approver.ts';
import type { Grant } from '../../protocol/grant.ts';
import type { Place } from './place.ts';
import { coveredBy, neededBy } from './cover.ts';
import { offersFor, type Draft } from './offer.ts';
import { openGrantStore, type GrantStore } from './store.ts';

export interface GrantsParts {
  readonly clock: Clock;
  /** Folders in user state: of this workspace, and of the user. */
  readonly workspaceFolder: string;
  readonly userFolder: string;
  place(): Promise<Place>;
}

/** Remembered answers. */
export interface Grants {
  /** Those that cover all of a question that needs an answer; none when something of it is not covered. */
  covering(question: Question, line: JudgedLine): Promise<readonly Grant[]>;
  offers(question: Question, line: JudgedLine): Promise<readonly Draft[]>;
  keep(draft: Draft, by: { who: string; how: string }): Promise<Grant>;
  /** All that hold now, the newest first. */
  list(): Promise<readonly Grant[]>;
  /** False when there is none of that id. */
  revoke(id: string): Promise<boolean>;
  /** Takes away what was granted here for the session, which ends. */
  endSession(): void;
}

export function openGrants({ clock, workspaceFolder, userFolder, place }: GrantsParts): Grants {
  const ofWorkspace = openGrantStore(workspaceFolder);
  const ofUser = openGrantStore(userFolder);
  const stores: readonly GrantStore[] = [ofWorkspace, ofUser];
  const ofSession = new Set<string>();

  async function list(): Promise<readonly Grant[]> {
    const found = await Promise.all(stores.map((store) => store.list()));
    const holding: Grant[] = [];
    for (const [at, store] of stores.entries()) {
      for (const grant of found[at] ?? []) {
        // A grant for every workspace counts only where no workspace can have put it.
        if ((grant.scope === 'user') !== (store === ofUser)) continue;
        if (holds(grant, clock)) holding.push(grant);
        else store.remove(grant.id);
      }
    }
    return holding.toSorted((a, b) => b.created.localeCompare(a.created));
  }

  return {
    async covering(question, line) {
      const grants = (await list()).filter(({ scope, session }) => scope !== 'session' || session === question.session);
      if (grants.length === 0) return [];
      const needed = neededBy(line, await place());
      const found = (needed && coveredBy(needed, grants)) ?? [];
      // One may have been revoked while files were looked at.
      const left = found.length > 0 ? new Set((await list()).map(({ id }) => id)) : new Set();
      return found.every(({ id }) => left.has(id)) ? found : [];
    },
    offers: async (question, line) => offersFor(question, line, await place(), clock),
    async keep(draft, { who, how }) {
      await list(); // clears what has expired
      const created = new Date(clock.now()).toISOString();
      const grant: Grant = {
        ...draft,
        ...(draft.scope === 'session' ? { owner: ownerOfThisProcess() } : {}),
        created,
        who,
        how,
      };
      (grant.scope === 'user' ? ofUser : ofWorkspace).add(grant);
      if (grant.scope === 'session') ofSession.add(grant.id);
      return grant;
    },
    list,
    revoke: async (id) => stores.map((store) => store.remove(id)).includes(true),
    endSession() {
      for (const id of ofSession) ofWorkspace.remove(id);
      ofSession.clear();
    },
  };
}

function holds({ expires, scope, owner }: Grant, clock: Clock): boolean {
  if (Date.parse(expires) <= clock.now()) return false;
  return scope !== 'session' || (owner !== undefined && livenessOf(owner) !== 'dead');
}
