import { planShell } from '../../../src/parse/shell.ts';
import { describe } from '../../../src/policy/effects/index.ts';
import type { FoundCommand, PlanContext, ReadAgain, ShellCommand, ShellPlan } from '../../../src/protocol/shell.ts';
import { isDoubted } from '../bash/compare.ts';

export interface Comparison {
  readonly lines: number;
  /** Lines of which the grammar has a reading. */
  readonly read: number;
  readonly doubted: number;
  /** Lines with a command that the grammar finds, the plan has not, and nobody doubts. */
  readonly unseen: readonly string[];
}

export type Plan = (line: string) => ShellPlan;

const context: PlanContext = {
  cwd: '/w',
  home: '/home/u',
  env: { HOME: '/home/u' },
  describe,
  readScript: () => undefined,
};

export const plan: Plan = (line) => planShell('powershell', line, context);

/** As commands are judged: with another reader beside ours. */
export const planTwice = (line: string, readAgain: ReadAgain): ShellPlan =>
  planShell('powershell', line, { ...context, readAgain });

/** Looks for the commands that the grammar finds in the plans of the same lines. */
export function compareWithGrammar(readAgain: ReadAgain, lines: readonly string[], planLine: Plan = plan): Comparison {
  let [read, doubted] = [0, 0];
  const unseen: string[] = [];
  for (const line of lines) {
    const found = readAgain(line);
    if (!found || 'failure' in found) continue;
    read++;
    const planned = planLine(line);
    if (isDoubted(planned)) doubted++;
    else if (!found.every((each) => planned.commands.some((command) => isSame(command, each)))) unseen.push(line);
  }
  return { lines: lines.length, read, doubted, unseen };
}

/** What a function runs has the place of its call; the grammar ends some names early. */
function isSame({ span, argv }: ShellCommand, { start, name }: FoundCommand): boolean {
  if (span.start === start) return true;
  const [first] = argv[0]?.pieces ?? [];
  return name !== '' && typeof first === 'string' && first.startsWith(name);
}
