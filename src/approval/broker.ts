import type { Clock } from '../platform/clock.ts';
import type { Answer, Broker, Channel, JudgedLine, Question } from '../protocol/approver.ts';
import { SallyportError } from '../protocol/errors.ts';
import type { EffectPreview } from '../protocol/preview.ts';
import type { Approval, Verdict } from '../protocol/verdict.ts';
import type { Draft, Grants } from './grants/index.ts';
import type { Orders } from './orders.ts';
import { openPoll, type Poll, type Reply } from './poll.ts';
import { openStop } from './stop.ts';

export const approvalTimeoutMs = 300_000;

export interface BrokerParts {
  readonly clock: Clock;
  readonly orders: Orders;
  readonly channels?: readonly Channel[];
  readonly grants?: Grants;
  readonly preview?: (line: JudgedLine) => Promise<EffectPreview | undefined>;
}

export function openBroker({ clock, orders, grants, preview, ...parts }: BrokerParts): Broker {
  const channels = new Set(parts.channels);
  const polls = new Set<Poll>();
  const stop = openStop(orders, clock, settleWhatIsOpen);

  const approval = (said: Pick<Approval, 'answer' | 'who' | 'how'>, more: Partial<Approval> = {}): Approval => ({
    answer: said.answer,
    who: said.who,
    how: said.how,
    when: new Date(clock.now()).toISOString(),
    ...more,
  });

  const opened = ({ note, ...said }: Answer) =>
    approval(said, { scope: 'once', ...(note === undefined ? {} : { note }) });

  async function granted(question: Question, line: JudgedLine): Promise<Approval | undefined> {
    const [first, ...more] = (await grants?.covering(question, line)) ?? [];
    if (!first) return undefined;
    const used = [first, ...more].map(({ id }) => id);
    return approval({ answer: 'allow', who: first.who, how: 'grant' }, { scope: first.scope, grants: used });
  }

  function whileOpen({ verdict, trial }: Question): Answer | undefined {
    // Who has it tried first wants to see what it does.
    const open = trial || neverOpen.has(verdict.level) ? undefined : orders.open();
    if (!open) return undefined;
    const note = `everything that would be asked is allowed until ${open.until}`;
    return { answer: 'allow', who: open.who, how: `${open.how}, everything for a while`, note };
  }

  /** Questions that wait when everything is allowed need no answer any more. */
  function settleWhatIsOpen(): void {
    for (const poll of polls) {
      const answer = whileOpen(poll.question);
      if (answer) poll.settle(answer);
    }
  }

  /** Keeps what was answered for longer than this time. */
  async function remember(answer: Answer, drafts: readonly Draft[]): Promise<Partial<Approval>> {
    const { scope = 'once', offer, command } = answer;
    if (answer.answer !== 'allow' || scope === 'once' || command !== undefined) return {};
    const draft = drafts.find((each) => each.scope === scope && (offer === undefined || each.id === offer));
    if (!draft || !grants) return {};
    try {
      const { id } = await grants.keep(draft, answer);
      return { scope, grants: [id] };
    } catch (error) {
      return thisTimeOnly(error);
    }
  }

  function openFor({ answer, minutes, who, how }: Answer): Partial<Approval> {
    if (answer !== 'allow' || minutes === undefined) return {};
    try {
      return { note: `everything that would be asked is allowed until ${allowAll(minutes, { who, how })}` };
    } catch (error) {
      return thisTimeOnly(error);
    }
  }

  async function conclude(reply: Reply, question: Question, drafts: readonly Draft[]): Promise<Approval> {
    if (reply.answer === 'none') return approval({ answer: 'deny', who: 'nobody', how: 'none' }, { note: reply.note });
    const { answer, who, how, note, command } = reply;
    if (command !== undefined && question.canEdit !== true)
      return approval({ answer: 'deny', who, how }, { note: 'this cannot be edited' });
    if (answer === 'allow' && question.trial && reply.minutes !== undefined)
      return approval({ answer: 'deny', who, how }, { note: 'what was tried needs an answer of its own' });
    if (answer === 'allow' && reply.dry) {
      const [said, more] =
        question.canTry === true ? ['allow' as const, { dry: true as const }] : ['deny' as const, {}];
      return approval({ answer: said, who, how }, said === 'deny' ? { note: 'this cannot be tried first' } : more);
    }
    return approval(reply, {
      ...(answer === 'allow' ? { scope: 'once' } : {}),
      ...(note === undefined ? {} : { note }),
      ...(answer === 'allow' && command !== undefined ? { command } : {}),
      ...openFor(reply),
      ...(await remember(reply, drafts)),
    });
  }

  function allowAll(minutes: number, by: { who: string; how: string }): string {
    if (!(minutes > 0))
      throw new SallyportError('InvalidArgs', { reason: 'Minutes are a number above 0', usage: 'help' });
    if (stop.by !== undefined)
      throw new SallyportError('Denied', { reason: `${stop.by} has stopped everything`, next: 'Lift the stop first.' });
    const { until } = orders.allowAll(minutes, by);
    settleWhatIsOpen();
    return until;
  }

  return {
    async ask(question, { signal, line }) {
      const known = line && (await granted(question, line));
      if (known) return known;
      const free = whileOpen(question);
      if (free) return opened(free);
      const until = clock.now() + approvalTimeoutMs;
      const drafts = (line && channels.size > 0 && (await grants?.offers(question, line))) || [];
      const shown = line && channels.size > 0 ? await preview?.(line).catch(() => undefined) : undefined;
      const meanwhile = whileOpen(question);
      if (meanwhile) return opened(meanwhile);
      const poll = openPoll(
        { ...question, until, offers: drafts.map(publicOffer), ...(shown ? { preview: shown } : {}) },
        channels,
        { signal, clock, timeoutMs: approvalTimeoutMs },
      );
      if (channels.size === 0) poll.settle({ answer: 'none', note: 'nobody is there to ask' });
      polls.add(poll);
      try {
        return await conclude(await poll.reply, question, drafts);
      } finally {
        polls.delete(poll);
      }
    },
    granted,
    attach(channel) {
      channels.add(channel);
      for (const poll of polls) poll.add(channel);
      return () => {
        channels.delete(channel);
        for (const poll of polls) poll.remove(channel);
      };
    },
    allowAll,
    askAgain: orders.askAgain,
    panic: stop.panic,
    resume: stop.resume,
    get stoppedBy() {
      return stop.by;
    },
    whileRunning: stop.whileRunning,
  };
}

function thisTimeOnly(error: unknown): Partial<Approval> {
  return { note: `allowed this time only: ${error instanceof Error ? error.message : String(error)}` };
}

/** What no answer opens. */
const neverOpen: ReadonlySet<Verdict['level']> = new Set(['blocked', 'interactive', 'outside']);

function publicOffer({ id, scope, covers, expires }: Draft) {
  return { id, scope, covers, expires };
}
