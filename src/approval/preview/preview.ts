import type { Clock } from '../../platform/clock.ts';
import type { JudgedLine } from '../../protocol/approver.ts';
import type { EffectPreview, FileCount } from '../../protocol/preview.ts';
import type { ShellCommand, ShellEffect } from '../../protocol/shell.ts';
import type { Tracked } from './tracked.ts';
import { openWalk, type Found } from './walk.ts';

export interface PreviewParts {
  /** The workspace. */
  readonly root: string;
  readonly clock: Clock;
  /** What git says of paths relative to the workspace. */
  readonly tracked?: (paths: readonly string[]) => Promise<Tracked | undefined>;
}

const mostNamed = 8;

/** What a line would do to what is there now, as far as that can be seen without running it. */
export async function previewLine(line: JudgedLine, { root, clock, tracked }: PreviewParts): Promise<EffectPreview> {
  const walk = openWalk(root, clock);
  const deletes = newCount();
  const overwrites = newCount();
  const unknown: string[] = [];
  for (const { command, effect } of effectsOf(line)) {
    const isLoss = effect.kind === 'delete' && effect.note !== 'moved' && !effect.thing;
    if (!isLoss && (effect.kind !== 'write' || isAppended(effect, command, line))) continue;
    const path = effect.target?.path;
    if (path === undefined) {
      if (effect.target) unknown.push(effect.target.text);
    } else add(isLoss ? deletes : overwrites, walk.find(path, { below: isLoss && effect.recursive === true }));
  }
  const named = [...deletes.tops, ...overwrites.tops];
  const git = named.length > 0 ? await tracked?.([...new Set(named)]) : undefined;
  return {
    deletes: countOf(deletes, git),
    overwrites: countOf(overwrites, git),
    runs: words(line, 'run'),
    contacts: words(line, 'contact'),
    changes: words(line, 'change'),
    unknown: unique(unknown),
  };
}

function effectsOf({ plan }: JudgedLine): { command: ShellCommand; effect: ShellEffect }[] {
  return plan.commands.flatMap((command) => command.effects.map((effect) => ({ command, effect })));
}

/** `>>` keeps what is there. */
function isAppended({ note }: ShellEffect, { span }: ShellCommand, { plan }: JudgedLine): boolean {
  const source = plan.text.slice(span.start, span.end);
  return note === 'redirect' && source.includes('>>') && !/(?<![>0-9&])[0-9]?>(?![>&])/.test(source);
}

interface Count {
  readonly found: Map<string, number>;
  /** What git is asked about. */
  readonly tops: Set<string>;
  folders: number;
  isMore: boolean;
}

function newCount(): Count {
  return { found: new Map(), tops: new Set(), folders: 0, isMore: false };
}

function add(count: Count, { files, tops, folders, isMore }: Found): void {
  for (const { path, bytes } of files) count.found.set(path, bytes);
  for (const top of tops) count.tops.add(top);
  count.folders += folders;
  count.isMore ||= isMore;
}

function countOf({ found, folders, isMore }: Count, git: Tracked | undefined): FileCount {
  const paths = [...found.keys()].toSorted();
  const untracked = git ? paths.filter((path) => git.untracked.has(path)) : [];
  const ignored = git ? paths.filter((path) => !git.untracked.has(path) && !git.tracked.has(path)) : [];
  return {
    files: found.size,
    folders,
    bytes: [...found.values()].reduce((sum, bytes) => sum + bytes, 0),
    isMore,
    examples: paths.slice(0, mostNamed),
    ...(git && found.size > 0
      ? { git: { untracked: untracked.length, examples: untracked.slice(0, mostNamed), ignored: ignored.length } }
      : {}),
  };
}

function words(line: JudgedLine, kind: ShellEffect['kind']): string[] {
  const texts = effectsOf(line).flatMap(({ command, effect }) =>
    effect.kind === kind ? [wordsOf(effect, command)] : [],
  );
  const programs =
    kind === 'run' ? line.plan.commands.filter(({ isUnknown }) => isUnknown).map(({ name }) => name ?? '…') : [];
  return unique([...texts, ...programs]);
}

function wordsOf({ thing, target, note }: ShellEffect, { name }: ShellCommand): string {
  const what = [thing?.replaceAll('-', ' '), target?.text].filter(Boolean).join(' ');
  if (what === '') return note ?? `what ${name ?? 'it'} is told to`;
  return note === undefined ? what : `${what} (${note})`;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, 2 * mostNamed);
}
