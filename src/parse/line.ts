import { SallyportError } from '../protocol/errors.ts';
import type { Flag, Flags, LineShape, ParsedLine } from '../protocol/flags.ts';
import { nearest } from './nearest.ts';
import { splitWords, type Word } from './words.ts';

/** Parses `cmd [subcmd] --flag value --switch` against the known commands; whatever is not understood is refused by name. */
export function parseLine(line: string, commands: ReadonlyMap<string, LineShape>): ParsedLine {
  const [first, ...rest] = splitWords(line) as [Word, ...Word[]];
  if (first.text === 'help') return parseHelp(rest, commands);
  const command = commandNamed(first.text, commands);
  const sub = command.actions.has(null) ? null : rest[0]?.text;

  if (rest[0]?.text === 'help' && !command.actions.has('help')) return parseHelp([first, ...rest.slice(1)], commands);
  if (rest.some((word) => word.text === '--help' && !word.quoted)) {
    return { kind: 'help', name: command.name, sub: sub != null && command.actions.has(sub) ? sub : null };
  }
  if (sub === undefined || (sub !== null && sub.startsWith('-'))) throw missingSubcommand(command);
  const action = actionNamed(command, sub);
  const usage = [command.name, ...(sub === null ? [] : [sub]), '--help'].join(' ');
  return {
    kind: 'run',
    name: command.name,
    sub,
    args: parseFlags(sub === null ? rest : rest.slice(1), action.flags, usage),
  };
}

function parseHelp(words: readonly Word[], commands: ReadonlyMap<string, LineShape>): ParsedLine {
  const [name, sub, extra] = words.filter((word) => word.text !== '--help').map((word) => word.text);
  if (extra !== undefined) throw invalidArgs(`Help is about one command; "${extra}" is too much`, 'help');
  if (name === undefined) return { kind: 'help', name: null, sub: null };
  const command = commandNamed(name, commands);
  if (sub !== undefined) actionNamed(command, sub);
  return { kind: 'help', name: command.name, sub: sub ?? null };
}

function commandNamed(name: string, commands: ReadonlyMap<string, LineShape>): LineShape {
  const command = commands.get(name);
  if (command) return command;
  const meant = nearest(name, [...commands.keys(), 'help']);
  throw new SallyportError('UnknownCommand', {
    name: shorten(name),
    nearest: meant ? ` Did you mean "${meant}"?` : '',
  });
}

function actionNamed(command: LineShape, sub: string | null): { flags: Flags } {
  const action = command.actions.get(sub);
  if (action) return action;
  if (command.actions.has(null)) throw invalidArgs(`"${command.name}" has no subcommands`, `${command.name} --help`);
  const subs = [...command.actions.keys()] as string[];
  const meant = nearest(sub ?? '', subs);
  const hint = meant ? `; the nearest is "${meant}"` : `; it has ${subs.join(', ')}`;
  throw invalidArgs(`"${command.name}" has no subcommand "${shorten(sub ?? '')}"${hint}`, `${command.name} --help`);
}

function missingSubcommand(command: LineShape): SallyportError {
  return invalidArgs(
    `"${command.name}" needs a subcommand: ${[...command.actions.keys()].join(', ')}`,
    `${command.name} --help`,
  );
}

function parseFlags(words: readonly Word[], flags: Flags, usage: string): Record<string, string | number | boolean> {
  const given = new Map<string, string | number | boolean>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    if (word.quoted || !word.text.startsWith('--'))
      throw invalidArgs(`The word "${shorten(word.text)}" belongs to no flag`, usage);
    const equals = word.text.indexOf('=');
    const name = equals < 0 ? word.text.slice(2) : word.text.slice(2, equals);
    if (!Object.hasOwn(flags, name)) throw unknownFlag(name, flags, usage);
    const flag = flags[name] as Flag;
    if (given.has(name)) throw invalidArgs(`--${name} is given twice`, usage);
    if (flag.kind === 'switch') {
      if (equals >= 0) throw invalidArgs(`--${name} is a switch and takes no value`, usage);
      given.set(name, true);
      continue;
    }
    let text = word.text.slice(equals + 1);
    if (equals < 0) {
      const next = words[++at];
      if (!next || (!next.quoted && next.text.startsWith('--'))) throw invalidArgs(`--${name} needs a value`, usage);
      text = next.text;
    }
    given.set(name, readValue(name, text, flag, usage));
  }
  return complete(given, flags, usage);
}

function complete(
  given: ReadonlyMap<string, string | number | boolean>,
  flags: Flags,
  usage: string,
): Record<string, string | number | boolean> {
  const args: Record<string, string | number | boolean> = Object.create(null);
  for (const [name, flag] of Object.entries(flags)) {
    const value = given.get(name) ?? (flag.kind === 'switch' ? false : flag.default);
    if (value !== undefined) args[name] = value;
    else if (flag.kind !== 'switch' && flag.required) throw invalidArgs(`--${name} is required`, usage);
  }
  return args;
}

function readValue(
  name: string,
  text: string,
  flag: Exclude<Flag, { kind: 'switch' }>,
  usage: string,
): string | number {
  switch (flag.kind) {
    case 'integer': {
      const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
      if (value >= flag.min && value <= flag.max) return value;
      throw invalidArgs(
        `--${name} takes a whole number from ${flag.min} to ${flag.max}, not "${shorten(text)}"`,
        usage,
      );
    }
    case 'choice':
      if (flag.choices.includes(text)) return text;
      throw invalidArgs(`--${name} takes one of ${flag.choices.join(', ')}, not "${shorten(text)}"`, usage);
    case 'text':
      if (text.length <= (flag.maxLength ?? Infinity)) return text;
      throw invalidArgs(`--${name} takes at most ${flag.maxLength} characters`, usage);
    case 'path':
      if (text !== '') return text;
      throw invalidArgs(`--${name} needs a path`, usage);
  }
}

function unknownFlag(name: string, flags: Flags, usage: string): SallyportError {
  const meant = nearest(name, Object.keys(flags));
  return invalidArgs(`There is no flag --${shorten(name)}${meant ? `; the nearest is --${meant}` : ''}`, usage);
}

function invalidArgs(reason: string, usage: string): SallyportError {
  return new SallyportError('InvalidArgs', { reason, usage });
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}
