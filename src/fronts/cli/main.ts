import { isatty } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { renderUsage, runCommand, type ArgsDef, type CommandDef } from 'citty';
import { nearest } from '../../parse/index.ts';
import { isSallyportError, SallyportError, toSallyportError } from '../../protocol/errors.ts';
import { version } from '../../version.ts';
import { subcommands } from './index.ts';
import { openScreen } from './screen.ts';

const main: CommandDef = {
  meta: { name: 'sallyport', version, description: 'The guarded door between AI agents and the terminal' },
  subCommands: subcommands,
};

/** When all is done; nobody who starts the program needs it. */
export const ended = start(process.argv.slice(2)).catch(report);

async function start(argv: readonly string[]): Promise<void> {
  // A reader that goes away (`| head`) is no error of ours.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      // The terminal was closed. Not everybody is told by the system; what runs ends, and is recorded.
      if (code === 'EIO') process.kill(process.pid, 'SIGHUP');
      else process.exit(code === 'EPIPE' ? (process.exitCode ?? 0) : 1);
    });
  endWithTerminal();
  const [name, ...rest] = commandFirst(argv);
  if (name === '--version' || name === '-v') return void process.stdout.write(`${version}\n`);
  if (name === undefined || name === 'help' || name === '--help' || name === '-h')
    return help(name === 'help' ? rest[0] : undefined);
  const load = subcommandNamed(name);
  if (!load) throw await unknown(name);
  if (rest.some((word, at) => (word === '--help' || word === '-h') && !rest.slice(0, at).includes('--')))
    return help(name);
  // What nearly every command needs is read at the same time as the command itself.
  const [command] = await Promise.all([load(), import('../../core/index.ts')]);
  await runCommand(command, { rawArgs: rest }).catch((error: unknown) => {
    if (!isCittyError(error)) throw error;
    throw new SallyportError('InvalidArgs', { reason: wrongWords(error, command), usage: `sallyport ${name} --help` });
  });
}

/** A Node that ends puts its terminals back to how it found them, and crashes when one is gone: it ends by the hangup instead. */
function endWithTerminal(): void {
  const terminals = [0, 1, 2].filter((handle) => isatty(handle));
  process.once('exit', () => {
    if (terminals.every((handle) => isatty(handle))) return;
    process.removeAllListeners('SIGHUP');
    process.kill(process.pid, 'SIGHUP');
  });
}

/** `--root x exec …` means the same as `exec … --root x`. */
function commandFirst(argv: readonly string[]): string[] {
  const before: string[] = [];
  const rest = [...argv];
  for (let word = rest[0]; word === '--json' || word === '--root' || word?.startsWith('--root='); word = rest[0])
    before.push(...rest.splice(0, word === '--root' ? 2 : 1));
  return rest.length === 0 ? before : [rest[0] as string, ...before, ...rest.slice(1)];
}

async function help(name: string | undefined): Promise<void> {
  const load = name === undefined ? undefined : subcommandNamed(name);
  if (name !== undefined && !load) throw await unknown(name);
  const text = await renderUsage(load ? await load() : main);
  const { colours } = openScreen(process.stdout, process.stderr, process.env);
  process.stdout.write(`${colours ? text : stripVTControlCharacters(text)}\n`);
}

function subcommandNamed(name: string): (() => Promise<CommandDef>) | undefined {
  return Object.hasOwn(subcommands, name) ? subcommands[name as keyof typeof subcommands] : undefined;
}

async function unknown(name: string): Promise<SallyportError> {
  const { builtinCommands } = await import('../../commands/index.ts');
  if (builtinCommands.has(name))
    return new SallyportError('InvalidArgs', {
      reason: `There is no command "sallyport ${name}"; "${name}" is a command of "sallyport exec"`,
      usage: `sallyport exec '${name} --help'`,
    });
  const meant = nearest(name, Object.keys(subcommands));
  return new SallyportError('InvalidArgs', {
    reason: `There is no command "sallyport ${name}"${meant ? `; the nearest is "${meant}"` : ''}`,
    usage: 'sallyport help',
  });
}

function report(thrown: unknown): void {
  const screen = openScreen(process.stdout, process.stderr, process.env);
  const error = toSallyportError(thrown);
  if (process.argv.includes('--json')) {
    process.stdout.write(`${screen.json({ error: { code: error.code, message: error.message, hint: error.hint } })}\n`);
  } else {
    screen.err(
      `${screen.paint('red', 'error:')} ${screen.safe(error.message)}\n${error.hint ? `${screen.paint('dim', 'hint:')} ${screen.safe(error.hint)}\n` : ''}`,
    );
    if (error.code === 'InternalError' && process.env['SALLYPORT_DEBUG']) console.error(error);
  }
  process.exitCode = isSallyportError(error) ? error.exitCode : 1;
}

/** What citty found, in our words. */
function wrongWords({ message }: Error, { args }: CommandDef): string {
  const text = stripVTControlCharacters(message);
  const missing = /^Missing required positional argument: (\S+)/.exec(text)?.[1]?.toLowerCase();
  if (missing !== undefined) {
    const { description } = (args as ArgsDef)[missing] ?? {};
    return `Missing <${missing}>${description ? `: ${description}` : ''}`;
  }
  const [, flag, given, known] =
    /^Invalid value for argument: (--\S+) \((.*)\)\. Expected one of: (.*)\.$/s.exec(text) ?? [];
  return flag ? `${flag} takes ${known}; not "${given?.slice(0, 40)}"` : text.replace(/\.$/, '');
}

function isCittyError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CLIError';
}
