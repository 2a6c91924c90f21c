import { posix, win32 } from 'node:path';
import type { Judgement } from '../policy/index.ts';
import type { Preset } from '../policy/shell/index.ts';
import type { Backend, ProcessGrant } from '../protocol/backend.ts';
import { SallyportError } from '../protocol/errors.ts';
import { timeouts } from '../protocol/limits.ts';
import type { Secret } from '../protocol/secret.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import type { ShellKind } from '../protocol/shell.ts';
import { grantFor, notesOn } from './box.ts';
import { listenForLocked } from './locked-paths.ts';
import { judgedLine } from './judged-line.ts';
import type { DryLane, Lane, LaneContext } from './lane.ts';
import { shellLosses } from './losses.ts';
import { networkNotes } from './network.ts';
import { secretsFor } from './secrets.ts';
import { effectText, wordText } from './policy.ts';
import { checkShell, type ShellCheck, type ShellParts } from './shell-check.ts';

export interface ShellLaneParts extends ShellParts {
  readonly backend: Backend;
  readonly preset: Preset;
  /** Opens a view of the workspace for one command. */
  readonly trial?: Omit<DryLane, 'run'>;
  readonly isBoxed: boolean;
  /** What a text is handed to, as `detectShell` gives it: `/bin/bash -c`. */
  readonly shell: readonly string[];
  readonly secrets: readonly Secret[];
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
  const shell = languageOf(parts.shell);
  return ({ merged, maxOutputBytes }) =>
    ({ command, cwd, tool }) => {
      const { preset, isBoxed, backend } = parts;
      const check = checkShell({ command, cwd, shell, preset, isBoxed, tool }, parts);
      const grant = grantFor(check, parts);
      const program = { command, cwd: posix.resolve(parts.root, cwd), merged, grant };
      return {
        planned: plannedOf(check),
        label: check.plan.commands[0]?.name ?? shell,
        capabilities: [],
        limits: { inputBytes: 64 * 1024 ** 2, outputBytes: 16 * gib, timeMs: timeouts.maxMs, memoryBytes: 0 },
        // Ending a tree of processes that does not want to end takes up to six.
        graceMs: 8_000,
        left: 'What the command had done until then stays done; look at it before you run it again.',
        bounds: { stdoutBytes: maxOutputBytes, stderrBytes: maxOutputBytes },
        audited: [],
        takesStdin: true,
        tellsErrors: false,
        backend: backend.name,
        line: judgedLine(check),
        preset,
        losses: shellLosses(check.plan),
        judge: () => judgementOf(check),
        run: (context) =>
          runShell(
            { ...program, secrets: isBoxed ? secretsFor(command, check, parts.secrets) : undefined },
            parts,
            context,
          ),
        ...(parts.trial ? { dry: dryLane(program, parts, parts.trial) } : {}),
      };
    };
}

/** Told by the program that gets the text: nothing is judged as one language and run as another. */
function languageOf([program = '']: readonly string[]): ShellKind {
  return /^(?:pwsh|powershell)(?:\.exe)?$/i.test(win32.basename(program)) ? 'powershell' : 'bash';
}

/** Nobody has answered yet when it is tried, so it reaches no host and gets no secret; and the view is of the workspace alone. */
function dryLane(program: ShellProgram, parts: ShellLaneParts, trial: Omit<DryLane, 'run'>): DryLane {
  const grant = program.grant && { paths: program.grant.paths, removes: program.grant.removes };
  return {
    ...trial,
    canTry: trial.canTry && `${program.cwd}/`.startsWith(`${parts.root}/`),
    run: ({ backend }, context) => runShell({ ...program, grant }, { ...parts, backend }, context),
  };
}

interface ShellProgram {
  readonly command: string;
  readonly cwd: string;
  readonly merged: boolean;
  readonly grant: ProcessGrant | undefined;
}

async function runShell(
  { command, cwd, merged, grant, secrets }: ShellProgram & { readonly secrets?: ProcessGrant['secrets'] },
  { backend, shell, env, root }: ShellLaneParts,
  context: LaneContext,
) {
  using pulse = openPulse(context.progress);
  const locked = listenForLocked();
  const print = (stream: 'stdout' | 'stderr', chunk: Uint8Array) => {
    pulse.count(chunk);
    locked.hear(chunk);
    context.output(stream, chunk);
  };
  const end = await backend.run(
    {
      argv: [...shell, command],
      cwd,
      env: env.env,
      merged,
      // The gate keeps the time of the run; this only has to come later.
      timeoutMs: timeouts.maxMs * 2,
      ...(context.stdin === '' ? {} : { stdin: context.stdin }),
      ...(grant || secrets ? { grant: { paths: [], removes: [], ...grant, ...(secrets ? { secrets } : {}) } } : {}),
    },
    {
      onStdout: (chunk) => print('stdout', chunk),
      onStderr: (chunk) => print('stderr', chunk),
      signal: context.signal,
    },
  );
  const refused = locked.notes(end.locked ?? [], root, /\bgit\b/.test(command));
  const notes = [...notesOn(end), ...networkNotes(end), ...refused];
  context.ended({ exitCode: end.exitCode, signal: end.signal, notes });
  return {
    exit_code: end.exitCode,
    signal: end.signal,
    survivors: end.survivors,
    killed_by: end.killedBy,
    drain_cut: end.drainCut,
    ...(end.limits ? { limits: [...end.limits] } : {}),
    ...(end.missing ? { box_missing: [...end.missing] } : {}),
    ...(end.hitLimit === undefined ? {} : { hit_limit: end.hitLimit }),
    ...(end.touched ? { touched: end.touched.map((one) => ({ ...one })) } : {}),
    ...(end.connections ? { may_reach: [...(grant?.network ?? [])], connections: [...end.connections] } : {}),
    ...(secrets ? { secrets: Object.keys(secrets) } : {}),
    env_dropped: [...env.dropped],
  };
}

/** Says once a second that it still runs, and how much it has printed: what a program has yet to do is not known. */
function openPulse(report: LaneContext['progress']): { count(chunk: Uint8Array): void } & Disposable {
  let [seconds, bytes] = [0, 0];
  const timer = setInterval(
    () => report({ done: ++seconds, unit: 'seconds', label: `running, ${bytes} bytes printed` }),
    1_000,
  );
  return {
    count: (chunk) => void (bytes += chunk.length),
    [Symbol.dispose]: () => clearInterval(timer),
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

function judgementOf(check: ShellCheck): Judgement {
  const { verdict } = check.judgement;
  if (verdict.decision === 'allow') return { verdict, protectedPaths: [] };
  const isAsked = verdict.decision === 'ask';
  const does = isAsked ? 'asks about' : 'refuses';
  const reason =
    verdict.reasons.join('; ') || `this command is not known, and the policy ${does} ${verdict.level} ones`;
  const next = isAsked
    ? 'A person has to allow this; ask for it, or do it another way.'
    : judgedLine(check).canBeGranted
      ? 'Only what a person has granted before runs under this preset; do it another way.'
      : 'No answer can allow this; do it another way.';
  return { verdict, refusal: new SallyportError('Denied', { reason, next }), protectedPaths: [] };
}
