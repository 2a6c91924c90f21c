import type { Target, Word } from '../../../protocol/shell.ts';
import { onlyHere } from '../environment.ts';
import type { State } from '../state.ts';
import { pathTarget, resolvePath } from '../targets.ts';
import { display, knownText, literalWord } from '../text.ts';
import { runTraps } from '../traps.ts';
import { lookUp } from '../variables.ts';
import { readOptions, type Builtin, type BuiltinCall } from './builtin.ts';

export const cd: Builtin = (call) => {
  const { operands, isOpen } = readOptions(call, 'LPe@');
  if (operands.length > 1 && !operands.some((word) => word.isSplit)) return;
  const [operand] = operands;
  if (isOpen && operand?.isSplit) return move(call, operand, undefined);
  if (operand === undefined) return enter(call, homeWord(call));
  if (knownText(operand.pieces) === '-') return back(call);
  if (operand.pieces.length === 0) return;
  return enter(call, operand);
};

export const pushd: Builtin = (call) => {
  const isTurn = call.args.some((word) => /^-\d+$/.test(knownText(word.pieces) ?? ''));
  const { operands, flags } = isTurn ? { operands: call.args, flags: new Map() } : readOptions(call, 'n');
  const { state } = call;
  const [operand] = operands;
  const text = operand && knownText(operand.pieces);
  if (operand === undefined || text === undefined || /^[+-]\d+$/.test(text) || flags.has('n')) {
    if (operand && text === undefined) {
      state.folders.unshift(state.cwd);
      const states = enter(call, operand);
      call.report.output = undefined;
      return states;
    }
    const [top] = state.folders;
    // Turned around in a way that is not followed.
    state.folders = state.folders.map(() => undefined);
    return move(call, undefined, operand === undefined && !flags.has('n') ? top : undefined);
  }
  state.folders.unshift(state.cwd);
  const states = enter(call, operand);
  call.report.output = undefined;
  return states;
};

export const popd: Builtin = (call) => {
  const { state } = call;
  if (call.args.length > 0) {
    state.folders = state.folders.map(() => undefined);
    return move(call, undefined, undefined);
  }
  if (state.folders.length === 0) return;
  move(call, undefined, state.folders.shift());
};

/** `-c` forgets all but the current one. */
export const dirs: Builtin = (call) => {
  const isTurn = call.args.some((word) => /^[-+]\d+$/.test(knownText(word.pieces) ?? ''));
  if (!isTurn && readOptions(call, 'clpv').flags.has('c')) call.state.folders = [];
  call.report.output = undefined;
};

export const pwd: Builtin = ({ state, report, args }) => {
  const isPlain = args.every((word) => /^-[LP]+$/.test(knownText(word.pieces) ?? ''));
  report.output = state.cwd === undefined || !isPlain ? undefined : [`${state.cwd}\n`];
};

function back(call: BuiltinCall): void {
  const previous = lookUp('OLDPWD', call.state, call.walker.context)?.value;
  move(call, undefined, previous && knownText(previous));
}

function enter(call: BuiltinCall, operand: Word): State[] | void {
  const { state, walker } = call;
  const first = operand.pieces[0];
  const isBare = typeof first === 'string' && !/^(?:\/|\.\.?(?:\/|$))/.test(first);
  const searched = lookUp('CDPATH', state, walker.context)?.value ?? [];
  if (isBare && !onlyHere.test(display(searched))) {
    walker.journal.doubt('folder', `CDPATH decides where "cd ${display(operand.pieces)}" leads`, operand.span);
    const folders = foldersOf(knownText(searched), operand, state.cwd);
    if (folders.length === 0) return move(call, operand, undefined);
    // The first of them that is there.
    return folders.map((folder) => {
      const own = { ...call, state: state.clone() };
      move(own, undefined, folder);
      return own.state;
    });
  }
  move(call, operand, operand.isSplit ? undefined : pathTarget(operand, state.cwd).path);
}

/** Where `cd name` may lead with this CDPATH; none when that is not known. */
function foldersOf(searched: string | undefined, operand: Word, cwd: string | undefined): string[] {
  const name = operand.isPattern ? undefined : knownText(operand.pieces);
  if (searched === undefined || name === undefined) return [];
  const folders = [...searched.split(':').slice(0, mostFolders), ''].map((folder) =>
    resolvePath(`${folder === '' ? '.' : folder}/${name}`, cwd),
  );
  return folders.includes(undefined) ? [] : [...new Set(folders as string[])];
}

const mostFolders = 4;

function move(call: BuiltinCall, operand: Word | undefined, to: string | undefined): void {
  const { state, report } = call;
  const target = operand
    ? targetOf(call, operand)
    : to === undefined
      ? { text: '…', isPattern: false }
      : { text: to, path: to, isPattern: false };
  report.effects.push({ kind: 'read', target, note: 'cd' });
  report.output = operand ? [] : undefined;
  state.previousCwd = state.cwd;
  state.cwd = to;
  for (const name of ['PWD', 'OLDPWD']) if (!state.variables.get(name)?.isReadonly) state.variables.delete(name);
  runTraps(state, call.frame, call.walker);
}

function targetOf(call: BuiltinCall, operand: Word): Target {
  const target = pathTarget(operand, call.state.cwd);
  const [piece, ...others] = operand.pieces;
  const isVariable = others.length === 0 && typeof piece === 'object' && piece.unknown === 'variable';
  if (!operand.isSplit || !isVariable || call.state.variables.has(piece.name ?? '')) return target;
  // `cd $x` where nobody has set x goes home.
  const home = knownText(homeWord(call).pieces);
  return home === undefined ? target : { ...target, ifEmpty: home };
}

function homeWord({ state, walker, span }: BuiltinCall): Word {
  const home = lookUp('HOME', state, walker.context)?.value;
  const known = home && knownText(home);
  return known === undefined
    ? { pieces: [{ unknown: 'variable', name: 'HOME' }], isPattern: false, isSplit: false, span }
    : literalWord(known, span);
}
