import { knownText } from '../text.ts';
import { runTraps } from '../traps.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';

export const nothing: Builtin = () => {};

/** break, continue */
export const leave: Builtin = (call) => {
  const { args, walker, state } = call;
  // Where no loop is, it is an error and goes on.
  if (walker.loops === 0) return;
  const count = args[0] === undefined ? 1 : Number(knownText(args[0].pieces) ?? Number.NaN);
  // `break 0` ends all of them.
  walker.loopExits.push({ state: state.clone(), levels: count >= 1 ? count : Infinity });
  // A subshell knows nothing of the loop around it, and goes on.
  if (!state.isApart) end(call);
};

/** Nobody asks what it prints. */
export const prints: Builtin = ({ report }) => {
  report.output = undefined;
};

/** With room for a few open files, redirects fail, and with them what they belong to. */
export const ulimit: Builtin = ({ args, report, walker, span }) => {
  report.output = undefined;
  const texts = args.map((word) => knownText(word.pieces));
  const isFew = texts.some((text) => text === undefined || /^\d{1,2}$/.test(text));
  if (isFew && texts.some((text) => text === undefined || /^-\w*n/.test(text)))
    walker.journal.doubt('arguments', '"ulimit -n" can make redirects fail', span);
};

export const exit: Builtin = (call) => {
  if (call.walker.traps.length > 0) runTraps(call.state, call.frame, call.walker);
  end(call);
};

/** `exit --help` and `exit 1 2` go on. */
function end({ args, state }: BuiltinCall): void {
  if (args.length === 0 || (args.length === 1 && /^\d+$/.test(knownText(args[0]?.pieces ?? []) ?? '')))
    state.isDone = true;
}

export const returnBuiltin: Builtin = (call) => {
  if (call.frame.calls.length === 0) return;
  call.walker.returns.push(call.state.clone());
  end(call);
  call.state.isReturned = call.state.isDone;
};
