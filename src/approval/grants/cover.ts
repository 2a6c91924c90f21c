import type { JudgedLine } from '../../protocol/approver.ts';
import type { BoundCommand, Grant } from '../../protocol/grant.ts';
import { bind } from './bind.ts';
import { leavesAlone, unitsOf } from './line.ts';
import { bindOperands } from './operands.ts';
import type { Place } from './place.ts';

/** What has to be covered of a line: each command that needs an answer, as it would run now. */
export interface Needed {
  /** The narrowest first. */
  readonly ways: readonly BoundCommand[];
}

/** Undefined when no standing answer can cover the line. */
export function neededBy(line: JudgedLine, place: Place): readonly Needed[] | undefined {
  const needed: Needed[] = [];
  for (const { command, inner, part } of unitsOf(line) ?? []) {
    if (part.decision === 'allow') continue;
    const exact = part.isOpaque ? undefined : bind(command, inner, part, place);
    if (!exact || !leavesAlone(line, exact.files, place)) return undefined;
    const wide = inner.length > 0 ? undefined : bindOperands(exact, command, part, place);
    needed.push({ ways: wide ? [exact, wide] : [exact] });
  }
  return needed.length > 0 ? needed : undefined;
}

/** The grants that together cover every command that needs an answer; undefined when one of them is not covered. */
export function coveredBy<G extends Pick<Grant, 'commands'>>(
  needed: readonly Needed[],
  grants: readonly G[],
): readonly G[] | undefined {
  const used = new Set<G>();
  for (const { ways } of needed) {
    const grant = grants.find(({ commands }) => commands.some((given) => ways.some((now) => isSame(given, now))));
    if (!grant) return undefined;
    used.add(grant);
  }
  return [...used];
}

/** Everything is what it was; of the rules that asked, none is new. */
function isSame(given: BoundCommand, now: BoundCommand): boolean {
  return keyOf(given) === keyOf(now) && now.rules.every((rule) => given.rules.includes(rule));
}

function keyOf({ kind, argv, cwd, assignments, stdin, effects, executable, files }: BoundCommand): string {
  return JSON.stringify([
    kind,
    argv,
    cwd,
    assignments,
    stdin,
    effects,
    executable,
    files.map(({ path, what, sha256 }) => [path, what, sha256]),
  ]);
}
