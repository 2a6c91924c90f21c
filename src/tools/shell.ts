import type { Outcome } from '../gate/index.ts';
import { retold, SallyportError, type ErrorCode } from '../protocol/errors.ts';
import { timeouts } from '../protocol/limits.ts';
import { SecurityError, type ShellRunOptions, type ShellRunResult } from '../protocol/shell-executor.ts';
import type { ToolContext } from './define.ts';
import { placeOf, type Misplaced } from './place.ts';

/** Of each stream; the record has less, and the whole is in an artifact. */
const maxOutputBytes = 16 * 1024 ** 2;

/** A shell command for callers in TypeScript: the same way as `run_shell`, the two streams apart. */
export async function runForCaller(
  command: string,
  { cwd = '.', timeout = 60, dry }: ShellRunOptions,
  context: ToolContext,
): Promise<ShellRunResult> {
  const wrong = problemWith(command, cwd, timeout);
  if (wrong) {
    await context.refuse({ cwd, timeout }, wrong, typeof command === 'string' ? command.slice(0, 65_536) : '');
    throw wrong;
  }
  const place = placeOf(cwd, context);
  const timeoutMs = Math.max(1, Math.round(timeout * 1000));
  const outcome =
    'why' in place
      ? await context.refuse(cwd, misplaced(place, cwd), command)
      : await context.pass(
          { command, cwd: place.cwd, timeoutMs, ...(dry ? { dry } : {}) },
          await context.lanes.shell({ merged: false, maxOutputBytes }),
        );
  const { error, stdout, stderr, truncated, artifacts, exitCode, signal, durationMs, runId } = outcome;
  if (error && error.code !== 'Timeout') throw thrown(error, outcome);
  return {
    stdout,
    stderr,
    truncated,
    artifacts,
    exitCode,
    signal,
    durationMs: Math.round(durationMs),
    timedOut: error !== undefined,
    runId,
    ...(outcome.dry ? { dry: outcome.dry } : {}),
  };
}

/** From JavaScript anything may come. */
function problemWith(command: unknown, cwd: unknown, timeout: unknown): SallyportError | undefined {
  const reason =
    typeof command !== 'string'
      ? 'The command is not a text'
      : command.trim() === ''
        ? 'The command is empty'
        : command.includes('\0')
          ? 'The command has a NUL character, which no program can be given'
          : typeof cwd !== 'string'
            ? 'cwd is not a text'
            : typeof timeout !== 'number' || !(timeout > 0 && timeout <= timeouts.maxMs / 1000)
              ? `timeout takes seconds, above 0 and at most ${timeouts.maxMs / 1000}`
              : undefined;
  return reason === undefined
    ? undefined
    : new SallyportError('InvalidArgs', { reason, usage: 'sallyport run --help' });
}

/** Why a command cannot run in a folder. */
export function whyNot({ why }: Misplaced, cwd: string): string {
  if (why === 'outside') return `cwd must be inside the project root, "${cwd}" is not`;
  if (why === 'link') return `cwd "${cwd}" leads through a link`;
  return `cwd "${cwd}" is not a directory that exists`;
}

function misplaced({ why }: Misplaced, cwd: string): SallyportError {
  if (why === 'outside' || why === 'link') {
    const reason = why === 'outside' ? 'a command runs inside the workspace' : 'it leads through a link';
    const next = 'Give a folder of the workspace as cwd, or leave it out for its top folder.';
    return new SallyportError('PathOutsideRoot', { path: cwd, reason, next });
  }
  const next = 'cwd is the folder that the command runs in, relative to the workspace.';
  if (why === 'missing') return new SallyportError('NotFound', { path: cwd, next });
  return new SallyportError('InvalidArgs', { reason: `"${cwd}" is not a folder`, next });
}

const refusals: ReadonlySet<ErrorCode> = new Set(['Denied', 'PathOutsideRoot', 'ProtectedPath', 'SensitiveArgv']);

function thrown(error: NonNullable<Outcome['error']>, { result, runId, verdict }: Outcome): Error {
  const { code, message, hint } = error;
  if (refusals.has(code))
    return new SecurityError(`Blocked: ${message.replace(/^Refused: /, '')}`, runId, verdict, code, hint);
  return retold(error, { ...result });
}
