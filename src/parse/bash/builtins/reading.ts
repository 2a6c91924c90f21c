import type { Stdin } from '../../../protocol/shell.ts';
import { watchVariable } from '../environment.ts';
import { contentOf } from '../file-text.ts';
import { display, knownText, sourcesOf } from '../text.ts';
import { runTraps } from '../traps.ts';
import { runSubscript } from '../subscripts.ts';
import { assign, forget, resolveName, runIndexed } from '../variables.ts';
import { frameIn } from '../walker.ts';
import { placeOf, readOptions, type Builtin, type BuiltinCall } from './builtin.ts';

export const read: Builtin = (call) => {
  const { state, frame, walker, span } = call;
  const { flags, operands } = readOptions(call, 'ersa:d:i:n:N:p:t:u:');
  const array = flags.get('a');
  const names = array && array !== true ? [array] : operands.length > 0 ? operands : [];
  // A question is for a person; without one, an empty input is an answer as well.
  const asks = call.stdin.kind === 'inherited' && flags.has('p') && !flags.has('t') && !flags.has('u');
  if (asks) call.report.effects.push({ kind: 'terminal' });
  // What the read of a loop or group gets is what others left over.
  const isOwn = call.inputs.has(0) && !state.variables.has('IFS');
  const line = isOwn && [...flags.keys()].every((flag) => flag === 'r') ? firstLine(call.stdin) : undefined;
  names.forEach((word) => {
    walker.runHidden(word.pieces, state, frame, word.span, 'read');
    const place = placeOf(word);
    // What is no name is an error, and sets nothing.
    if (!place) walker.journal.doubt('arguments', 'What "read" sets is known only at run time', word.span);
    const name = place?.name ?? /^\w+/.exec(display(word.pieces))?.[0];
    if (name === undefined) return;
    const isFollowed = line !== undefined && !array && place && place.index !== '?' && names.length === 1;
    const value = isFollowed ? trimmed(line) : undefined;
    if (value === undefined) forget(name, state, [inputOf(call.stdin, name)]);
    else assign(name, value === '' ? [] : [value], { index: place?.index }, state, frame, walker, span);
    runSubscript(knownText(word.pieces) ?? '', state, frame, walker, word.span);
    if (array) state.variables.set(resolveName(name, state), { value: undefined, items: undefined, isArray: true });
    if (value === undefined) watchVariable(name, [inputOf(call.stdin, name)], state, frame, walker, word.span);
    runTraps(state, frame, walker, name);
  });
  if (names.length === 0) forget('REPLY', state, [inputOf(call.stdin, 'REPLY')]);
  runTraps(state, frame, walker, 'REPLY');
  runIndexedInput(call);
};

/** Input may be code as well when it is used as a number. */
function runIndexedInput(call: BuiltinCall): void {
  const { stdin, state, frame, walker, span, name } = call;
  const text =
    stdin.kind === 'file'
      ? contentOf(stdin.path, call, state, walker)
      : stdin.kind === 'inherited'
        ? undefined
        : stdin.text;
  runIndexed(text?.pieces.map((piece) => [piece]) ?? [], state, frame, walker, span, name);
}

function firstLine(stdin: Stdin): string | undefined {
  if (stdin.kind !== 'text') return undefined;
  const text = knownText(stdin.text.pieces);
  const line = text?.split('\n', 1)[0];
  return line === undefined || line.includes('\\') ? undefined : line;
}

function trimmed(line: string): string {
  return line.replace(/^[ \t]+|[ \t]+$/g, '');
}

function inputOf(stdin: Stdin, name: string): { unknown: 'input'; name: string; from?: ReturnType<typeof sourcesOf> } {
  const from = stdin.kind === 'pipe' ? stdin.from : stdin.kind === 'text' ? sourcesOf(stdin.text.pieces) : [];
  return { unknown: 'input', name, ...(from.length > 0 ? { from } : {}) };
}

export const mapfile: Builtin = (call) => {
  const { state, frame, walker, span } = call;
  const { flags, operands } = readOptions(call, 'd:n:O:s:tu:C:c:');
  const callback = flags.get('C');
  if (callback && callback !== true) {
    walker.runText(
      [...callback.pieces, ' ', { unknown: 'arithmetic' }, ' ', { unknown: 'input' }],
      state.clone(),
      frameIn(frame, { path: [...frame.path, 'mapfile -C'], depth: frame.depth + 1 }),
      span,
    );
  }
  runIndexedInput(call);
  const word = operands[0];
  if (word) walker.runHidden(word.pieces, state, frame, span, 'mapfile');
  const name = word ? placeOf(word)?.name : 'MAPFILE';
  if (name === undefined) return;
  watchVariable(resolveName(name, state), [{ unknown: 'input', name }], state, frame, walker, span);
  state.variables.set(resolveName(name, state), { value: undefined, items: undefined, isArray: true });
  runTraps(state, frame, walker, name);
};

export const getopts: Builtin = ({ args, state, frame, walker, span }) => {
  runIndexed(
    args.map((word) => word.pieces),
    state,
    frame,
    walker,
    span,
    'getopts',
  );
  const name = /^\w+/.exec(knownText(args[1]?.pieces ?? []) ?? '')?.[0];
  if (name !== undefined) forget(name, state);
  forget('OPTARG', state);
  forget('OPTIND', state);
  for (const changed of ['OPTARG', name ?? 'OPTIND']) runTraps(state, frame, walker, changed);
};

/** `-p` names a variable. */
export const wait: Builtin = (call) => {
  const { flags } = readOptions(call, 'fnp:');
  const variable = flags.get('p');
  if (!variable || variable === true) return;
  call.walker.runHidden(variable.pieces, call.state, call.frame, variable.span, 'wait -p');
  const name = /^\w+/.exec(knownText(variable.pieces) ?? '')?.[0];
  if (name !== undefined) forget(name, call.state);
};
