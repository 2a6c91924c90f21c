import type { z } from 'zod';
import type { CommandContext, CommandResult } from '../commands/index.ts';
import { parsePath } from '../files/index.ts';
import type { Outcome } from '../gate/index.ts';
import type { Envelope } from '../protocol/envelope.ts';
import { SallyportError, type ErrorCode } from '../protocol/errors.ts';
import type { Effect } from '../protocol/plan.ts';
import { defineTool, type Tool, type ToolContext } from './define.ts';
import { failed, paramsIn, succeeded, type EnvelopeCode } from './envelope.ts';
import { wrongWith } from './wrong-input.ts';

/** What is the same in all file tools: the input is checked, the work passes the gate, the outcome becomes an envelope. */
export interface FileTool<Input> {
  readonly name: string;
  readonly description: string;
  readonly nature: Tool['nature'];
  schema(): Promise<z.ZodType<Input>>;
  /** `place` gives a path as the workspace knows it. */
  plan(input: Input, place: (path: string) => string, workspace: string): FileWork;
}

export interface FileWork {
  /** One readable line; neither it nor `args` holds what is in a file, because both are recorded. */
  readonly command: string;
  readonly args: Readonly<Record<string, string | number | boolean>>;
  readonly effects: readonly Effect[];
  readonly limits?: { readonly timeMs?: number };
  run(context: CommandContext): Done | Promise<Done>;
}

export interface Done {
  readonly data: Record<string, unknown>;
  readonly text: string;
  /** What the record keeps of it. */
  readonly recorded: CommandResult;
}

const limits = {
  inputBytes: 8 * 1024 ** 3,
  outputBytes: 64 * 1024 * 1024,
  timeMs: 30_000,
  memoryBytes: 256 * 1024 * 1024,
};

export function defineFileTool<Input>(tool: FileTool<Input>): Tool {
  const { name, description, nature } = tool;
  return defineTool({
    name,
    description,
    nature,
    async schemas() {
      return { input: await tool.schema(), output: (await import('../protocol/envelope.ts')).envelopeSchema };
    },
    async call(input: unknown, context: ToolContext): Promise<Envelope> {
      const about = (outcome: Outcome) => ({ cwd: '.', input: shortened(input), outcome });
      const schema = await tool.schema();
      const parsed = schema.safeParse(input);
      if (!parsed.success) {
        const message = wrongWith(input, parsed.error, schema);
        const outcome = await context.refuse(input, problem('INVALID_PARAM', message), name);
        return failed('INVALID_PARAM', `${message}.`, hints.INVALID_PARAM ?? '', about(outcome));
      }
      const { command, args, effects, run, ...more } = tool.plan(
        parsed.data,
        (path) => placeOf(path, context.workspace),
        context.workspace,
      );
      let done: Done | undefined;
      const lane = context.lanes.action({
        planned: { name, sub: null, args: { ...args }, effects: [...effects] },
        label: name,
        capabilities: effects.some(({ kind }) => kind === 'write') ? ['read', 'write'] : ['read'],
        confirm: undefined,
        limits: { ...limits, ...more.limits },
        audited: Object.keys(args),
        takesStdin: false,
        async run(given) {
          done = await run(given);
          return done.recorded;
        },
      });
      const outcome = await context.pass({ command: command.slice(0, 1000).toWellFormed() }, lane);
      if (outcome.error || !done) return failure(outcome, about(outcome));
      return succeeded(done.data, done.text, about(outcome));
    },
  });
}

/** A failure with a code of the envelope, which the record keeps too. */
export function problem(code: EnvelopeCode, reason: string, next = hints[code] ?? ''): SallyportError {
  const fields = { reason: reason.replace(/\.$/, ''), next };
  return new SallyportError('InvalidArgs', fields, { result: { code } });
}

/** `a/./b` is `a/b`, and so is `/workspace/a/b`. What is no path here stays as it is, for the rules to refuse it. */
function placeOf(path: string, workspace: string): string {
  const relative = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
  try {
    return path === workspace ? '.' : parsePath(relative || '.', 'read').join('/') || '.';
  } catch {
    return path;
  }
}

const codes: Partial<Record<ErrorCode, EnvelopeCode>> = {
  InvalidArgs: 'INVALID_PARAM',
  SensitiveArgv: 'INVALID_PARAM',
  OutputTooLarge: 'INVALID_PARAM',
  PathOutsideRoot: 'ACCESS_DENIED',
  ProtectedPath: 'ACCESS_DENIED',
  Denied: 'ACCESS_DENIED',
  NotFound: 'NOT_FOUND',
  AlreadyExists: 'CONFLICT',
  Timeout: 'TIMEOUT',
  InternalError: 'INTERNAL_ERROR',
};

const hints: Partial<Record<EnvelopeCode, string>> = {
  NOT_FOUND: 'Use LS or Glob to see what is there; paths are relative to the workspace.',
  ACCESS_DENIED: 'Use another path inside the workspace, or ask the user to do it or to approve it.',
  PERMISSION_DENIED: 'The system refuses this user; ask the user to change the permissions.',
  INVALID_PARAM: 'Correct the parameter and call again.',
  TIMEOUT: 'Make the pattern simpler, or search a smaller folder.',
  EXECUTION_ERROR: 'Call again.',
  INTERNAL_ERROR:
    'This is a fault of the tool or of the system, not of the call; "sallyport doctor" looks for its cause.',
  CONFLICT: 'Read the file again, and decide with what it holds now.',
  IS_DIRECTORY: 'Use LS to see what is in it.',
  BINARY_FILE: 'It is no text; use a program that knows its format.',
};

function failure(outcome: Outcome, about: Parameters<typeof failed>[3]): Envelope {
  const { error, result, approval } = outcome;
  const message = error?.message ?? 'The work gave no result.';
  const code = codeOf(error?.code ?? 'InternalError', message, result['code']);
  // A stop, and that nobody is there, are in the message already.
  const isTold = !approval || approval.answer === 'allow' || approval.how === 'panic' || approval.who === 'nobody';
  const asked = isTold ? '' : ` ${approval.who} answered ${approval.answer}.`;
  const knowsNext = error?.code === 'Denied' || typeof result['code'] === 'string';
  return failed(code, `${message}${asked}`, (knowsNext && error?.hint) || (hints[code] ?? ''), about);
}

function codeOf(code: ErrorCode, message: string, own: unknown): EnvelopeCode {
  if (typeof own === 'string' && own in hints) return own as EnvelopeCode;
  if (/\((?:EACCES|EPERM|EROFS)\)/.test(message)) return 'PERMISSION_DENIED';
  return codes[code] ?? 'EXECUTION_ERROR';
}

/** The caller knows what it sent; a whole file in the answer would only cost. */
function shortened(input: unknown): unknown {
  const most = 500;
  const short = (value: unknown) =>
    typeof value === 'string' && value.length > most
      ? `${value.slice(0, most).toWellFormed()}… (${value.length} characters)`
      : value;
  return Object.fromEntries(Object.entries(paramsIn(input)).map(([name, value]) => [name, short(value)]));
}
