import { Folder } from '../files/index.ts';
import type { Backend } from '../protocol/backend.ts';
import type { ChangeCounts, ProtectedChange, Trial, TrialChanges, WorkspaceView } from '../protocol/dry.ts';
import { applyDifferences, conflicting, findConflict } from './apply.ts';
import { openDescription } from './describe.ts';
import { findDifferences, type Found } from './find.ts';
import { protectionOf } from './protect.ts';
import { modeOf, type Difference, type Trees } from './tree.ts';

export interface TrialParts {
  readonly workspace: string;
  readonly view: WorkspaceView;
  /** Runs programs on the view. */
  readonly backend: Backend;
  /** Leads from the workspace to the state folder. */
  readonly state: readonly string[];
  /** Segments of folders of the workspace that belong to Sallyport. */
  readonly closed: readonly (readonly string[])[];
}

const most = { changes: 1_000, leftOut: 100 };

/** One command on a view of the workspace, from its start to the decision. */
export function openTrial(parts: TrialParts): Trial {
  const { view, backend } = parts;
  const opened: Disposable[] = [];
  const open = (path: string) => {
    const folder = Folder.open(path, { shownAs: '' });
    opened.push(folder);
    return folder;
  };
  return {
    backend,
    async look() {
      // Nothing may write any more: what is looked at is what is applied.
      await backend[Symbol.asyncDispose]();
      const trees = { workspace: open(parts.workspace), whole: open(view.whole), written: open(view.written) };
      return changesIn(trees, await findDifferences(trees, { ...parts, ...view }), parts);
    },
    async [Symbol.asyncDispose]() {
      // An open folder would keep the view mounted.
      for (const folder of opened) folder[Symbol.dispose]();
      await backend[Symbol.asyncDispose]();
      await view[Symbol.asyncDispose]();
    },
  };
}

function changesIn(trees: Trees, { differences, leftOut }: Found, { view, state }: TrialParts): TrialChanges {
  const guarded = differences.flatMap((each) => {
    const rule = protectionOf(each, state);
    return rule ? [{ path: each.path, rule: rule.id, reason: rule.reason, isOpen: rule.write !== 'never' }] : [];
  });
  const reasons = new Map(guarded.map(({ path, reason }) => [path, reason]));
  const describe = openDescription(trees, ({ path }) => reasons.get(path));
  const counts: Record<keyof ChangeCounts, number> = { added: 0, changed: 0, deleted: 0, mode: 0, touched: 0 };
  for (const { what } of differences) counts[what]++;
  // A folder gets another time by whatever is done in it. What is protected comes first: a thousand files must not hide it.
  const shown = differences
    .filter(({ what, after }) => what !== 'touched' || !after?.stats.isDirectory())
    .toSorted((a, b) => Number(reasons.has(b.path)) - Number(reasons.has(a.path)) || byPath(a, b));
  const conflict = findConflict(differences, trees.workspace, view.sinceMs);
  const [top, own] = [trees.whole.stat(), trees.workspace.stat()];
  const hasOwnMode = top && own && modeOf(top) !== modeOf(own);
  return {
    report: {
      how: view.how,
      counts: { ...counts, touched: shown.filter(({ what }) => what === 'touched').length },
      changes: shown.slice(0, most.changes).map(describe),
      protected: guarded.slice(0, most.changes).map(publicly),
      left_out: [
        ...leftOut,
        ...(hasOwnMode ? [{ path: '.', reason: 'the mode of the workspace itself stays' }] : []),
      ].slice(0, most.leftOut),
      ...(conflict === undefined ? {} : { conflict: conflicting(conflict).message }),
    },
    losses: differences.flatMap(({ path, before, what }) => (before && what !== 'touched' ? [path] : [])),
    forbidden: guarded.filter(({ isOpen }) => !isOpen).map(publicly),
    apply: async () => applyDifferences(differences, trees, view.sinceMs),
  };
}

function byPath(a: Difference, b: Difference): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}

function publicly({ path, rule, reason }: ProtectedChange): ProtectedChange {
  return { path, rule, reason };
}
