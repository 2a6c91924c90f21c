import { posix } from 'node:path';
import type { Judgement } from '../policy/index.ts';
import type { Preset } from '../policy/shell/index.ts';
import type { Backend, ProcessGrant } from '../protocol/backend.ts';
import type { Trial } from '../protocol/dry.ts';
import { SallyportError } from '../protocol/errors.ts';
import { timeouts } from '../protocol/limits.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import { grantFor, notesOn } from './box.ts';
import { judgedLine } from './judged-line.ts';
import type { Lane, LaneContext } from './lane.ts';
import { shellLosses } from './losses.ts';
import { effectText, wordText } from './policy.ts';
import { checkShell, type ShellCheck, type ShellParts } from './shell-check.ts';

export interface ShellLaneParts extends ShellParts {
  readonly backend: Backend;
  readonly preset: Preset;
  /** Opens a view of the workspace for one command. */
  readonly trial?: { readonly canTry: boolean; open(): Promise<Trial> };
  readonly isBoxed: boolean;
  /** What a text is handed to: `/bin/bash -c`. */
  readonly shell: readonly string[];
  readonly env: { readonly env: Readonly<Record<string, string>>; readonly dropped: readonly string[] };
}

export interface ShellLaneOptions {
  /** Both outputs through one pipe. */
  readonly merged: boolean;
  readonly maxOutputBytes: number;
}

const gib = 1024 ** 3;

/** The lane of real shell commands: a real grammar, judged by effects, run as a process. */
export function shellLane(parts: ShellLaneParts): (options: ShellLaneOptions) => Lane {
  return ({ merged, maxOutputBytes }) =>
    ({ command, cwd, tool }) => {
      const { preset, isBoxed, backend } = parts;
      const check = checkShell({ command, cwd, shell: 'bash', preset, isBoxed, tool }, parts);
      const program = { command, cwd: posix.resolve(parts.root, cwd), merged, grant: grantFor(check.plan, parts) };
      return {
        planned: plannedOf(check),
        label: check.plan.commands[0]?.name ?? 'bash',
        capabilities: [],
        limits: { inputBytes: 64 * 1024 ** 2, outputBytes: 16 * gib, timeMs: timeouts.maxMs, memoryBytes: 0 },
        // Ending a tree of processes that does not want to end takes up to six.
        graceMs: 8_000,
        bounds: { stdoutBytes: maxOutputBytes, stderrBytes: maxOutputBytes },
        audited: [],
        takesStdin: true,
        tellsErrors: false,
        backend: backend.name,
        line: judgedLine(check),
        losses: shellLosses(check.plan),
        judge: () => judgementOf(check),
        run: (context) => runShell(program, parts, context),
        ...(parts.trial
          ? {
              dry: {
                ...parts.trial,
                run: (trial, context) => runShell(program, { ...parts, backend: trial.backend }, context),
              },
            }
          : {}),
      };
    };
}

async function runShell(
  { command, cwd, merged, grant }: { command: string; cwd: string; merged: boolean; grant: ProcessGrant | undefined },
  { backend, shell, env }: ShellLaneParts,
  context: LaneContext,
) {
  const end = await backend.run(
    {
      argv: [...shell, command],
      cwd,
      env: env.env,
      merged,
      // The gate keeps the time of the run; this only has to come later.
      timeoutMs: timeouts.maxMs * 2,
      ...(context.stdin === '' ? {} : { stdin: context.stdin }),
      ...(grant ? { grant } : {}),
    },
    {
      onStdout: (chunk) => context.output('stdout', chunk),
      onStderr: (chunk) => context.output('stderr', chunk),
      signal: context.signal,
    },
  );
  context.ended({ exitCode: end.exitCode, signal: end.signal, notes: notesOn(end) });
  return {
    exit_code: end.exitCode,
    signal: end.signal,
    survivors: end.survivors,
    killed_by: end.killedBy,
    drain_cut: end.drainCut,
    ...(end.limits ? { limits: [...end.limits] } : {}),
    ...(end.hitLimit === undefined ? {} : { hit_limit: end.hitLimit }),
    ...(end.touched ? { touched: end.touched.map((one) => ({ ...one })) } : {}),
    env_dropped: [...env.dropped],
  };
}

function plannedOf({ plan, judgement }: ShellCheck): PlannedCommand {
  return {
    name: plan.shell,
    sub: null,
    args: {},
    effects: plan.commands.flatMap(({ effects }) =>
      effects.map(({ kind, thing, target }) => ({ kind, target: target?.path ?? target?.text ?? thing ?? '' })),
    ),
    commands: judgement.commands.map(({ command, level }) => ({
      text: command.argv.map(wordText).join(' '),
      name: command.name,
      cwd: command.cwd ?? null,
      path: [...command.path],
      level,
      effects: command.effects.map(effectText),
    })),
  };
}

function judgementOf({ judgement: { verdict } }: ShellCheck): Judgement {
  if (verdict.decision === 'allow') return { verdict, protectedPaths: [] };
  const reason =
    verdict.reasons.join('; ') || `this command is not known, and the policy asks about ${verdict.level} ones`;
  const next =
    verdict.decision === 'ask'
      ? 'A person has to allow this; ask for it, or do it another way.'
      : 'No answer can allow this; do it another way.';
  return { verdict, refusal: new SallyportError('Denied', { reason, next }), protectedPaths: [] };
}
