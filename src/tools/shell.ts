import type { Outcome } from '../gate/index.ts';
import { SallyportError, type ErrorCode } from '../protocol/errors.ts';
import { SecurityError, type ShellRunOptions, type ShellRunResult } from '../protocol/shell-executor.ts';
import type { ToolContext } from './define.ts';
import { placeOf, type Misplaced } from './place.ts';

const maxOutputBytes = 16 * 1024 ** 2;

/** A shell command for callers in TypeScript: the same way as `run_shell`, the two streams apart. */
export async function runForCaller(
  command: string,
  { cwd = '.', timeout = 60, dry }: ShellRunOptions,
  context: ToolContext,
): Promise<ShellRunResult> {
  const place = placeOf(cwd, context);
  const timeoutMs = Math.max(1, Math.round(timeout * 1000));
  const outcome =
    'why' in place
      ? await context.refuse(
          cwd,
          new SallyportError('PathOutsideRoot', { path: cwd, reason: whyNot(place, cwd) }),
          command,
        )
      : await context.pass(
          { command, cwd: place.cwd, timeoutMs, ...(dry ? { dry } : {}) },
          await context.lanes.shell({ merged: false, maxOutputBytes }),
        );
  const { error, stdout, stderr, exitCode, signal, durationMs, runId } = outcome;
  if (error && error.code !== 'Timeout') throw thrown(error, outcome);
  return {
    stdout,
    stderr,
    exitCode,
    signal,
    durationMs,
    timedOut: error !== undefined,
    runId,
    ...(outcome.dry ? { dry: outcome.dry } : {}),
  };
}

/** Why a command cannot run in a folder. */
export function whyNot({ why }: Misplaced, cwd: string): string {
  if (why === 'outside') return `cwd must be inside the project root, "${cwd}" is not`;
  if (why === 'link') return `cwd "${cwd}" leads through a link`;
  return `cwd "${cwd}" is not a directory that exists`;
}

const refusals: ReadonlySet<ErrorCode> = new Set(['Denied', 'PathOutsideRoot', 'ProtectedPath', 'SensitiveArgv']);

function thrown({ code, message }: NonNullable<Outcome['error']>, { result, runId, verdict }: Outcome): Error {
  if (refusals.has(code)) return new SecurityError(`Blocked: ${message}`, runId, verdict);
  if (code === 'Cancelled') return new SallyportError('Cancelled', {}, { result: { ...result } });
  return new SallyportError('InternalError', { reason: message.replace(/\.$/, '') }, { result: { ...result } });
}
