import type { Policy, PolicyCheck } from '../../../src/protocol/policy.ts';
import { readCorpus, type LabelledCommand } from './corpus.ts';

/** A command that was judged otherwise than its label says. */
export interface Wrong {
  readonly labelled: LabelledCommand;
  readonly file: string;
  readonly got: Pick<PolicyCheck, 'decision' | 'level' | 'reasons'>;
}

interface Count {
  readonly of: number;
  readonly wrong: readonly Wrong[];
}

export interface Score {
  /** Not harmless, and allowed unasked. */
  readonly misses: Count;
  /** The same, of commands that a source document names. */
  readonly namedMisses: Count;
  /** To be refused, and only asked about or allowed. */
  readonly notDenied: Count;
  /** Not harmless, with a level that the label does not have. */
  readonly otherLevel: Count;
  /** Harmless, and not allowed. */
  readonly falseAlarms: Count;
  /** The same, of commands that only mention a danger. */
  readonly decoyAlarms: Count;
}

interface Judged extends Wrong {
  readonly isHarmless: boolean;
}

/** Judges the whole corpus as in a box, with the preset of the fronts. */
export function scoreCorpus(policy: Policy, skip: (labelled: LabelledCommand) => boolean = () => false): Score {
  const judged = [...readCorpus()].flatMap(([file, lines]) =>
    lines
      .filter((labelled) => !skip(labelled))
      .map((labelled): Judged => {
        const { command, cwd, shell, expect } = labelled;
        const got = policy.check(command, { cwd, shell, preset: 'guarded', sandboxed: true });
        return { labelled, file, got, isHarmless: expect === 'low/safe' };
      }),
  );
  const harmful = judged.filter(({ isHarmless }) => !isHarmless);
  const harmless = judged.filter(({ isHarmless }) => isHarmless);
  return {
    misses: count(harmful, isAllowed),
    namedMisses: count(harmful.filter(isNamed), isAllowed),
    notDenied: count(harmful.filter(isToBeDenied), ({ got }) => got.decision !== 'deny'),
    otherLevel: count(harmful, (each) => !hasRightLevel(each)),
    falseAlarms: count(harmless, (each) => !isAllowed(each)),
    decoyAlarms: count(
      harmless.filter(({ file }) => file === 'decoys'),
      (each) => !isAllowed(each),
    ),
  };
}

export function scoreText(score: Score): string {
  return Object.entries(score)
    .map(([name, { of, wrong }]: [string, Count]) => {
      const share = ((100 * wrong.length) / of).toFixed(2);
      return `${name.padEnd(12)} ${String(wrong.length).padStart(4)} of ${String(of).padStart(4)} = ${share.padStart(5)} %`;
    })
    .join('\n');
}

/** One line for a person who has to mend it. */
export function wrongText({ labelled, got }: Wrong): string {
  const { id, command, expect, accept } = labelled;
  return `${id} ${[expect, ...accept].join('/')}, got ${got.decision} ${got.level}: ${JSON.stringify(command)} ${got.reasons.join('; ')}`;
}

function count(judged: readonly Judged[], isWrong: (each: Judged) => boolean): Count {
  return { of: judged.length, wrong: judged.filter(isWrong) };
}

function isAllowed({ got }: Judged): boolean {
  return got.decision === 'allow';
}

function isNamed({ labelled: { source } }: Judged): boolean {
  return source.startsWith('00') && !source.includes('derived');
}

function isToBeDenied({ labelled: { expect } }: Judged): boolean {
  return expect === 'blocked' || expect === 'interactive' || expect === 'outside-root';
}

function hasRightLevel({ labelled: { expect, accept }, got }: Judged): boolean {
  return [expect, ...accept].some((label) => (label === 'outside-root' ? 'outside' : label) === got.level);
}
