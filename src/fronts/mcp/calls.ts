import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Answer, Approver, Question } from '../../protocol/approver.ts';
import type { CallOptions, Core } from '../../protocol/core.ts';
import type { Progress } from '../../protocol/progress.ts';

/** The request of a client that a call serves at the moment. */
export interface Round {
  readonly signal: AbortSignal;
  /** Whether the client can put a question to a person. */
  readonly canAsk: boolean;
  onProgress(report: Progress): void;
}

/** What a call has come to: its end, or a question that a further request will answer. */
export type Turn =
  | { readonly kind: 'ended'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'asked'; readonly question: Question; readonly state: string };

export interface Calls {
  /** The channel over which the core asks. */
  readonly approver: Approver;
  begin(tool: string, input: unknown, round: Round): Promise<Turn>;
  /** Goes on with a call that asked; undefined when there is none of that state for the same tool and input. */
  resume(
    state: string,
    call: { tool: string; input: unknown },
    answer: Answer,
    round: Round,
  ): Promise<Turn> | undefined;
}

const mostWaiting = 100;

/**
 * Calls of tools that may stop for a question. A client answers by sending the same request again, so a call outlives
 * the request that began it; what the client sends back is only a random name for it, and opens nothing else.
 */
export function openCalls(core: () => Core): Calls {
  const current = new AsyncLocalStorage<Call>();
  const waiting = new Map<string, Call>();

  async function turnOf(call: Call, round: Round): Promise<Turn> {
    const question = await call.serve(round);
    if (!question) return call.end as Turn;
    const state = randomUUID();
    waiting.set(state, call);
    for (const oldest of waiting.keys()) {
      if (waiting.size <= mostWaiting) break;
      waiting.delete(oldest);
    }
    return { kind: 'asked', question, state };
  }

  return {
    approver: async (question, { signal }) => current.getStore()?.ask(question, signal),
    begin(tool, input, round) {
      const call = new Call(tool, input);
      call.run(current, (options) => core().call(tool, input, options));
      return turnOf(call, round);
    },
    resume(state, { tool, input }, answer, round) {
      const call = waiting.get(state);
      if (!call || call.tool !== tool || JSON.stringify(call.input) !== JSON.stringify(input)) return undefined;
      waiting.delete(state);
      call.answer(answer);
      return turnOf(call, round);
    },
  };
}

class Call {
  readonly tool: string;
  readonly input: unknown;
  end: Exclude<Turn, { kind: 'asked' }> | undefined;
  readonly #stop = new AbortController();
  #round: Round | undefined;
  #question: { readonly asked: Question; readonly reply: (answer: Answer | undefined) => void } | undefined;
  /** Called when there is something new: a question, or the end. */
  #wake: () => void = () => {};

  constructor(tool: string, input: unknown) {
    this.tool = tool;
    this.input = input;
  }

  run(current: AsyncLocalStorage<Call>, work: (options: CallOptions) => Promise<unknown>): void {
    const options = { signal: this.#stop.signal, onProgress: (report: Progress) => this.#round?.onProgress(report) };
    const finish = (end: Exclude<Turn, { kind: 'asked' }>) => {
      this.end = end;
      // What goes on in the background has nobody left to ask.
      this.answer(undefined);
      this.#wake();
    };
    void current
      .run(this, () => work(options))
      .then(
        (output) => finish({ kind: 'ended', output }),
        (error: unknown) => finish({ kind: 'failed', error }),
      );
  }

  /** Until there is a question, or the end. */
  async serve(round: Round): Promise<Question | undefined> {
    const stop = () => this.#stop.abort();
    if (round.signal.aborted) stop();
    round.signal.addEventListener('abort', stop);
    this.#round = round;
    if (!this.end && !this.#question) await new Promise<void>((done) => (this.#wake = done));
    this.#round = undefined;
    return this.#question?.asked;
  }

  async ask(asked: Question, signal: AbortSignal): Promise<Answer | undefined> {
    if (this.end || this.#question || this.#round?.canAsk !== true || signal.aborted) return undefined;
    return new Promise((done) => {
      const reply = (answer: Answer | undefined) => {
        this.#question = undefined;
        signal.removeEventListener('abort', late);
        done(answer);
      };
      const late = () => reply(undefined);
      signal.addEventListener('abort', late);
      this.#question = { asked, reply };
      this.#wake();
    });
  }

  answer(answer: Answer | undefined): void {
    this.#question?.reply(answer);
  }
}
