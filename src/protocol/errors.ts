/** One row per way in which a run can fail; docs/errors.md and the exit codes derive from it. */
export const errorCatalogue = {
  InvalidCommand: {
    exit: 2,
    message: 'Not a command line that can be run: {reason}.',
    hint: 'Send one line of the form: cmd [subcmd] --flag value. Pipes, redirects, chaining and substitution do not exist here; quote text that contains such characters.',
  },
  UnknownCommand: {
    exit: 2,
    message: 'There is no command "{name}".{nearest}',
    hint: 'Run "help" for the list of commands.',
  },
  InvalidArgs: {
    exit: 2,
    message: '{reason}.',
    hint: 'Run "{usage}" for the flags and their values.',
  },
  ConfirmRequired: {
    exit: 3,
    message: '"{command}" changes files and was not confirmed.',
    hint: 'Check what it would do, then send the same line with --confirm.',
  },
  PathOutsideRoot: {
    exit: 3,
    message: 'The path "{path}" is refused: {reason}.',
    hint: 'Give a path relative to the workspace, with forward slashes, without "..", and with no symbolic link on the way.',
  },
  ProtectedPath: {
    exit: 3,
    message: 'The path "{path}" is protected ({rule}): {reason}.',
    hint: 'A person has to do this or to approve it; choose another path if it need not be this one.',
  },
  SensitiveArgv: {
    exit: 3,
    message: 'The line carries what looks like a secret ({kind}) among its arguments.',
    hint: 'Arguments are recorded. Pass the secret through stdin or a file instead, and replace it if it was real.',
  },
  Denied: {
    exit: 3,
    message: 'Refused: {reason}.',
    hint: '{next}',
  },
  Repeated: {
    exit: 3,
    message:
      'This command failed the same way {times} times in a row: {how}. Change the command, or look at the error; nothing was run.',
    hint: 'Any other call in between lets it run again.',
  },
  Timeout: {
    exit: 124,
    message: 'Stopped after {ms} ms, the time limit of this run.',
    hint: 'Make the work smaller, or raise timeout_ms (at most {max} for this command).',
  },
  Cancelled: {
    exit: 130,
    message: 'Cancelled before it finished.',
    hint: 'Nothing half-written is left; send the line again to start over.',
  },
  NotFound: {
    exit: 1,
    message: '"{path}" does not exist.',
    hint: 'List the folder to see what is there; paths are relative to the workspace.',
  },
  AlreadyExists: {
    exit: 1,
    message: '"{path}" exists already.',
    hint: 'Choose another name, or send --overwrite together with --confirm to replace it.',
  },
  ArchiveTooLarge: {
    exit: 1,
    message: 'The input is larger than its limit allows: {reason}.',
    hint: 'Take only a part of the input; where the command has a flag for this limit and you trust the input, raise it.',
  },
  CorruptInput: {
    exit: 1,
    message: '"{path}" is damaged or not what it claims to be: {reason}.',
    hint: 'Get a fresh copy of the file; nothing from a damaged one can be trusted.',
  },
  Encrypted: {
    exit: 1,
    message: '"{path}" is encrypted.',
    hint: 'Decrypt it first; passwords are not accepted here.',
  },
  NotSupported: {
    exit: 1,
    message: '{format} is not supported on {platform}: {reason}.',
    hint: '{next}',
  },
  NoSandbox: {
    exit: 1,
    message: 'The sandbox could not be opened: {reason}.',
    hint: 'Run "sallyport doctor": it says what is missing and how to mend it.',
  },
  OutputTooLarge: {
    exit: 1,
    message: 'The run produced more than its limit of {limit} {what}.',
    hint: 'Ask for less at a time, or write to a file with --out where the command has it.',
  },
  Interrupted: {
    exit: 1,
    message: 'The process that ran this ended before the run did.',
    hint: 'Look at what it left behind, then send the line again.',
  },
  InternalError: {
    exit: 1,
    message: 'Sallyport failed: {reason}.',
    hint: 'This is a defect or a broken environment, not your input; "sallyport doctor" looks for the second.',
  },
} as const satisfies Record<string, { exit: number; message: string; hint: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The one error class: what an agent or a user can cause, and what breaks under us. */
export class SallyportError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly exitCode: number;
  readonly fields: Fields;
  /** What a command had already counted when it failed; merged into the reply's `result`. */
  readonly result: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    fields: Fields = {},
    options: { cause?: unknown; result?: Record<string, unknown> } = {},
  ) {
    const row = errorCatalogue[code];
    // Whoever throws may know better words, and a better next step, than the row of the code.
    const { says, next } = fields;
    super(
      says === undefined ? fill(row.message, fields) : String(says),
      'cause' in options ? { cause: options.cause } : undefined,
    );
    this.name = 'SallyportError';
    this.code = code;
    this.hint = next === undefined ? fill(row.hint, fields) : String(next);
    this.exitCode = row.exit;
    this.fields = fields;
    this.result = options.result ?? {};
  }
}

type Fields = Readonly<Record<string, string | number>>;

/** A brand check: `instanceof` fails between two copies of this package. */
export function isSallyportError(value: unknown): value is SallyportError {
  return (
    value instanceof Error && (value.name === 'SallyportError' || value.name === 'SecurityError') && 'code' in value
  );
}

/** Any thrown value as a SallyportError; what is not one already is our defect. */
export function toSallyportError(value: unknown): SallyportError {
  if (isSallyportError(value)) return value;
  const reason = value instanceof Error ? value.message : String(value);
  return new SallyportError('InternalError', { reason: reason.replace(/\.$/, '') }, { cause: value });
}

/** An error of a run, for who waits for that run: its code, and the words it already has. */
export function retold(
  { code, message, hint }: Pick<SallyportError, 'code' | 'message' | 'hint'>,
  result: Record<string, unknown> = {},
): SallyportError {
  return new SallyportError(code, { says: message, next: hint }, { result });
}

function fill(template: string, fields: Fields): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name] ?? '')).trim();
}
