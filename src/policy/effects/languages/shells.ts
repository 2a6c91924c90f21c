import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found } from '../define.ts';
import { after, headOf, literal, shown, textOf } from '../words.ts';
import { joined } from './arguments.ts';
import { decodedInput } from './decoded.ts';

/** Where a shell takes its commands from; its letters are no ordinary options: `-euxo pipefail -c text`. */
export function shell(call: Call, found: Found): void {
  const { args, name, stdin } = call.invocation;
  let at = 0;
  let isText = false;
  let isInput = false;
  let isInteractive = false;
  const options = name === 'bash' || name === 'rbash' ? [] : ['posix', 'expand_aliases'];
  while (at < args.length) {
    const word = args[at];
    if (!word) break;
    const head = headOf(word);
    if (textOf(word) === '+') {
      at += 1;
      continue;
    }
    const isPartlyKnown = /^[-+]$/.test(head) && word.pieces.length > 1;
    if (!isPartlyKnown && !/^[-+]./.test(head)) {
      if (head === '' && word.isSplit) found.doubt(`${shown(word)} may hold options`);
      if (textOf(word) === '-') at += 1;
      break;
    }
    at += 1;
    if (head === '--') break;
    if (head.startsWith('--') || longNames.test(head)) {
      if (/^--?posix$/.test(head)) options.push('posix', 'expand_aliases');
      at += longOption(word, args[at], call, found);
      continue;
    }
    if (word.pieces.length > 1) found.doubt(`${shown(word)} may hold options`);
    // `+c` is one as well.
    isText ||= head.includes('c');
    isInput ||= head.includes('s');
    isInteractive ||= head.includes('i');
    for (const letter of head.slice(1)) {
      const option = /[oO]/.test(letter) ? textOf(args[at++] ?? word) : letters[letter];
      if (head.startsWith('+') ? letter === 'B' || option === 'braceexpand' : false)
        found.doubt('braces are not expanded');
      else if (option !== undefined && head.startsWith('-')) options.push(option);
      // They change what words and characters the text is made of.
      if (/[kHO]/.test(letter) || (/o/.test(letter) && /^(?:posix|keyword|hist.*|)$/.test(option ?? '')))
        found.doubt(`${head} changes how the text is read`);
    }
  }
  if (isInteractive) options.push('expand_aliases');
  const own = options.length > 0 ? { options } : {};
  const [first, ...rest] = args.slice(at);
  if (isText && first) {
    found.nest({ kind: 'script', via: `${name} -c`, text: first, shell: 'bash', args: rest, ...own });
  } else if (first && !isInput) {
    found.nest({ kind: 'file', via: name, path: first, shell: 'bash', args: [first, ...rest], ...own });
  } else if (stdin.kind === 'inherited') found.effect({ kind: 'terminal' });
  else {
    if (isInteractive) found.effect({ kind: 'terminal' });
    const args = isInput && first ? [literal(name, first.span), first, ...rest] : [];
    found.nest({ kind: 'input', via: name, shell: 'bash', args, ...own });
    // Nobody can read it, but what it says is known.
    const text = decodedInput(stdin);
    if (text) found.nest({ kind: 'script', via: name, text, shell: 'bash', ...own });
  }
}

/** Bash takes its long options also after one dash. */
const longNames =
  /^-(?:debug|debugger|dump-(?:po-)?strings|help|init-file|login|noediting|noprofile|norc|posix|pretty-print|rcfile|restricted|verbose|version)$/;

/** Letters that change what the code in it does. */
const letters: Readonly<Record<string, string>> = {
  a: 'allexport',
  e: 'errexit',
  k: 'keyword',
  u: 'nounset',
  x: 'xtrace',
  E: 'errtrace',
  T: 'functrace',
};

/** How many words follow as its value. */
function longOption(option: Word, next: Word | undefined, call: Call, found: Found): number {
  const head = headOf(option);
  const equals = head.indexOf('=');
  const name = (equals === -1 ? head : head.slice(0, equals)).replace(/^-?-/, '--');
  if (name === '--rcfile' || name === '--init-file') {
    if (next) found.nest({ kind: 'file', via: `${call.invocation.name} ${name}`, path: next, shell: 'bash' });
    return 1;
  }
  if (name === '--posix') found.doubt('--posix changes how the text is read');
  if (name === '--command' || name === '--init-command') {
    const text = equals === -1 ? next : after(option, equals + 1);
    if (text) found.nest({ kind: 'script', via: `${call.invocation.name} -c`, text, shell: 'bash' });
    return equals === -1 ? 1 : 0;
  }
  return 0;
}

/** The parameters of PowerShell may be shortened and have any case. */
export function powershell(call: Call, found: Found): void {
  const { args, name, stdin } = call.invocation;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (!word) break;
    const option = headOf(word)
      .toLowerCase()
      .replace(/^\/|^--?/, '-');
    const rest = args.slice(at + 1);
    if (!option.startsWith('-')) {
      // Without a parameter, PowerShell 7 takes a file and Windows PowerShell a command.
      found.nest({ kind: 'script', via: name, text: joined(args.slice(at)), shell: 'powershell' });
      return found.effect({ kind: 'run', target: word });
    }
    // It goes on after what it is given.
    if (isShortFor(option, '-noexit', 4) && stdin.kind === 'inherited') found.effect({ kind: 'terminal' });
    if (isShortFor(option, '-command', 2) || isShortFor(option, '-commandwithargs', 2) || option === '-cwa') {
      if (textOf(rest[0] ?? word) === '-') return found.nest({ kind: 'input', via: name, shell: 'powershell' });
      return found.nest({ kind: 'script', via: `${name} -Command`, text: joined(rest), shell: 'powershell' });
    }
    if (isShortFor(option, '-encodedcommand', 2) || option === '-ec') return encoded(rest[0], name, found);
    if (isShortFor(option, '-file', 2)) {
      if (rest[0]) found.nest({ kind: 'file', via: name, path: rest[0], shell: 'powershell' });
      return;
    }
    if (/^-(ex|ep|w|in|o|if|of|ps|ver|set|wd|wor|config|cus|e?n?v)/.test(option) && !/^-noe?/.test(option)) at += 1;
  }
  if (stdin.kind === 'inherited') found.effect({ kind: 'terminal' });
  else found.nest({ kind: 'input', via: name, shell: 'powershell' });
}

function encoded(value: Word | undefined, name: string, found: Found): void {
  const base64 = value && textOf(value);
  if (!value || base64 === undefined) return found.doubt('a command is known only when it runs');
  const text = literal(Buffer.from(base64, 'base64').toString('utf16le'), value.span);
  found.doubt('nobody can read a command in base64');
  found.nest({ kind: 'script', via: `${name} -EncodedCommand`, text, shell: 'powershell' });
}

function isShortFor(option: string, whole: string, atLeast: number): boolean {
  return option.length >= atLeast && whole.startsWith(option);
}
