import { planBash } from '../../../src/parse/bash/index.ts';
import { describe, programNames } from '../../../src/policy/effects/index.ts';
import type { ShellCommand, ShellEffect, ShellPlan } from '../../../src/protocol/shell.ts';
import { isDoubted } from '../bash/compare.ts';
import type { EffectsBox } from './box.ts';
import type { Change, Outcome } from './outcome.ts';
import { files, home, workspace } from './place.ts';

/** Something that a line did and its plan, which was not in doubt, does not say. */
export interface Unforetold {
  readonly line: string;
  /** The worst first. */
  readonly what: 'changed outside' | 'read' | 'changed inside';
  readonly path: string;
  readonly planned: readonly string[];
}

export interface Comparison {
  readonly lines: number;
  /** Lines that changed or showed something. */
  readonly active: number;
  /** Of those the ones whose plan was sure and names no code that it cannot follow: they could be wrong. */
  readonly compared: number;
  readonly unforetold: readonly Unforetold[];
}

const batch = 500;

/** Runs every line in the box and looks in its plan for all that it did. */
export function compareEffects(box: EffectsBox, lines: readonly string[], plan = planInPlace): Comparison {
  let [active, compared] = [0, 0];
  const unforetold: Unforetold[] = [];
  for (let first = 0; first < lines.length; first += batch) {
    const part = lines.slice(first, first + batch);
    const outcomes = box.run(part);
    if (outcomes.length < part.length) throw new Error(`the box ended at ${part[outcomes.length]}`);
    outcomes.forEach((outcome, at) => {
      if (outcome.changes.length === 0 && outcome.shown.length === 0) return;
      active++;
      const line = part[at] as string;
      const planned = plan(line);
      if (isDoubted(planned) || planned.commands.some(isOpaque)) return;
      compared++;
      unforetold.push(...unforetoldIn(line, planned, outcome));
    });
  }
  return { lines: lines.length, active, compared, unforetold };
}

export function planInPlace(line: string): ShellPlan {
  const env = { PWD: workspace, HOME: home, PATH: '/usr/bin:/bin', TERM: 'dumb' };
  const readScript = (path: string) => files[path];
  return planBash(line, { cwd: workspace, home, env, describe, programs: programNames, readScript });
}

/** Whoever judges it knows that it does more than is said, or that it waits for a person. */
function isOpaque({ isUnknown, effects }: ShellCommand): boolean {
  return isUnknown || effects.some(({ kind }) => kind === 'run' || kind === 'terminal' || kind === 'privilege');
}

function unforetoldIn(line: string, { commands }: ShellPlan, { changes, shown }: Outcome): Unforetold[] {
  const planned = commands.flatMap(({ effects }) => effects.map(textOf));
  const regions = commands.flatMap((command) => command.effects.flatMap((effect) => regionsOf(effect, command)));
  const marks = commands.some(({ name }) => /^(touch|chown|chgrp)$/.test(name ?? ''));
  const changed = changes.filter((change) => (change.how !== 'marked' || marks) && !isForetold(change, regions));
  const read = shown.filter((path) => !regions.some((region) => region.kind === 'read' && holds(region, path)));
  return [
    ...changed.map(({ path }) => ({
      line,
      what: path.startsWith(`${workspace}/`) ? ('changed inside' as const) : ('changed outside' as const),
      path,
      planned,
    })),
    ...read.map((path) => ({ line, what: 'read' as const, path, planned })),
  ];
}

/** A place that an effect is said to act on. */
interface Region {
  readonly kind: 'read' | 'change' | 'delete';
  readonly path: string;
  readonly isDeep: boolean;
}

/** Notes of reads that show no content. */
const contentless = new Set(['cd', 'names', 'found']);

function regionsOf(effect: ShellEffect, { cwd = '/', effects, path: via }: ShellCommand): readonly Region[] {
  const { kind, thing, target, recursive, note } = effect;
  if (kind === 'contact') return [];
  const isRead = kind === 'read';
  // Rules say of a folder that is gone to what they would say of a change in it.
  if (note === 'cd' && target?.path !== undefined)
    return [{ kind: 'change', path: resolved(target.path), isDeep: true }];
  if (isRead && contentless.has(note ?? '')) return [];
  const isDelete = kind === 'delete' || thing === 'permissions' || thing === 'owner';
  const kindOf: Region['kind'] = isRead ? 'read' : isDelete ? 'delete' : 'change';
  const region = (path: string, isDeep: boolean): readonly Region[] => {
    const real = resolved(path);
    // Who reads a folder may read what links in it lead to; that nobody can say without looking.
    const linked = isRead && isDeep ? links.filter((link) => link.startsWith(`${real}/`) || real === '/') : [];
    // The same program in each folder that was found below.
    const beside = via.some((step) => /-(?:exec|ok)dir$/.test(step)) ? [resolved(cwd)] : [];
    const all = [...linked.map((link) => resolved(link)), ...beside];
    return [
      ...[path, real].map((each) => ({ kind: kindOf, path: each, isDeep })),
      ...all.map((each) => ({ kind: kindOf, path: each, isDeep: true })),
    ];
  };
  if (!target || (kind === 'change' && target.path === undefined)) return region(cwd, true);
  if (target.within !== undefined) return region(target.within, true);
  if (target.path === undefined) return region('/', true);
  if (target.isPattern && /[*?[]/.test(target.path)) return region(beforePattern(target.path), true);
  // What is moved is moved with all that is in it.
  const isMoved = effects.some((each) => each.note === 'moved' && each.target?.path === target.path);
  return region(target.path, recursive === true || isMoved || (!isRead && !isDelete));
}

function isForetold({ path, how }: Change, regions: readonly Region[]): boolean {
  // git looks at the files again and notes when it did; what zip could not finish it leaves.
  if (/\/\.git\/index$|\/zi[\w]{6}$/.test(path)) return true;
  return regions.some((region) => {
    if (region.kind === 'read') return false;
    // Folders on the way to what is written are made with it; a backup or a part has a longer name.
    if (how === 'made' && region.path.startsWith(`${path}/`)) return true;
    if (region.kind === 'change' && path.startsWith(region.path)) {
      if (how === 'made' || !path.slice(region.path.length).includes('/')) return true;
    }
    return holds(region, path);
  });
}

function holds({ path, isDeep }: Region, file: string): boolean {
  return path === file || (isDeep && (path === '/' || file.startsWith(`${path}/`)));
}

function beforePattern(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.search(/[*?[]/))) || '/';
}

const links = Object.keys(files).filter((path) => files[path]?.startsWith('-> '));

/** Where a path leads through the links of the place. */
function resolved(path: string, budget = 8): string {
  const parts = path.split('/');
  for (let end = 2; end <= parts.length; end++) {
    const target = files[parts.slice(0, end).join('/')];
    if (target?.startsWith('-> ') !== true || budget === 0) continue;
    const folder = parts.slice(0, end - 1);
    for (const part of target.slice(3).split('/')) {
      if (part === '..') folder.pop();
      else folder.push(part);
    }
    return resolved([...folder, ...parts.slice(end)].join('/'), budget - 1);
  }
  return path;
}

function textOf({ kind, thing, target, recursive, note }: ShellEffect): string {
  return [kind, thing, target?.path ?? target?.text, recursive && 'recursive', note && `(${note})`]
    .filter(Boolean)
    .join(' ');
}
