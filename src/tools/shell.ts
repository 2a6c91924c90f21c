import { posix } from 'node:path';
import { followLinks, isFolder } from '../files/index.ts';
import type { Outcome } from '../gate/index.ts';
import { SallyportError, type ErrorCode } from '../protocol/errors.ts';
import { SecurityError, type ShellRunOptions, type ShellRunResult } from '../protocol/shell-executor.ts';
import type { ToolContext } from './define.ts';

const maxOutputBytes = 16 * 1024 ** 2;

/** A shell command for callers in TypeScript: the same way as `run_shell`, the two streams apart. */
export async function runForCaller(
  command: string,
  { cwd = '.', timeout = 60, dry }: ShellRunOptions,
  context: ToolContext,
): Promise<ShellRunResult> {
  const lane = await context.lanes.shell({ merged: false, maxOutputBytes });
  const passing = {
    command,
    cwd: posix.relative(context.workspace, posix.resolve(context.workspace, cwd)) || '.',
    timeoutMs: Math.max(1, Math.round(timeout * 1000)),
    ...(dry ? { dry } : {}),
  };
  const problem = placeProblem(context.workspace, cwd);
  const outcome = await context.pass(passing, (request) => {
    if (problem !== undefined) throw new SallyportError('PathOutsideRoot', { path: cwd, reason: problem });
    return lane(request);
  });
  const { error, stdout, stderr, exitCode, signal, durationMs, runId, verdict } = outcome;
  if (error && error.code !== 'Timeout')
    throw thrown(error.code, outcome) ?? new SecurityError(`Blocked: ${error.message}`, runId, verdict);
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

/** Why a command cannot run in a folder; undefined when it can. */
export function placeProblem(workspace: string, cwd: string): string | undefined {
  const path = posix.resolve(workspace, cwd);
  if (path !== workspace && !path.startsWith(`${workspace}/`))
    return `cwd must be inside the project root, "${cwd}" is not`;
  if (followLinks(path) !== path) return `cwd "${cwd}" leads through a link`;
  return isFolder(path) === true ? undefined : `cwd "${cwd}" is not a directory that exists`;
}

const refusals: ReadonlySet<ErrorCode> = new Set(['Denied', 'PathOutsideRoot', 'ProtectedPath', 'SensitiveArgv']);

function thrown(code: ErrorCode, { error, result }: Outcome): Error | undefined {
  if (refusals.has(code)) return undefined;
  return new SallyportError('InternalError', { reason: error?.message ?? '' }, { result: { ...result } });
}
