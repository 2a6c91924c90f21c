import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found } from '../define.ts';
import { after, headOf, literal, textOf } from '../words.ts';

const maxRecipes = 64;
const rulesByDefault = ['GNUmakefile', 'makefile', 'Makefile'].map((name) => literal(name, { start: 0, end: 0 }));

/** Rules that make reads from standard input, and the shell it hands them to. */
export function made(call: Call, found: Found): void {
  const { stdin } = call.invocation;
  if (call.values('-f').some((word) => /^(-|\/dev\/(stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(textOf(word) ?? ''))) {
    found.effect({ kind: 'run', note: 'standard input' });
    const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : undefined;
    if (stdin.kind !== 'inherited') found.doubt('rules that come over standard input');
    if (text) recipes(text, call.invocation.name, found);
  }
  const files = call.values('-f');
  for (const file of files.length > 0 ? files : rulesByDefault) {
    const content = call.invocation.content?.(file);
    if (content) recipes(content, call.invocation.name, found);
  }
  const isInstalling = call.operands.some((word) => /^(?:un)?install/.test(headOf(word)));
  for (const word of call.operands) {
    // Where a rule puts what it installs.
    const place = /^(?:DESTDIR|prefix|PREFIX|INSTALL_\w+|BINDIR|bindir)[:+?]*=/.exec(headOf(word))?.[0];
    if (place !== undefined && isInstalling) found.effect({ kind: 'write', target: after(word, place.length) });
    const name = /^(SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKEFILES)[:+?]*=/.exec(headOf(word));
    if (!name || /^(\/usr)?(\/bin\/)?(ba|da|z)?sh$/.test(textOf(after(word, name[0].length)) ?? '')) continue;
    found.effect({ kind: 'run', target: word, note: 'option: another shell' });
  }
  const target = call.operands.find((word) => !/^[A-Za-z_.]\w*[:+?]?=/.test(headOf(word)));
  found.effect({ kind: 'run', ...(target && { target }), note: 'a rule of the project' });
}

/** The commands of rules: lines that begin with a tab, and what follows a semicolon. */
function recipes(rules: Word, via: string, found: Found): void {
  const lines = (textOf(rules) ?? '').split('\n', maxRecipes);
  for (const line of lines) {
    const command = /^\t(.*)/.exec(line)?.[1] ?? /^[^\t=:;]*:[^;=]*;(.*)/.exec(line)?.[1];
    const text = command?.replace(/^[\s@+-]+/, '').replaceAll('$$', '$');
    if (text !== undefined && text !== '')
      found.nest({ kind: 'script', via, text: literal(text, rules.span), shell: 'bash' });
  }
}
