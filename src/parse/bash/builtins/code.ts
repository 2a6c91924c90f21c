import type { Nested, ShellEffect, Word } from '../../../protocol/shell.ts';
import { shared, withInput } from '../input.ts';
import { locationOf } from '../located.ts';
import { runNested, type Sourced } from '../nested.ts';
import { Capture } from '../output.ts';
import { switchOption } from '../shell-options.ts';
import { sameState } from '../state.ts';
import { syntaxWords } from '../syntax-words.ts';
import { isRemoteWord, remoteScript } from '../remote.ts';
import { pathTarget } from '../targets.ts';
import { concat, knownText, type Text } from '../text.ts';
import { doubtChanges } from '../traps.ts';
import { frameIn } from '../walker.ts';
import { fileNameOf } from '../written.ts';
import { readOptions, type Builtin, type BuiltinCall } from './builtin.ts';

export const evalBuiltin: Builtin = (call) => {
  const words = knownText(call.args[0]?.pieces ?? []) === '--' ? call.args.slice(1) : call.args;
  // The names of files may be code.
  if (words.some((word) => word.isPattern))
    call.walker.journal.doubt('dynamic-code', 'The names of files are run as code', call.span);
  if (words.some((word) => isRemoteWord(word, call.walker))) call.report.effects.push(remoteScript);
  return withInput(call.inputs.has(0), call.state, () => run(call, joinWords(words), 'eval', call.span));
};

export const source: Builtin = (call) => {
  const words = knownText(call.args[0]?.pieces ?? []) === '--' ? call.args.slice(1) : call.args;
  if (!words[0]) return;
  // To others `-` is what they read.
  const file = knownText(words[0].pieces) === '-' ? { ...words[0], pieces: ['./-'] } : words[0];
  const nested: Nested = { kind: 'file', via: 'source', path: file, shell: 'bash', args: words };
  const sourced: Sourced = { states: [call.state] };
  const { cwd } = call.state;
  let effects: readonly ShellEffect[] = [];
  withInput(call.inputs.has(0), call.state, () => {
    effects = runNested(nested, call, call.state, call.frame, call.walker, sourced);
    return sourced.states;
  });
  call.report.effects.push(...effects);
  // Its text comes to the shell, so a secret in it is read.
  if (effects.some((effect) => effect.kind === 'run' && effect.target))
    call.report.effects.push({ kind: 'read', target: pathTarget(file, cwd) });
  call.output?.write(undefined);
  return sourced.states;
};

export const trap: Builtin = (call) => {
  const { walker } = call;
  const { flags, operands } = readOptions(call, 'lpP');
  // Without an action it prints the traps that are set, also by whoever started the shell.
  if (flags.size > 0 || operands.length === 0) call.report.output = undefined;
  if (flags.size > 0 || operands.length < 2) return;
  const [action] = operands;
  const text = knownText(action?.pieces ?? []);
  if (!action || text === '' || text === '-') return;
  const printed = new Capture();
  const after = run(call, action.pieces, 'trap', action.span, true, printed);
  // By then it may see something else: variables, functions, files, another folder.
  const signals = operands.slice(1).map((word) => knownText(word.pieces)?.toUpperCase().replace(/^SIG/, ''));
  const isLast = signals.every((signal) => signal === 'EXIT' || signal === '0');
  if (walker.traps.length < mostTraps)
    walker.traps = [...walker.traps, { action: action.pieces, span: action.span, isLast }];
  else walker.journal.doubt('too-large', `More than ${mostTraps} traps are set`, action.span);
  if (!isLast) doubtChanges(after, call.state, action.span, walker);
  if (printed.pieces.length > 0) call.state.options.add('printing traps');
};

const mostTraps = 8;

export const alias: Builtin = ({ args, state, report, walker, span }) => {
  report.output = undefined;
  if (args.length > 0 && state.options.has('expand_aliases'))
    walker.journal.doubt('dynamic-code', 'Aliases are expanded where they are read', span);
  for (const word of args) {
    const lead = typeof word.pieces[0] === 'string' ? word.pieces[0] : '';
    const at = lead.indexOf('=');
    if (at <= 0) continue;
    const name = lead.slice(0, at);
    // Looked for before the words of the syntax are, and before anything is expanded: `alias if='rm x; if'`, `alias ~=rm`.
    if (!/^[\w.+,:@%^-]+$/.test(name) || syntaxWords.has(name))
      walker.journal.doubt('dynamic-code', `The alias "${name}" changes how the rest is read`, word.span);
    state.aliases.set(name, concat([lead.slice(at + 1)], word.pieces.slice(1)));
  }
};

/** What was read before it runs still has the alias in it: the rest of its line, the body of a function. */
export const unalias: Builtin = () => {};

/** compgen and complete run what -C, -F and -W say. */
export const complete: Builtin = (call) => {
  const { flags } = readOptions(call, 'abcdefgjksuvprDEIo:A:G:W:F:C:X:P:S:V:');
  for (const flag of ['C', 'F']) {
    const value = flags.get(flag);
    // It is given the command, the word and the word before.
    const more: Text = [1, 2, 3].flatMap(() => [' ', { unknown: 'argument' as const }]);
    if (!value || value === true) continue;
    const after = run(call, concat(value.pieces, more), `${call.name} -${flag}`, value.span, true);
    // A function runs in the shell itself.
    if (flag === 'F' && call.name === 'compgen' && !after.every((state) => sameState(state, call.state)))
      call.walker.journal.doubt('dynamic-code', 'A completion changes what comes after it', value.span);
  }
  const words = flags.get('W');
  if (words && words !== true)
    call.walker.runHidden(words.pieces, call.state, call.frame, words.span, `${call.name} -W`);
  call.report.output = undefined;
};

export const bind: Builtin = (call) => {
  const { flags, operands } = readOptions(call, 'lpsvPSVXm:f:q:u:r:x:');
  call.report.output = undefined;
  const value = flags.get('x');
  const text = value && value !== true ? value.pieces : undefined;
  if (!text) {
    if (flags.has('f') || operands.length > 0)
      call.walker.journal.doubt('dynamic-code', 'Keys are bound to something else', call.span);
    return;
  }
  const known = knownText(text);
  const colon = known?.indexOf(':') ?? -1;
  const code =
    known === undefined || colon < 0
      ? text
      : [
          known
            .slice(colon + 1)
            .trim()
            .replace(/^(["'])([^]*)\1$/, '$2'),
        ];
  run(call, code, 'bind -x', call.span, true);
};

export const fc: Builtin = (call) => {
  // `fc -l -5` lists the last five.
  const args = call.args.filter((word) => !/^-\d+$/.test(knownText(word.pieces) ?? ''));
  const { flags } = readOptions({ ...call, args }, 'e:lnrs');
  call.report.output = undefined;
  const editor = flags.get('e');
  if (editor && editor !== true) run(call, editor.pieces, 'fc -e', editor.span, true);
  if (!flags.has('l')) call.walker.journal.doubt('dynamic-code', 'A command of the history is run again', call.span);
};

export const history: Builtin = (call) => {
  const { flags, operands } = readOptions(call, 'cd:anrwps');
  call.report.output = undefined;
  if (flags.has('s') || flags.has('p')) run(call, joinWords(operands), 'history -s', call.span, true);
  const [file] = operands;
  const { report, state, walker } = call;
  if (file && (flags.has('w') || flags.has('a'))) {
    report.effects.push({ kind: 'write', target: pathTarget(file, state.cwd) });
    report.isQuiet = false;
    walker.files.write(fileNameOf(file, state.cwd), [{ unknown: 'input' }]);
  } else if (file && (flags.has('r') || flags.has('n')))
    report.effects.push({ kind: 'read', target: pathTarget(file, state.cwd) });
};

export const enable: Builtin = (call) => {
  const { flags } = readOptions(call, 'af:dnps');
  call.report.output = undefined;
  const file = flags.get('f');
  if (file) {
    call.walker.journal.doubt('dynamic-code', 'A builtin is loaded from a file', call.span);
    call.report.isQuiet = false;
  } else if (flags.has('n')) call.walker.journal.doubt('environment', 'A builtin is switched off', call.span);
};

export const hash: Builtin = (call) => {
  const { flags } = readOptions(call, 'lrp:dt');
  call.report.output = undefined;
  if (flags.has('p')) call.walker.journal.doubt('environment', 'hash -p makes a name run another program', call.span);
};

export const shopt: Builtin = (call) => {
  const { flags, operands } = readOptions(call, 'pqsuo');
  call.report.output = undefined;
  for (const word of operands) {
    const name = knownText(word.pieces) ?? '';
    if (flags.has('s') || flags.has('u')) switchOption(name, flags.has('s'), call.state, call.walker, word.span);
  }
};

export const command: Builtin = (call) => {
  const { flags, operands } = readOptions(call, 'pVv');
  call.report.output = undefined;
  if (flags.has('V')) return call.output?.write(undefined);
  if (flags.has('v')) return call.output?.write(locationOf(operands, call.state));
  return again(call, operands, { functions: true });
};

export const type: Builtin = (call) => {
  const { flags, operands } = readOptions(call, 'afptP');
  call.report.output = flags.has('p') || flags.has('P') ? locationOf(operands, call.state) : undefined;
};

export const builtin: Builtin = (call) => again(call, readOptions(call, '').operands, { functions: true });

export const exec: Builtin = (call) => {
  const { flags, operands } = readOptions(call, 'cla:');
  if (flags.has('a')) call.walker.journal.doubt('arguments', '"exec -a" gives a program another name', call.span);
  if (flags.has('c')) call.walker.journal.doubt('arguments', '"exec -c" takes all variables away', call.span);
  call.report.output = undefined;
  if (operands.length === 0) {
    // From now on others print into the file that it opens, or by way of what it copies.
    call.output?.write(undefined);
    if (call.output !== call.frame.output) call.frame.output?.write(undefined);
    // All that comes after reads from it.
    if (call.inputs.has(0)) call.state.stdin = shared(call.stdin);
    return;
  }
  const states = again(call, operands, { functions: true, builtins: true });
  if (!call.state.options.has('execfail')) for (const state of states) state.isDone = true;
  return states;
};

function again(call: BuiltinCall, words: readonly Word[], without: { functions?: boolean; builtins?: boolean }) {
  if (words.length === 0) return [call.state];
  const { state, frame, walker, name } = call;
  const { assignments, stdin, inputs, output, span } = call;
  walker.budget.takeSteps(8 + words.length / 16);
  return walker.runCall(
    { words, assignments, effects: [], stdin, inputs, output, span, without, declared: call.declared },
    state,
    frameIn(frame, { path: [...frame.path, name] }),
  );
}

function run(call: BuiltinCall, text: Text, via: string, span: Word['span'], isApart = false, printed?: Capture) {
  const { state, frame, walker } = call;
  call.report.output = [];
  if (isApart) call.report.output = undefined;
  return walker.runText(
    text,
    isApart ? state.clone() : state,
    frameIn(frame, {
      path: [...frame.path, via],
      depth: frame.depth + 1,
      span,
      stdin: call.stdin,
      output: isApart ? printed : call.output,
    }),
    span,
  );
}

function joinWords(words: readonly Word[]): Text {
  return concat(...words.map((word, at) => (at > 0 ? [' ', ...word.pieces] : word.pieces)));
}
