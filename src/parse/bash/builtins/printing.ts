import { concat, display, knownText, isUnknown, type Text } from '../text.ts';
import { runSubscript } from '../subscripts.ts';
import { assign, forget } from '../variables.ts';
import { decodeEcho, formatText } from './format.ts';
import { placeOf, readOptions, type Builtin } from './builtin.ts';

export const echo: Builtin = ({ args, report, state }) => {
  let at = 0;
  let newline = true;
  let escapes = state.options.has('xpg_echo');
  for (; at < args.length; at++) {
    const option = knownText(args[at]?.pieces ?? []);
    if (option === undefined || !/^-[neE]+$/.test(option)) break;
    for (const flag of option.slice(1)) {
      if (flag === 'n') newline = false;
      else escapes = flag === 'e';
    }
  }
  const words = args.slice(at);
  // Other shells know other options and escapes.
  const isOther = state.options.has('posix') && (escapes || words.some((word) => display(word.pieces).includes('\\')));
  if (isOther || words.some((word) => word.isPattern || word.isSplit)) return void (report.output = undefined);
  const text: Text = concat(...words.map((word, index) => (index > 0 ? [' ', ...word.pieces] : word.pieces)));
  if (!escapes) return void (report.output = concat(text, newline ? ['\n'] : []));
  const known = knownText(text);
  const decoded = known === undefined ? undefined : decodeEcho(known);
  report.output = decoded === undefined ? undefined : [decoded + (newline ? '\n' : '')];
};

export const printf: Builtin = (call) => {
  const { state, frame, walker, report, span } = call;
  const { flags, operands } = readOptions(call, 'v:');
  // Without a format it sets nothing.
  if (operands.length === 0) return void (report.output = []);
  const format = knownText(operands[0]?.pieces ?? []);
  const values = operands.slice(1).map((word) => (word.isPattern || word.isSplit ? undefined : knownText(word.pieces)));
  const isKnown = format !== undefined && values.every((value) => value !== undefined);
  const text = isKnown ? formatText(format, values) : undefined;
  const variable = flags.get('v');
  // `%n` sets the variable that is named.
  if (format === undefined || /%[^a-zA-Z%]*n/.test(format))
    for (const value of values) if (value !== undefined && state.variables.has(value)) forget(value, state);
  const result: Text | undefined =
    text === undefined ? unknownResult(operands.map((word) => word.pieces)) : text === '' ? [] : [text];
  if (!variable || variable === true) return void (report.output = text === undefined ? undefined : result);
  report.output = [];
  walker.runHidden(variable.pieces, state, frame, span, 'printf -v');
  const place = placeOf(variable);
  if (place) {
    runSubscript(knownText(variable.pieces) ?? '', state, frame, walker, span);
    assign(place.name, result, { index: place.index }, state, frame, walker, span);
  } else if (knownText(variable.pieces) === undefined)
    walker.journal.doubt('dynamic-code', 'The name of a variable is known only at run time', span);
};

function unknownResult(texts: readonly Text[]): Text {
  const from = texts.flatMap((text) => text.flatMap((piece) => (isUnknown(piece) ? (piece.from ?? []) : [])));
  return [{ unknown: 'substitution', ...(from.length > 0 ? { from } : {}) }];
}
