import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found, Reader } from '../define.ts';
import { contacted, filePath, isRemote } from '../hosts.ts';
import { after, headOf, isKnown, literal, textOf, within } from '../words.ts';
import { joined } from './arguments.ts';
import { isHarmless, runsNamed } from './named-program.ts';

/** Settings of git that are the command line of a program. */
const commands =
  /^(core\.(editor|pager|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|pager\..*|sequence\.editor|diff\.(.*\.)?(external|command|textconv)|(difftool|mergetool|browser|man|guitool)\..*\.(cmd|path)|merge\..*\.driver|filter\..*\.(clean|smudge|process)|gpg\.(.*\.)?(program|defaultkeycommand)|trailer\..*\.(command|cmd)|interactive\.difffilter|sendemail\..*(cmd|smtpserver)|uploadpack\.packobjectshook|remote\..*\.(uploadpack|receivepack))$/i;
/** Settings of git that say where programs are found, or which are let run. */
const places = /^(core\.hookspath|include(if\..*)?\.path|init\.templatedir|protocol\.(ext\.)?allow|remote\..*\.vcs)$/i;

/** `name=value` of `-c`: some settings are the command line of a program. */
export const setting: Reader = (value, found) => {
  const head = headOf(value);
  const equals = head.indexOf('=');
  const name = equals === -1 ? head : head.slice(0, equals);
  if (name === '' || (equals === -1 && !isKnown(value))) return found.doubt('a setting is known only when it runs');
  const text = equals === -1 ? literal('true', value.span) : after(value, equals + 1);
  const line = commandOf(name, text);
  if (line) runsNamed(line, `git -c ${name}`, found);
  else if (isPlace(name, text)) found.effect({ kind: 'run', target: value, note: `option: ${name}` });
  else if (/^alias\./i.test(name))
    found.nest({
      kind: 'script',
      via: `git -c ${name}`,
      text: joined([literal('git', value.span), text]),
      shell: 'bash',
    });
};

/** What a setting makes git start. */
function commandOf(name: string, value: Word): Word | undefined {
  const head = headOf(value);
  const isShell = head.startsWith('!');
  if (/^alias\.|^submodule\..*\.update$/i.test(name)) return isShell ? after(value, 1) : undefined;
  // A helper for passwords that is only a name is one of git itself.
  if (/^credential\.(.*\.)?helper$/i.test(name))
    return isShell ? after(value, 1) : /^[\w-]+( |$)/.test(head) || textOf(value) === '' ? undefined : value;
  return commands.test(name) ? value : undefined;
}

function isPlace(name: string, value: Word): boolean {
  return places.test(name) && !/^(|\/dev\/null|never)$/i.test(textOf(value) ?? 'unknown');
}

/** Where a repository comes from: an address, a path, a name that was given to one, or a helper program. */
export const remote: Reader = (value, found) => {
  const head = headOf(value);
  const helper = /^([a-z][a-z0-9+.-]*)::/i.exec(head);
  if (helper) {
    found.effect({ kind: 'run', target: value, note: 'option: a helper program for remotes' });
    if (helper[1] === 'ext') {
      found.nest({ kind: 'script', via: 'git ext::', text: after(value, helper[0].length), shell: 'bash' });
    }
  } else if (isPathOfRemote(head)) found.effect({ kind: 'read', target: value, recursive: true });
  else if (isRemote(head)) contacted(value, { kind: 'contact', note: 'repository' }, found);
  else found.effect({ kind: 'contact', target: value, note: 'repository' });
};

/** The same, when something is sent there. */
export const pushedTo: Reader = (value, found, call) => {
  remote(value, found, call);
  const head = headOf(value);
  if (/^file:/i.test(head)) found.effect({ kind: 'write', target: filePath(value), recursive: true });
  // A name with a slash is mostly a path.
  else if (isPathOfRemote(head) || /^[^:]+\/[^:]*$/.test(head))
    found.effect({ kind: 'write', target: value, recursive: true });
};

function isPathOfRemote(head: string): boolean {
  return /^(\.{0,2}\/|\.$|~)/.test(head);
}

const overwriting: readonly (readonly [option: string, note?: string])[] = [
  ['-f'],
  ['--force-with-lease', 'unless somebody else pushed'],
  ['-d', 'removes it'],
  ['--mirror'],
  ['--prune', 'removes what is not here'],
];

/** Options of `git push` by which it overwrites or removes. */
export function overwritten(call: Call, found: Found): void {
  if (isDry(call)) return;
  const [target] = call.operands;
  const named = target && { target };
  for (const [option, note] of overwriting) {
    if (!call.has(option)) continue;
    found.effect({
      kind: 'change',
      thing: 'remote-history',
      ...named,
      force: true,
      ...(note !== undefined && { note }),
    });
  }
}

/** It only says what it would push, unless a word that is not known takes that back. */
function isDry(call: Call): boolean {
  return call.has('-n') && !call.has('--no-dry-run') && call.operands.every(isKnown);
}

/** `+from:to` overwrites, `:to` removes. */
export const pushed: Reader = (value, found, call) => {
  const head = headOf(value);
  if (isDry(call)) return;
  if (head.startsWith('+'))
    found.effect({ kind: 'change', thing: 'remote-history', target: after(value, 1), force: true });
  else if (head.startsWith(':') && head !== ':') {
    found.effect({ kind: 'change', thing: 'remote-history', target: after(value, 1), force: true, note: 'removes it' });
  } else if (head === '' && value.isSplit && !isNameOfBranch(value)) {
    found.doubt('what is pushed is known only when it runs');
  }
};

/** What git prints of its own branches is no option and begins with no sign. */
function isNameOfBranch({ pieces }: Word): boolean {
  return pieces.every(
    (piece) =>
      typeof piece === 'object' &&
      piece.from?.length === 1 &&
      piece.from.every(({ name, sub }) => name === 'git' && /^(branch|rev-parse|symbolic-ref)$/.test(sub ?? '')),
  );
}

/** `git commit` opens an editor unless its message comes from elsewhere, or the editor is one that needs nobody. */
export function edited(call: Call, found: Found): void {
  const isSaid = ['-m', '-F', '--reuse-message', '--no-edit', '--dry-run'].some((option) => call.has(option));
  const [fixup] = call.values('--fixup');
  const isFixed = fixup && !/^(amend|reword):/.test(headOf(fixup));
  if ((isSaid || isFixed) && !call.has('-e') && !call.has('--reedit-message')) return;
  const isSet = call.invocation.args.some((word) => /^core\.editor=(?!$)/i.test(headOf(word)));
  if (!isSet) found.effect({ kind: 'terminal', note: 'editor' });
}

/** Each word is one of the program, or all of them are in one text. */
export function inSubmodules(call: Call, found: Found): void {
  const [first, ...others] = call.operands;
  const via = 'git submodule foreach';
  if (!first) return;
  const isWord = others.length > 0 && /^[\w./+-]+$/.test(textOf(first) ?? '');
  if (isWord) found.nest({ kind: 'argv', via, words: call.operands });
  else found.nest({ kind: 'script', via, text: joined(call.operands), shell: 'bash' });
}

/** Whether `git checkout` switches branches, or takes back changes in files. */
export function checkedOut(call: Call, found: Found): void {
  const { operands, separator } = call;
  if (call.has('-f')) found.effect({ kind: 'change', thing: 'uncommitted-work', force: true });
  if (call.has('-b') || call.has('-B') || call.has('--orphan') || call.has('--detach')) {
    const [target] = call.values('-b');
    return found.effect({ kind: 'change', thing: 'repository', ...(target && { target }) });
  }
  const paths = separator === undefined ? pathsOf(call) : operands.slice(separator);
  for (const target of paths) {
    found.effect({ kind: 'change', thing: 'uncommitted-work', target, note: 'takes back changes in files' });
  }
  if (call.has('--pathspec-from-file') || (call.has('--ours') && paths.length === 0)) {
    found.effect({ kind: 'change', thing: 'uncommitted-work' });
  }
  if (paths.length === 0) {
    found.effect({ kind: 'change', thing: 'repository', ...(operands[0] && { target: operands[0] }) });
  }
}

/** `git restore` takes back changes in files, unless only what is staged is meant. */
export function restored(call: Call, found: Found): void {
  if (call.operands.length === 0 && !call.has('--pathspec-from-file')) return;
  const isStagedOnly = call.has('--staged') && !call.has('--worktree');
  const thing = isStagedOnly ? 'repository' : 'uncommitted-work';
  if (call.operands.length === 0) found.effect({ kind: 'change', thing });
  for (const target of call.operands) found.effect({ kind: 'change', thing, target });
}

/** Without `--`, a second operand is a path, and so is one that no branch can be called. */
function pathsOf({ operands }: Call): readonly (typeof operands)[number][] {
  const [first, ...others] = operands;
  if (!first) return [];
  const text = textOf(first) ?? '';
  const isPath = /^\.{0,2}\/|^\.\.?$|\/$|^:|[*?[]/.test(text) || /\.[a-z]{1,4}$/i.test(text);
  return isPath ? operands : others;
}

/** What such a name stands for may wait for a person; that is no harm before it is used. */
const editing = /^(?:commit|tag|notes|difftool|mergetool|gui|citool|rebase\s+-\S*i\S*|add\s+-\S*[pie]\S*)(?:\s|$)/;

/** A file with settings: written to when a value is given or taken away. */
export const settingsFile: Reader = (value, found, call) => {
  const target = within(call.folder, value);
  const isLooking = call.has('-l') || (call.operands.length < 2 && !call.has('--unset') && !call.has('-e'));
  found.effect({ kind: 'read', target });
  if (!isLooking) found.effect({ kind: 'write', target });
};

/** `git config name value` writes, `git config name` reads. */
export function configured(call: Call, found: Found): void {
  const [name, value] = call.operands;
  if (!name || value === undefined || call.has('--unset') || call.has('--get')) return;
  const isForAll = call.has('--global');
  found.effect({ kind: 'change', thing: 'settings', target: name, ...(isForAll && { force: true, note: 'of git' }) });
  const key = headOf(name);
  const line = commandOf(key, value);
  // Whoever makes a name for something dangerous is about to use it.
  if (/^alias\./i.test(key) && !line && !editing.test(headOf(value)))
    found.nest({ kind: 'script', via: `git ${key}`, text: joined([literal('git', value.span), value]), shell: 'bash' });
  if ((line && !isHarmless(textOf(line))) || isPlace(key, value))
    found.effect({ kind: 'run', target: value, note: `option: ${key}` });
}
