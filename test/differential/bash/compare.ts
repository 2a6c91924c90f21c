import { planBash } from '../../../src/parse/bash/index.ts';
import { describe } from '../../../src/policy/effects/index.ts';
import type { ShellCommand, ShellPlan, Word } from '../../../src/protocol/shell.ts';
import { cageFolder, cageHome, readAsScript, type Cage, type Started } from './cage.ts';

/** Bash started a program that the plan does not have, and the plan was not in doubt. */
export interface Unseen {
  readonly line: string;
  readonly started: Started;
  readonly planned: readonly string[];
}

export interface Comparison {
  readonly lines: number;
  /** Lines that started at least one program. */
  readonly active: number;
  readonly doubted: number;
  /** Of the active ones those whose plan was sure, and could be wrong. */
  readonly compared: number;
  readonly unfinished: number;
  readonly unseen: readonly Unseen[];
}

export type Plan = (line: string, context: Parameters<typeof planBash>[1]) => ShellPlan;

const batch = 400;

/** Runs every line in the cage and looks for all that it started in its plan. */
export function compareWithBash(cage: Cage, lines: readonly string[], plan: Plan = planBash): Comparison {
  let [active, doubted, compared, unfinished] = [0, 0, 0, 0];
  const unseen: Unseen[] = [];
  for (let first = 0; first < lines.length; first += batch) {
    const part = lines.slice(first, first + batch);
    // Planned before they run, as always: what a line writes is not there yet.
    const plans = part.map((line, at) => planIn(cage, line, at, plan));
    const all = cage.run(part);
    part.forEach((line, at) => {
      const started = all[at];
      const planned = plans[at] as ShellPlan;
      if (started === undefined) unfinished++;
      else if (started.length > 0) active++;
      if (started && started.length > 0 && !isDoubted(planned)) compared++;
      if (isDoubted(planned)) doubted++;
      else unseen.push(...unseenIn(line, planned, started ?? []));
    });
  }
  return { lines: lines.length, active, doubted, compared, unfinished, unseen };
}

/** Whoever judges it would not take it for harmless, whatever its commands are. */
export function isDoubted({ doubts, commands }: ShellPlan): boolean {
  return doubts.length > 0 || commands.some((command) => command.doubts.some(({ kind }) => kind !== 'folder'));
}

export function planIn(cage: Pick<Cage, 'read'>, line: string, at: number, plan: Plan = planBash): ShellPlan {
  const cwd = cageFolder(at);
  const env = { PWD: cwd, HOME: cageHome, PATH: '/bin', TERM: 'dumb' };
  return plan(line, { cwd, home: cageHome, env, describe, readScript: (path) => cage.read(path) });
}

function unseenIn(line: string, { commands }: ShellPlan, started: readonly Started[]): Unseen[] {
  // A name that came out empty is no program.
  const missing = started.find((each) => each.name !== '' && !commands.some((command) => couldBe(command, each)));
  return missing ? [{ line, started: missing, planned: commands.map(textOf) }] : [];
}

function couldBe({ name, argv, effects, isBuiltin }: ShellCommand, started: Started): boolean {
  if (started.name === readAsScript) return effects.some(({ kind }) => kind === 'run');
  // A function of that name is no program.
  if (isBuiltin || name !== started.name.slice(started.name.lastIndexOf('/') + 1)) return false;
  if (started.args === undefined) return true;
  const words = argv.slice(1).map((word) => `(?:${patternOf(word)})`);
  return new RegExp(`^${words.join('')}$`, 's').test(started.args.map((arg) => `\0${arg}`).join(''));
}

/** Matches what a word can become: a zero before each argument. */
function patternOf({ pieces, isPattern, isSplit }: Word): string {
  if (isSplit) return '.*';
  let pattern = '\\u0000';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const magic = isPattern ? piece.search(/[*?[]|[@+!]\(/) : -1;
      pattern += escape(magic < 0 ? piece : piece.slice(0, magic));
      if (magic >= 0) return `${pattern}.*`;
    } else if (piece.isPerhaps) {
      // What follows may not be there.
      return `${pattern}[^\\u0000]*`;
    } else if (piece.unknown === 'argument') {
      // Names that find found below a folder, and the folder itself.
      return pattern.endsWith('/') ? `${pattern.slice(0, -1)}(?:[/\\u0000].*)?` : `${pattern}.*`;
    } else pattern += '[^\\u0000]*';
  }
  return pattern;
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function textOf({ argv }: ShellCommand): string {
  return argv.map(({ pieces }) => pieces.map((piece) => (typeof piece === 'string' ? piece : '…')).join('')).join(' ');
}
