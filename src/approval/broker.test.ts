import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBroker as openWithOrders, openOrders, type BrokerParts } from './index.ts';
import type { Answer, Broker, Channel, Question } from '../protocol/approver.ts';
import type { Approval, Verdict } from '../protocol/verdict.ts';
import { manualClock, tempWorkspace, type TempWorkspace } from '../testing/index.ts';

let place: TempWorkspace;
beforeEach(() => void (place = tempWorkspace()));
afterEach(() => place[Symbol.dispose]());

/** All brokers of a test belong to one workspace, as those of several processes would. */
function openBroker(parts: Omit<BrokerParts, 'orders'>): Broker {
  return openWithOrders({ ...parts, orders: openOrders(join(place.path, '../orders'), parts.clock) });
}

function questionAt(level: Verdict['level'] = 'high', more: Partial<Question> = {}): Question {
  return {
    runId: 'r1',
    tool: 'Bash',
    front: 'test',
    session: 's1',
    command: 'rm x',
    cwd: '.',
    planned: { name: 'bash', sub: null, args: {}, effects: [] },
    verdict: { decision: 'ask', level, reasons: [], rules: [] },
    ...more,
  };
}

/** A person at a channel who answers when told to. */
function person(name: string) {
  let answer: (said: unknown) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const person = {
    asked: [] as Question[],
    /** Why the asking ended without them. */
    told: [] as unknown[],
    answer: (said: Partial<Answer>) => answer({ answer: 'allow', who: name, how: name, ...said }),
    fail: (message: string) => fail(new Error(message)),
    channel: {
      name,
      ask(question, { signal }) {
        person.asked.push(question);
        signal.addEventListener('abort', () => person.told.push(signal.reason));
        return new Promise<Answer>((resolve, reject) => {
          answer = (said) => resolve(said as Answer);
          fail = reject;
        });
      },
    } satisfies Channel as Channel,
  };
  return person;
}

const ask = (broker: Broker, question = questionAt(), signal = new AbortController().signal) =>
  broker.ask(question, { signal });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('all channels are asked at once, the first answer wins, and the others are told', async () => {
  const [ann, bob] = [person('ann'), person('bob')];
  const broker = openBroker({ clock: manualClock(), channels: [ann.channel, bob.channel] });
  const asking = ask(broker);
  await turn();
  expect([ann.asked.length, bob.asked.length]).toEqual([1, 1]);
  bob.answer({ answer: 'deny', note: 'not today' });
  ann.answer({ answer: 'allow' });
  expect(await asking).toEqual({
    answer: 'deny',
    who: 'bob',
    how: 'bob',
    when: '2026-01-01T00:00:00.000Z',
    note: 'not today',
  });
  expect(ann.told).toMatchObject([{ answer: 'deny', who: 'bob' }]);
});

test('of two answers in the same moment exactly one counts', async () => {
  for (let round = 0; round < 50; round++) {
    const people = ['a', 'b', 'c'].map(person);
    const broker = openBroker({ clock: manualClock(), channels: people.map(({ channel }) => channel) });
    const asking = ask(broker);
    await turn();
    for (const [at, each] of people.entries())
      each.answer({ answer: (['allow', 'deny', 'skip'] as const)[at] as 'allow' });
    expect(await asking).toMatchObject({ answer: 'allow', who: 'a' });
  }
});

test('nobody is there: deny', async () => {
  expect(await ask(openBroker({ clock: manualClock() }))).toMatchObject({
    answer: 'deny',
    who: 'nobody',
    how: 'none',
    note: 'nobody is there to ask',
  });
});

test('a channel that says nobody is there is as if it were not', async () => {
  const bob = person('bob');
  const absent: Channel = { name: 'absent', ask: () => Promise.resolve(undefined) };
  const broker = openBroker({ clock: manualClock(), channels: [absent, bob.channel] });
  const asking = ask(broker);
  await turn();
  bob.answer({ answer: 'skip' });
  expect(await asking).toMatchObject({ answer: 'skip', who: 'bob' });
  expect(await ask(openBroker({ clock: manualClock(), channels: [absent] }))).toMatchObject({
    note: 'nobody is there to ask',
  });
});

test.each<[string, Channel['ask']]>([
  ['throws at once', () => { throw new Error('broken'); }],
  ['fails', () => Promise.reject(new Error('broken'))],
  ['answers nonsense', () => Promise.resolve({ answer: 'yes', who: 'x', how: 'x' } as never)],
  ['answers null', () => Promise.resolve(null as never)],
  ['answers for minus one minutes', () => Promise.resolve({ answer: 'allow', who: 'x', how: 'x', minutes: -1 })],
])('a channel that %s is as if absent, whichever place it has', async (_, broken) => {
  for (const order of [0, 1]) {
    const bob = person('bob');
    const channels = [{ name: 'broken', ask: broken }, bob.channel];
    const asking = ask(openBroker({ clock: manualClock(), channels: order ? channels.toReversed() : channels }));
    await turn();
    bob.answer({ answer: 'allow' });
    expect(await asking).toMatchObject({ answer: 'allow', who: 'bob', scope: 'once' });
  }
  const alone = openBroker({ clock: manualClock(), channels: [{ name: 'broken', ask: broken }] });
  expect(await ask(alone)).toMatchObject({ answer: 'deny', who: 'nobody', note: expect.stringContaining('the approval channel failed') });
}); // prettier-ignore

test('no answer in time means deny, and an answer that comes later changes nothing', async () => {
  const clock = manualClock();
  const bob = person('bob');
  const asking = ask(openBroker({ clock, channels: [bob.channel] }));
  await turn();
  clock.advance(299_999);
  await turn();
  clock.advance(1);
  bob.answer({ answer: 'allow' });
  expect(await asking).toMatchObject({ answer: 'deny', who: 'nobody', note: 'nobody answered in time' });
  expect(bob.told).toHaveLength(1);
});

test('whoever asks can stop asking', async () => {
  const bob = person('bob');
  const cancel = new AbortController();
  const asking = ask(openBroker({ clock: manualClock(), channels: [bob.channel] }), questionAt(), cancel.signal);
  await turn();
  cancel.abort();
  expect(await asking).toMatchObject({ answer: 'deny', note: 'cancelled while asking' });
  expect(bob.told).toHaveLength(1);
});

test('a channel that is opened while a question waits is asked too', async () => {
  const [ann, bob] = [person('ann'), person('bob')];
  const broker = openBroker({ clock: manualClock(), channels: [ann.channel] });
  const asking = ask(broker);
  await turn();
  broker.attach(bob.channel);
  await turn();
  bob.answer({ answer: 'allow' });
  expect(await asking).toMatchObject({ who: 'bob' });
  expect(ann.told).toHaveLength(1);
});

test('a channel that is closed while a question waits is told, and its answer counts no more', async () => {
  const [ann, bob] = [person('ann'), person('bob')];
  const broker = openBroker({ clock: manualClock(), channels: [ann.channel] });
  const close = broker.attach(bob.channel);
  const asking = ask(broker);
  await turn();
  close();
  bob.answer({ answer: 'allow' });
  await turn();
  ann.answer({ answer: 'deny' });
  expect(await asking).toMatchObject({ answer: 'deny', who: 'ann' });
});

test('when the last channel is closed, nobody is there any more', async () => {
  const broker = openBroker({ clock: manualClock() });
  const close = broker.attach(person('bob').channel);
  const asking = ask(broker);
  await turn();
  close();
  expect(await asking).toMatchObject({ answer: 'deny', note: 'nobody is there to ask' });
});

test('a text can be changed only where that was offered', async () => {
  const answered = (canEdit: boolean) =>
    ask(
      openBroker({
        clock: manualClock(),
        channels: [{ name: 'x', ask: () => Promise.resolve({ answer: 'allow', who: 'x', how: 'x', command: 'ls' }) }],
      }),
      questionAt('high', { canEdit }),
    );
  expect(await answered(true)).toMatchObject({ answer: 'allow', command: 'ls' });
  expect(await answered(false)).toMatchObject({ answer: 'deny', note: 'this cannot be edited' });
});

test('a scope that was not offered is an answer for this time', async () => {
  const channels: Channel[] = [
    { name: 'x', ask: () => Promise.resolve({ answer: 'allow', who: 'x', how: 'x', scope: 'workspace', offer: 'y' }) },
  ];
  const approval = await ask(openBroker({ clock: manualClock(), channels }));
  expect(approval).toMatchObject({ answer: 'allow', scope: 'once' });
  expect(approval.grants).toBeUndefined();
});

test('everything can be allowed for some minutes, and not for longer', async () => {
  const clock = manualClock();
  const bob = person('bob');
  const broker = openBroker({ clock, channels: [bob.channel] });
  const first = ask(broker);
  await turn();
  const second = ask(broker, questionAt('critical'));
  await turn();
  bob.answer({ answer: 'allow', minutes: 10 });
  // The second question was on its way: it is settled as well.
  expect(await Promise.all([first, second])).toMatchObject([{ answer: 'allow' }, { answer: 'allow' }]);
  clock.advance(10 * 60_000 - 1);
  expect(await ask(broker)).toMatchObject({ answer: 'allow', who: 'bob', how: 'bob, everything for a while' });
  const before = bob.asked.length;
  clock.advance(1);
  const later = ask(broker);
  await turn();
  expect(bob.asked).toHaveLength(before + 1);
  bob.answer({ answer: 'deny' });
  expect(await later).toMatchObject({ answer: 'deny' });
});

test.each<Verdict['level']>(['blocked', 'interactive', 'outside'])(
  'what is %s is not part of everything',
  async (level) => {
    const broker = openBroker({ clock: manualClock() });
    broker.allowAll(10, { who: 'ann', how: 'panel' });
    expect(await ask(broker, questionAt('critical'))).toMatchObject({ answer: 'allow', who: 'ann' });
    expect(await ask(broker, questionAt(level))).toMatchObject({ answer: 'deny' });
  },
);

test('what was tried is not part of everything: only an answer to it alone applies it', async () => {
  const clock = manualClock();
  const bob = person('bob');
  const broker = openBroker({ clock, channels: [bob.channel] });
  broker.whileRunning(() => {});
  const counts = { added: 1, changed: 0, deleted: 0, mode: 0, touched: 0 };
  const trial = { how: 'overlay', counts, changes: [], protected: [], left_out: [], exit_code: 0 } as const;
  const waiting = ask(broker, questionAt('high', { trial }));
  await turn();
  broker.allowAll(10, { who: 'ann', how: 'panel' });
  clock.advance(1000);
  expect(await ask(broker)).toMatchObject({ answer: 'allow', who: 'ann' });
  bob.answer({ answer: 'deny' });
  expect(await waiting).toMatchObject({ answer: 'deny', who: 'bob' });
  for (const [said, answer] of [[{}, 'allow'], [{ minutes: 10 }, 'deny'], [{ dry: true }, 'deny']] as const) {
    const asking = ask(broker, questionAt('high', { trial }));
    await turn();
    bob.answer(said);
    expect(await asking).toMatchObject({ answer, who: 'bob' });
  }
}); // prettier-ignore

test.each([0, -1, Number.NaN])('everything cannot be allowed for %d minutes', (minutes) => {
  const broker = openBroker({ clock: manualClock() });
  expect(() => broker.allowAll(minutes, { who: 'ann', how: 'panel' })).toThrow('Minutes are a number above 0');
});

test('a day is the longest that everything can be allowed', () => {
  const broker = openBroker({ clock: manualClock() });
  expect(broker.allowAll(1_000_000, { who: 'ann', how: 'panel' })).toBe('2026-01-01T08:00:00.000Z');
});

test('a panic stops what runs, ends "everything", and holds until it is lifted', async () => {
  const broker = openBroker({ clock: manualClock() });
  const stopped: string[] = [];
  broker.whileRunning(() => stopped.push('a'));
  broker.whileRunning(() => stopped.push('b'))();
  broker.allowAll(10, { who: 'ann', how: 'panel' });
  broker.panic('ann');
  expect(stopped).toEqual(['a']);
  expect(broker.stoppedBy).toBe('ann');
  broker.resume();
  expect(broker.stoppedBy).toBeUndefined();
  expect(await ask(broker)).toMatchObject({ answer: 'deny' } satisfies Partial<Approval>);
});

test('a panic in one process stops what runs in another, and holds there until it is lifted', () => {
  const clock = manualClock();
  const [here, there] = [openBroker({ clock }), openBroker({ clock })];
  const stopped: string[] = [];
  there.whileRunning(() => stopped.push('there'));
  here.panic('ann');
  expect(there.stoppedBy).toBe('ann');
  clock.advance(1000);
  expect(new Set(stopped)).toEqual(new Set(['there']));
  expect(there.resume()).toBe(true);
  expect([here.stoppedBy, there.stoppedBy, here.resume()]).toEqual([undefined, undefined, false]);
});

test('a panic that was lifted at once has still stopped what ran, and nothing that began later', () => {
  const clock = manualClock();
  const [here, there] = [openBroker({ clock }), openBroker({ clock })];
  const stopped: string[] = [];
  there.whileRunning(() => stopped.push('before'));
  here.panic('ann');
  here.resume();
  there.whileRunning(() => stopped.push('after'));
  clock.advance(1000);
  expect(new Set(stopped)).toEqual(new Set(['before']));
});

test('everything that one process was allowed holds for a question that waits in another', async () => {
  const clock = manualClock();
  const bob = person('bob');
  const [here, there] = [openBroker({ clock }), openBroker({ clock, channels: [bob.channel] })];
  there.whileRunning(() => {});
  const asking = ask(there);
  await turn();
  here.allowAll(10, { who: 'ann', how: 'cli' });
  clock.advance(1000);
  expect(await asking).toMatchObject({ answer: 'allow', who: 'ann', note: expect.stringContaining('2026-01-01T00:10:00') });
  expect(bob.told).toHaveLength(1);
  expect([here.askAgain(), here.askAgain()]).toEqual([true, false]);
  const again = ask(there);
  await turn();
  bob.answer({ answer: 'deny' });
  expect(await again).toMatchObject({ answer: 'deny', who: 'bob' });
}); // prettier-ignore

test('while everything is stopped, nothing can be opened, also not by an answer', async () => {
  const broker = openBroker({ clock: manualClock() });
  broker.panic('ann');
  expect(() => broker.allowAll(5, { who: 'bob', how: 'cli' })).toThrow('ann has stopped everything');
});

test('a clock that is set back opens nothing again', async () => {
  const [clock, earlier] = [manualClock(), manualClock(Date.UTC(2025, 11, 31))];
  openBroker({ clock }).allowAll(10, { who: 'ann', how: 'cli' });
  expect(await ask(openBroker({ clock }))).toMatchObject({ answer: 'allow' });
  expect(await ask(openBroker({ clock: earlier }))).toMatchObject({ answer: 'deny' });
});

test.each<[string, string, content: string, isStopped: boolean]>([
  ['a stop that is damaged stops all the same', 'stop.json', '{', true],
  ['an opening that is damaged opens nothing', 'open.json', '{', false],
  ['an opening without an end opens nothing', 'open.json', '{"version":1,"who":"x","how":"x","since":"2026-01-01T00:00:00Z"}', false],
  ['an opening for longer than a person can give opens nothing', 'open.json', '{"version":1,"who":"x","how":"x","since":"2026-01-01T00:00:00Z","until":"2027-01-01T00:00:00Z"}', false],
])('%s', async (_, file, content, isStopped) => {
  place.write(`../orders/${file}`, content);
  const broker = openBroker({ clock: manualClock() });
  expect(broker.stoppedBy !== undefined).toBe(isStopped);
  expect(await ask(broker)).toMatchObject({ answer: 'deny' });
}); // prettier-ignore
