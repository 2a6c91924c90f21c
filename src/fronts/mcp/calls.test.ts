import { expect, test } from 'vitest';
import type { Answer, Question } from '../../protocol/approver.ts';
import type { Core } from '../../protocol/core.ts';
import { openCalls, type Calls, type Round, type Turn } from './calls.ts';

const allow: Answer = { answer: 'allow', who: 'ann', how: 'elicitation' };
const round = (): Round => ({ signal: new AbortController().signal, canAsk: true, onProgress: () => {} });
const call = { tool: 'Bash', input: { command: 'rm a' } };
const questionAbout = (command: string) => ({ runId: command, command }) as Question;

/** Calls of a core whose one tool does what the test says. */
function callsOf(work: (ask: Calls['approver']) => Promise<unknown>): Calls {
  const calls: Calls = openCalls(
    () => ({ call: async () => (await Promise.resolve(), work(calls.approver)) }) as unknown as Core,
  );
  return calls;
}

function asked(turn: Turn): { state: string; question: Question } {
  if (turn.kind !== 'asked') throw new Error(`it ${turn.kind}`);
  return turn;
}

test('an answer counts once, for the call it was given to, and for nothing that was made up', async () => {
  const calls = callsOf((ask) => ask(questionAbout('rm a'), { signal: new AbortController().signal }));
  const { state } = asked(await calls.begin(call.tool, call.input, round()));
  expect(calls.resume('made up', call, allow, round())).toBeUndefined();
  expect(calls.resume(state, { ...call, input: { command: 'rm -rf /' } }, allow, round())).toBeUndefined();
  expect(calls.resume(state, { ...call, tool: 'run_shell' }, allow, round())).toBeUndefined();
  expect(await calls.resume(state, call, allow, round())).toEqual({ kind: 'ended', output: allow });
  expect(calls.resume(state, call, allow, round())).toBeUndefined();
});
