import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import type { Outcome } from '../gate/index.ts';
import type { Clock } from '../platform/clock.ts';
import { SallyportError } from '../protocol/errors.ts';
import type { Passing } from './define.ts';

/** How often a command may fail the same way before it is stopped. */
const most = 3;
/** By then a person may have mended what was wrong, without any call that we see. */
const forgottenAfterMs = 10 * 60_000;

/** Ends the loop of an agent that sends the same command again and again although it fails the same way each time. */
export interface LoopGuard {
  begin(attempt: Attempt): Watched;
  /** Something else was done, which may have mended the cause. */
  forget(): void;
}

export interface Attempt extends Passing {
  readonly tool: string;
  /** An input that never becomes a command. */
  readonly refused?: unknown;
}

export interface Watched {
  /** Why it must not run this time. */
  readonly refusal?: SallyportError;
  ended(outcome: Outcome): void;
}

interface Row {
  readonly key: string;
  readonly times: number;
  readonly failure?: Failure;
  readonly endedAt: number;
}

interface Failure {
  readonly print: string;
  readonly said: string;
  /** A longer time is another attempt. */
  readonly timedOutAfterMs?: number;
}

export function openLoopGuard(clock: Pick<Clock, 'monotonic'>): LoopGuard {
  let row: Row | undefined;
  return {
    begin(attempt) {
      const key = keyOf(attempt);
      if (row?.key !== key || clock.monotonic() - row.endedAt > forgottenAfterMs)
        row = { key, times: 0, endedAt: clock.monotonic() };
      const { times, failure } = row;
      if (failure && times >= most && !isLonger(attempt, failure))
        return { refusal: new SallyportError('Repeated', { times, how: failure.said }), ended() {} };
      return {
        ended(outcome) {
          // Others began meanwhile; or nobody knows how it would have ended.
          if (row?.key !== key || outcome.error?.code === 'Cancelled') return;
          const now = failureOf(outcome, attempt);
          const isSame = now !== undefined && now.print === row.failure?.print;
          row = now && { key, times: isSame ? row.times + 1 : 1, failure: now, endedAt: clock.monotonic() };
        },
      };
    },
    forget: () => void (row = undefined),
  };
}

function keyOf({ tool, command, cwd = '.', stdin = '', refused }: Attempt): string {
  const input = inspect(refused, { depth: 4, maxArrayLength: 100, maxStringLength: 10_000 }); // it may be anything
  return JSON.stringify([tool, command.trim(), cwd, stdin, input]);
}

function isLonger({ timeoutMs }: Attempt, { timedOutAfterMs }: Failure): boolean {
  return timedOutAfterMs !== undefined && timeoutMs !== undefined && timeoutMs > timedOutAfterMs;
}

function failureOf(outcome: Outcome, { timeoutMs }: Attempt): Failure | undefined {
  const { error, exitCode, signal, stdout, stderr, bytes } = outcome;
  if (!error && exitCode === 0) return undefined;
  const print = createHash('sha256')
    .update(JSON.stringify([error?.code, error?.message, exitCode, signal, stdout, stderr, bytes]))
    .digest('hex');
  const isTimeout = error?.code === 'Timeout' && timeoutMs !== undefined;
  return { print, said: saidBy(outcome), ...(isTimeout ? { timedOutAfterMs: timeoutMs } : {}) };
}

/** How it ended and the last line that it printed: where programs say what is wrong. */
function saidBy({ error, exitCode, signal, stdout, stderr }: Outcome): string {
  const how = error ? error.message.replace(/\.$/, '') : signal ? `ended by ${signal}` : `exit code ${exitCode}`;
  const last = error ? '' : (`${stdout}\n${stderr}`.trimEnd().split('\n').at(-1)?.trim() ?? '');
  return `${how}${last === '' ? '' : `, "${last}"`}`.slice(0, 300).toWellFormed();
}
