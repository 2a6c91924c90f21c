import type { Redirection } from 'unbash';
import type { ProgramEffect, ShellEffect, Stdin, Word } from '../../protocol/shell.ts';
import { hereDocText } from './expansion.ts';
import { Capture, certain } from './output.ts';
import type { State } from './state.ts';
import { effectIn } from './targets.ts';
import { concat, isUnknown, knownText, literalWord, wordOf, wordOfText, type Text } from './text.ts';
import { forget } from './variables.ts';
import { spanOf, type Frame, type Walker } from './walker.ts';
import { fileNameOf, type FileName } from './written.ts';

export interface Redirected {
  readonly effects: readonly ShellEffect[];
  /** What it reads, when a redirect says so. */
  readonly stdin: Stdin | undefined;
  readonly inputs: ReadonlyMap<number, Stdin>;
  /** A file that cannot be opened, or a descriptor that is not open, keeps the command from running. */
  readonly mayFail: boolean;
  /** What it prints goes elsewhere. */
  readonly isOutputTaken: boolean;
  /** Others of its outputs come to where it would print, or to the file: `2>&1`, `3>&1 > f`, `&> f`; `own` when it prints there all the same. */
  readonly leaks?: Leaks;
  /** The file it goes to. */
  readonly file?: { readonly name: FileName | undefined; readonly isAppended: boolean } | undefined;
}

interface Leaks {
  output?: 'own' | 'others';
  file?: boolean;
}

const unknownText: Text = [{ unknown: 'input' }];

const untouched: Redirected = {
  effects: [],
  stdin: undefined,
  inputs: new Map(),
  mayFail: false,
  isOutputTaken: false,
};

/** What redirects read, write and contact. */
export function redirect(redirects: readonly Redirection[], state: State, frame: Frame, walker: Walker): Redirected {
  if (redirects.length === 0) return untouched;
  const effects: ShellEffect[] = [];
  const inputs = new Map<number, Stdin>();
  let mayFail = false;
  let isOutputTaken = false;
  let file: Redirected['file'];
  const leaks: Leaks = {};
  const add = (effect: ProgramEffect) => effects.push(effectIn(effect, state.cwd));
  for (const node of redirects) {
    if (!walker.budget.takeSteps(6)) break;
    const descriptor = node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : undefined;
    if (descriptor !== undefined && descriptor >= 2 ** 31)
      walker.journal.doubt('arguments', `"${descriptor}" is a word to bash`, spanOf(node, frame));
    const isVariable = node.descriptor?.type === 'FileDescriptorVariable';
    const variable = isVariable ? /^\w+/.exec(node.descriptor.name)?.[0] : undefined;
    if (variable !== undefined) forget(variable, state, [{ unknown: 'arithmetic', name: variable }]);
    if (node.type === 'HereDoc' && frame.isReadTwice)
      walker.journal.doubt('syntax', 'Bash may take the lines of this here-document for code', spanOf(node, frame));
    if (node.type !== 'Redirect') {
      const text =
        node.type === 'HereDoc'
          ? hereDocText(node, state, frame, walker)
          : hereString(node.target, state, frame, walker);
      if (!isVariable) inputs.set(descriptor ?? 0, { kind: 'text', text: wordOfText(text, spanOf(node, frame)) });
      continue;
    }
    // `exec 2>&-; eval c=ls >&2` sets nothing.
    if (node.target?.text.startsWith('-') && /^[<>]&$/.test(node.operator)) walker.hasClosed = true;
    if (!node.target) {
      walker.journal.doubt('syntax', 'A redirect has no target', spanOf(node, frame));
      continue;
    }
    if (afterClosing(node) !== undefined) {
      if (node.operator === '>&' && !isVariable && (descriptor ?? 1) === 1) [isOutputTaken, file] = [true, undefined];
      if (node.operator === '<&' && !isVariable) inputs.set(descriptor ?? 0, { kind: 'pipe', from: [] });
      continue;
    }
    const [field = [], ...more] = walker.fields(node.target, state, frame);
    if (more.length > 0) walker.journal.doubt('syntax', 'A redirect has more than one target', spanOf(node, frame));
    const target = wordOf(field, spanOf(node.target, frame));
    const input = node.operator === '<' || node.operator === '<>' || node.operator === '<&';
    const isCopy =
      (node.operator === '>&' || node.operator === '<&') &&
      isDescriptor(target, descriptor !== undefined || isVariable);
    if (input && !isVariable && (descriptor ?? 0) >= 0)
      inputs.set(descriptor ?? 0, inputOf(node.operator, target, inputs, frame, walker));
    if (
      node.operator === '>&' &&
      !isCopy &&
      target.pieces.some((piece) => typeof piece !== 'string' || /[$`\\]/.test(piece))
    )
      walker.journal.doubt('dynamic-code', 'Bash expands what follows ">&" twice', target.span);
    const isOutput = !input && !isVariable && (descriptor ?? 1) === 1;
    // What was opened before may still be written to: `> f >&1`, `> f > /dev/stdout`.
    if (isOutput && file) walker.files.write(file.name, unknownText);
    const known = knownText(target.pieces);
    mayFail ||= isCopy
      ? walker.hasClosed || !/^[012-]$/.test(known ?? '')
      : !isDevice(target) && !isSubstitution(target, walker);
    const isOwn = isCopy ? known === undefined || /^1-?$/.test(known) : ownOutput.test(known ?? '');
    if (isOutput && isCopy && !isOwn && known !== '2' && known !== '-') leaks.output = 'own';
    if (isOwn && !isOutput && !isOutputTaken) leaks.output ??= 'others';
    if ((isOwn && !isOutput && file) || node.operator.startsWith('&>') || (node.operator === '>&' && !isCopy))
      leaks.file = true;
    if (isOutput) {
      isOutputTaken = !isOwn;
      file =
        isCopy || isOwn ? undefined : { name: fileNameOf(target, state.cwd), isAppended: node.operator.endsWith('>>') };
    }
    if (isCopy) continue;
    // Who writes there is not followed: `exec 3> f`, `2> f >&2`.
    if (!isOutput && node.operator !== '<') walker.files.write(fileNameOf(target, state.cwd), unknownText);
    const contact = /^\/dev\/(?:tcp|udp)\/([^/]*)(?:\/|$)/.exec(knownText(target.pieces) ?? '');
    if (contact) add({ kind: 'contact', target: literalWord(contact[1] as string, target.span), note: 'network tool' });
    else if (isSubstitution(target, walker)) continue;
    else if (isTerminal(target)) add({ kind: 'terminal', target });
    else if (!isDevice(target)) {
      if (node.operator !== '<') add({ kind: 'write', target, note: 'redirect' });
      if (node.operator === '<' || node.operator === '<>' || node.operator === '<&')
        add({ kind: 'read', target, note: 'redirect' });
    }
  }
  return { effects, stdin: inputs.get(0), inputs, mayFail, isOutputTaken, file, leaks };
}

const ownOutput = /^\/(?:dev\/stdout|(?:dev|proc\/self)\/fd\/1)$/;

/** `>&-` ends at its `-`; what touches it is the next word: `rm >&--rf x` runs `rm -rf x`. */
export function afterClosing(node: Redirection): string | undefined {
  if (node.type !== 'Redirect' || (node.operator !== '>&' && node.operator !== '<&')) return undefined;
  return /^-([^]+)$/.exec(node.target?.text ?? '')?.[1];
}

/** Its target changes a variable. */
export function setsSomething(node: Redirection): boolean {
  const text = node.type === 'HereDoc' ? node.body.text : node.target?.text;
  return /\$(?:\(\(|\[|\{[^}]*=)/.test(text ?? '');
}

/** Runs something with its output where the redirects send it, and remembers what is then in the file. */
export function withOutput<T>(
  redirected: Redirected,
  isCertain: boolean,
  frame: Frame,
  walker: Walker,
  run: (output: Frame['output']) => T,
): T {
  const { file, isOutputTaken, leaks } = redirected;
  if (leaks?.output === 'own' || (leaks?.output && !isCertain)) frame.output?.write(undefined);
  if (!file) return run(isOutputTaken ? undefined : frame.output);
  const capture = new Capture();
  if (leaks?.file && !isCertain) capture.write(undefined);
  const start = walker.journal.commands.length;
  const result = run(capture);
  const from = walker.journal.commands.slice(start);
  const written = certain(capture.pieces, isCertain).map((piece) => (isUnknown(piece) ? { ...piece, from } : piece));
  walker.budget.takeSteps(file.isAppended ? 8 : 1);
  walker.files.write(file.name, written, file.isAppended);
  return result;
}

/** Files that are the process's own streams, or keep nothing. */
export function isDevice(word: Word): boolean {
  const path = knownText(word.pieces)?.replace(/\/{2,}/g, '/');
  return path !== undefined && /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|fd\/\d+)$/.test(path);
}

function isTerminal(word: Word): boolean {
  return knownText(word.pieces) === '/dev/tty';
}

/** A word that is a process substitution and nothing else. */
export function isSubstitution(word: Word, walker: Walker): boolean {
  const [piece] = word.pieces;
  return word.pieces.length === 1 && typeof piece === 'object' && walker.contents.has(piece);
}

/** `>&2`, `<&-`, `>&3-`: another name for what is open already. */
function isDescriptor(word: Word, hasDescriptor: boolean): boolean {
  const known = knownText(word.pieces);
  if (known !== undefined) return /^(?:\d+-?|-)$/.test(known);
  return hasDescriptor || word.pieces.every((piece) => typeof piece === 'object' && piece.unknown === 'arithmetic');
}

function inputOf(
  operator: string,
  target: Word,
  inputs: ReadonlyMap<number, Stdin>,
  frame: Frame,
  walker: Walker,
): Stdin {
  const known = knownText(target.pieces);
  // What is closed is not empty: a read of it fails, and sets nothing.
  if (operator === '<&' && known === '-') return { kind: 'pipe', from: [] };
  if (operator === '<&' && known !== undefined && /^\d+-?$/.test(known)) {
    const number = Number.parseInt(known, 10);
    return inputs.get(number) ?? (number === 0 ? frame.stdin : { kind: 'pipe', from: [] });
  }
  const descriptor = /^\/dev\/(?:fd\/(\d+)|stdin)$/.exec(known ?? '');
  if (descriptor) return inputs.get(Number(descriptor[1] ?? 0)) ?? frame.stdin;
  if (/^\/dev\/(?:tcp|udp)\//.test(known ?? '')) return { kind: 'file', path: target };
  if (operator === '<&') return { kind: 'pipe', from: [] };
  if (known === '/dev/null') return { kind: 'text', text: literalWord('', target.span) };
  const [piece] = target.pieces;
  if (isSubstitution(target, walker) && piece !== undefined && isUnknown(piece)) {
    const content = walker.contents.get(piece);
    const text = content && {
      pieces: content.map((piece) => (typeof piece === 'object' && 'names' in piece ? piece.names : piece)),
    };
    return {
      kind: 'pipe',
      from: piece.from ?? [],
      ...(text ? { text: { ...text, isPattern: false, isSplit: false, span: target.span } } : {}),
    };
  }
  return { kind: 'file', path: target };
}

function hereString(node: Parameters<Walker['text']>[0] | undefined, state: State, frame: Frame, walker: Walker): Text {
  return concat(node ? walker.text(node, state, frame) : [], ['\n']);
}
