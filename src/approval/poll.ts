import type { Clock } from '../platform/clock.ts';
import type { Answer, Channel, Question } from '../protocol/approver.ts';

/** How a question ended: with an answer, or with the reason why there is none. */
export type Reply = Answer | { readonly answer: 'none'; readonly note: string };

/** One question on its way to every channel. */
export interface Poll {
  readonly question: Question;
  readonly reply: Promise<Reply>;
  add(channel: Channel): void;
  remove(channel: Channel): void;
  /** Ends the question; the first to do so wins, and all others are told. */
  settle(reply: Reply): void;
}

export function openPoll(
  question: Question,
  channels: Iterable<Channel>,
  options: { signal: AbortSignal; clock: Clock; timeoutMs: number },
): Poll {
  const { signal, clock, timeoutMs } = options;
  const asked = new Map<Channel, AbortController>();
  let failure = '';
  let isOver = false;
  let resolve: (reply: Reply) => void = () => {};
  const reply = new Promise<Reply>((done) => (resolve = done));
  const cancel = () => settle({ answer: 'none', note: 'cancelled while asking' });
  const stopClock = clock.after(timeoutMs, () => settle({ answer: 'none', note: 'nobody answered in time' }));

  function settle(ended: Reply): void {
    if (isOver) return;
    isOver = true;
    stopClock();
    signal.removeEventListener('abort', cancel);
    for (const controller of asked.values()) controller.abort(ended);
    resolve(ended);
  }

  async function ask(channel: Channel, { signal }: AbortController): Promise<void> {
    try {
      const answer = await channel.ask(question, { signal });
      if (signal.aborted) return;
      if (isAnswer(answer)) return settle(answer);
      if (answer !== undefined) failure = 'the answer was none';
    } catch (error) {
      if (signal.aborted) return;
      failure = error instanceof Error ? error.message : String(error);
    }
    leave(channel);
  }

  function leave(channel: Channel): void {
    asked.delete(channel);
    if (asked.size > 0) return;
    settle({
      answer: 'none',
      note: failure ? `the approval channel failed: ${failure}` : 'nobody is there to ask',
    });
  }

  function add(...added: Channel[]): void {
    if (isOver) return;
    const entries = added.map((channel) => [channel, new AbortController()] as const);
    // All are entered before the first is asked: one that fails at once must not look like the last.
    for (const [channel, controller] of entries) asked.set(channel, controller);
    for (const [channel, controller] of entries) void ask(channel, controller);
  }

  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  add(...channels);
  return {
    question,
    reply,
    add: (channel) => add(channel),
    remove(channel) {
      const controller = asked.get(channel);
      if (!controller || isOver) return;
      controller.abort();
      leave(channel);
    },
    settle,
  };
}

/** From JavaScript, or over a wire, anything may come. */
function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null) return false;
  const { answer, who, how, note, scope, offer, command, minutes, dry } = value as Record<string, unknown>;
  return (
    (answer === 'allow' || answer === 'deny' || answer === 'skip') &&
    typeof who === 'string' &&
    typeof how === 'string' &&
    (note === undefined || typeof note === 'string') &&
    (scope === undefined || ['once', 'session', 'workspace', 'user'].includes(scope as string)) &&
    (offer === undefined || typeof offer === 'string') &&
    (command === undefined || typeof command === 'string') &&
    (dry === undefined || dry === true) &&
    (minutes === undefined || (typeof minutes === 'number' && minutes > 0))
  );
}
