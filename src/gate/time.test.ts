import { expect, test } from 'vitest';
import type { SallyportError } from '../protocol/errors.ts';
import type { Request } from '../protocol/request.ts';
import { manualClock } from '../testing/index.ts';
import type { LanePlan } from './lane.ts';
import { runWithin, timeLimitOf } from './time.ts';

/** Lets time pass in steps, with a sign of progress after each; gives when the run was told to stop. */
async function stoppedAfter(
  timeoutMs: number | undefined,
  { stepMs, steps }: { stepMs: number; steps: number },
): Promise<number | undefined> {
  const clock = manualClock();
  const plan = { label: 'zip extract', limits: { timeMs: 600_000 } } as LanePlan;
  const limit = timeLimitOf({ timeoutMs } as Request, plan);
  let stoppedAt: number | undefined;
  const run = runWithin({ ...limit, graceMs: 0, cancel: new AbortController().signal, clock }, (stop, progressed) => {
    stop.addEventListener('abort', () => (stoppedAt = clock.monotonic()));
    for (let i = 0; i < steps; i++) {
      clock.advance(stepMs);
      progressed();
    }
    clock.advance(1_000_000);
    return new Promise<never>(() => {});
  });
  const { code, fields } = await run.catch((error: SallyportError) => error);
  expect([code, fields['ms']]).toEqual(['Timeout', stoppedAt]);
  return stoppedAt;
}

test('work that shows no progress is stopped after 60 seconds', async () => {
  expect(await stoppedAfter(undefined, { stepMs: 0, steps: 0 })).toBe(60_000);
});

test('work that shows progress goes on, until it shows none for 60 seconds', async () => {
  expect(await stoppedAfter(undefined, { stepMs: 50_000, steps: 4 })).toBe(260_000);
});

test('progress never gives more than the limit of the command', async () => {
  expect(await stoppedAfter(undefined, { stepMs: 50_000, steps: 100 })).toBe(600_000);
});

test('a time that somebody asked for holds, whatever the progress', async () => {
  expect(await stoppedAfter(90_000, { stepMs: 50_000, steps: 4 })).toBe(90_000);
});
