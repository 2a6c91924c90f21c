import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found } from '../define.ts';
import { headOf, literal, textOf } from '../words.ts';
import { joined } from './arguments.ts';

const maxCommands = 64;
const maxWords = 128;
/** Of a command line of Windows. */
const maxLength = 8_191;

/** What `cmd /c …` runs: its own commands, and programs of Windows. */
export function commandLine(call: Call, found: Found): void {
  const { args, stdin } = call.invocation;
  const start = args.findIndex((word) => /^[/-][ckr]/i.test(headOf(word)));
  if (start === -1) {
    if (stdin.kind === 'inherited') return found.effect({ kind: 'terminal' });
    return found.effect({ kind: 'run', note: 'standard input' });
  }
  if (/^[/-]k/i.test(headOf(args[start] as Word))) found.effect({ kind: 'terminal' });
  const line = joined(args.slice(start + 1));
  const attached = headOf(args[start] as Word).slice(2);
  const text = textOf(line);
  if (text === undefined) found.doubt('a command line is known only when it runs');
  else run(`${attached} ${text}`, line.span, found);
}

function run(whole: string, span: Word['span'], found: Found): void {
  const line = whole.slice(0, maxLength);
  if (line.length < whole.length) found.doubt('longer than a command line can be');
  // Quotes around the whole are taken off, and what `^` stands before is itself.
  const bare = line
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/\^(.)/gs, '$1');
  if (/%[^%\s]+%|![^!\s]+!/.test(bare)) found.doubt('variables of the command line are known only when it runs');
  const commands = bare.split(/&&?|\|\|?|[\r\n]+/);
  if (commands.length > maxCommands) found.doubt('more commands than are looked at');
  for (const command of commands.slice(0, maxCommands))
    runOne(command.trim().replace(/^[@(\s]+|(?<!\))\)+$/g, ''), span, found);
}

function runOne(command: string, span: Word['span'], found: Found): void {
  if (command === '') return;
  const word = (text: string): Word => ({ ...literal(text, span), isPattern: /[*?]/.test(text) });
  const rest = command.replace(/(?:\d?>>?|<)\s*("[^"]*"|[^\s<>&|]+)/g, (redirect, target: string) => {
    const path = target.replaceAll('"', '');
    if (!/^(?:nul|&?\d|con)$/i.test(path))
      found.effect({ kind: redirect.includes('<') ? 'read' : 'write', target: word(path) });
    return ' ';
  });
  // `rd/s/q x` needs no blank before the first option.
  const split = [...rest.replace(/^([a-z]+)(?=[/\\])/i, '$1 ').matchAll(/(?:"[^"]*"|[^\s",;=])+/g)].map(([part]) =>
    part.replaceAll('"', ''),
  );
  if (split.length > maxWords) found.doubt('more words than are looked at');
  const parts = split.slice(0, maxWords);
  const name = (parts[0] ?? '').toLowerCase().replace(/\.(?:exe|com|cmd|bat)$/, '');
  const flags = new Set(
    parts.slice(1).flatMap((part) => (/^\/[a-z]/i.test(part) ? part.toLowerCase().split('/') : [])),
  );
  const operands = parts.slice(1).filter((part) => !/^\/[a-z?]/i.test(part));
  const each = (kind: 'read' | 'write' | 'delete', of = operands) => {
    for (const path of of) found.effect({ kind, target: word(path) });
  };
  switch (name) {
    case 'del':
    case 'erase':
    case 'rd':
    case 'rmdir':
      for (const path of operands)
        found.effect({
          kind: 'delete',
          target: word(path),
          ...(flags.has('s') && { recursive: true }),
          ...((flags.has('q') || flags.has('f')) && { force: true }),
        });
      return;
    case 'copy':
    case 'move':
    case 'ren':
    case 'rename':
      each('read', operands.slice(0, -1));
      return each('write', operands.slice(-1));
    case 'md':
    case 'mkdir':
      return each('write');
    case 'type':
      return each('read');
    case 'cd':
    case 'chdir':
    case 'pushd':
      for (const path of operands) found.effect({ kind: 'read', target: word(path), note: 'cd' });
      if (operands.length > 0) found.doubt('the folder of what comes after is not followed');
      return;
    case 'dir':
    case 'echo':
    case 'echo.':
    case 'ver':
    case 'vol':
    case 'cls':
    case 'rem':
    case 'title':
    case 'exit':
    case 'path':
    case 'date':
    case 'time':
    case 'color':
    case 'assoc':
    case 'ftype':
    case 'verify':
    case 'popd':
      return;
    case 'set':
      if (flags.has('p')) found.effect({ kind: 'terminal' });
      return;
    case 'mklink':
      return each('write');
    case 'if':
    case 'for':
    case 'call':
    case 'start':
    case 'goto':
    case 'setlocal':
      found.doubt(`"${name}" of the command line is not looked into`);
      return start(parts, span, found);
    default:
      found.nest({ kind: 'argv', via: 'cmd /c', words: [literal(name, span), ...parts.slice(1).map(word)] });
  }
}

/** What stands after words that run something; where it begins is a guess, so all of them are looked at. */
function start(parts: readonly string[], span: Word['span'], found: Found): void {
  const at = parts.findIndex(
    (part, index) => index > 0 && /^(?:del|erase|rd|rmdir|format|diskpart|shutdown)$/i.test(part.replace(/^[(@]+/, '')),
  );
  if (at > 0)
    runOne(
      parts
        .slice(at)
        .join(' ')
        .replace(/^[(@]+|(?<!\))\)+$/g, ''),
      span,
      found,
    );
}
