import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found, Reader } from '../define.ts';
import { anyName, literal, textOf } from '../words.ts';
import { sql } from './sql.ts';

type Does = (file: Word, found: Found) => void;

const writes: Does = (target, found) => found.effect({ kind: 'write', target });
const reads: Does = (target, found) => found.effect({ kind: 'read', target });
const changes: Does = (target, found) => {
  reads(target, found);
  found.effect({ kind: 'change', thing: 'database', note: 'what is in a file' });
};

/** Commands of the client itself that name a file: their last argument. */
const commands: Readonly<Record<string, Does>> = {
  output: writes,
  once: writes,
  backup: writes,
  save: writes,
  clone: writes,
  log: writes,
  trace: writes,
  testcase: (target, found) => writes(literal('testcase-out.txt', target.span), found),
  // What follows may change it.
  open: (target, found) => {
    reads(target, found);
    writes(target, found);
  },
  archive: (_, found) => found.doubt('an archive that is packed or unpacked'),
  import: changes,
  restore: changes,
  read: changes,
  load: (target, found) => found.effect({ kind: 'run', target, note: 'a program that the query starts' }),
  cd: (target, found) => {
    found.effect({ kind: 'read', target, note: 'cd' });
    found.doubt('paths that are meant from another folder');
  },
};

/** Statements, and lines that begin with a dot, whose names may be shortened: `.out ../x`. */
export const sqlite: Reader & { ofInput: (call: Call, found: Found) => void; ofFile: Reader } = Object.assign(
  (value: Word, found: Found) => {
    const text = textOf(value);
    if (text === undefined) return sql(value, found);
    const lines = text.split('\n');
    if (lines.length > maxLines) found.doubt('more lines than are looked at');
    const statements = lines
      .slice(0, maxLines)
      .filter((line) => line.trim() !== '' && !isDotCommand(line, value, found));
    namedFiles(text, value, found);
    if (statements.length > 0) sql(value, found);
    else found.effect({ kind: 'read', note: 'a database' });
  },
  {
    ofInput: (call: Call, found: Found) => sql.ofInput(call, found, sqlite),
    /** Where no statement comes from a file: `-init /dev/null`. */
    ofFile: (file: Word, found: Found) => {
      if (!/^(?:\/dev\/null)?$/.test(textOf(file) ?? '?')) changes(file, found);
    },
  },
);

const maxLines = 1000;

/** Files that functions of the client name, and databases that are opened beside the first. */
function namedFiles(text: string, value: Word, found: Found): void {
  const names = text
    .replaceAll(/\/\*.{0,200}?\*\//gs, ' ')
    .matchAll(
      /\b(?:(writefile|edit|readfile|fsdir|lsdir)\s*\(|(into|attach(?:\s+database)?)\s*(?=['"]))(?:\s*(['"])(.*?)\3)?/gi,
    );
  for (const [, verb, word, , file] of names) {
    const name = (verb ?? word ?? '').toLowerCase();
    const target = file === undefined ? anyName(value.span) : literal(databasePath(file), value.span);
    if (name === 'edit') found.effect({ kind: 'run', note: 'a program that the query starts' });
    else if (name === 'writefile' || word !== undefined) writes(target, found);
    else found.effect({ kind: 'read', target, recursive: name !== 'readfile' || undefined });
  }
}

/** `file:path?settings`. */
export function databasePath(name: string): string {
  return name.startsWith('file:') ? name.replace(/^file:(\/\/)?|\?.*$/g, '') : name;
}

/** Whether any of its statements may change the database. */
export function changesDatabase(call: Call): boolean {
  let isChanged = false;
  const probe: Found = {
    effect: ({ kind }) => (isChanged ||= kind === 'change'),
    nest: () => undefined,
    doubt: () => (isChanged = true),
  };
  for (const text of [...call.operands.slice(1), ...call.values('-cmd')]) sqlite(text, probe, call);
  if (call.operands.length < 2 && call.invocation.stdin.kind !== 'inherited') sqlite.ofInput(call, probe);
  return isChanged;
}

/** Whether a line is a command that names a file, and no statement. */
function isDotCommand(line: string, value: Word, found: Found): boolean {
  const [, name, rest] = /^\s*\.([a-z]{2,})\s+(.+)$/s.exec(line) ?? [];
  const does = name === undefined ? [] : Object.keys(commands).filter((command) => command.startsWith(name));
  if (rest === undefined || does.length === 0) return false;
  const args = [...rest.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
  // `.once |command`, `.read |command`: the rest of the line is one for the shell.
  const start = args.findIndex((arg) => arg.startsWith('|'));
  if (start >= 0) {
    const script = literal(args.slice(start).join(' ').slice(1), value.span);
    found.effect({ kind: 'run', target: script, note: 'a program that the query starts' });
    found.nest({ kind: 'script', via: 'a query', text: script, shell: 'bash' });
    return true;
  }
  const plain = args.filter((arg) => !arg.startsWith('-'));
  // A file may be called like an option.
  const named = plain.length > 0 ? plain : args;
  for (const command of does) {
    const file = command === 'import' ? named[0] : named.at(-1);
    if (file === undefined || /^(?:stdout|stderr|off|on)$/.test(file)) continue;
    commands[command]?.(literal(file, value.span), found);
  }
  return true;
}
