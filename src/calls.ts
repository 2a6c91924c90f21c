import { pass, type GateParts, type Lane, type LiveRuns, type PassOptions } from './gate/index.ts';
import type { Clock } from './platform/clock.ts';
import type { CallOptions } from './protocol/core.ts';
import { SallyportError } from './protocol/errors.ts';
import { openLoopGuard, type Attempt, type Passing, type ToolContext, type Watched } from './tools/index.ts';

export interface CallParts extends Pick<ToolContext, 'workspace' | 'lanes'> {
  readonly live: LiveRuns;
  /** What requests say of where they come from. */
  readonly from: { readonly front: string; readonly session: string };
  readonly clock: Clock;
  gate(): Promise<GateParts>;
  allowedPaths(): Promise<readonly string[]>;
}

/** All the work that goes through the gate, until its end. */
export interface Calls {
  /** Runs `work` with what a tool needs. */
  make<T>(
    tool: string,
    options: CallOptions,
    work: (context: ToolContext) => Promise<T>,
    stopsLoops?: boolean,
  ): Promise<T>;
  /** A person did something that may let pass what was refused before. */
  forgetFailures(): void;
  settled(): Promise<void>;
  /** Cancels everything, waits for it, and lets nothing begin any more. */
  end(): Promise<void>;
}

export function openCalls({ workspace, lanes, live, from, clock, gate, allowedPaths }: CallParts): Calls {
  const running = new Set<Promise<unknown>>();
  // One for each call: very many listeners on a signal that they share would look like a leak.
  const stops = new Set<AbortController>();
  const guard = openLoopGuard(clock);
  let hasEnded = false;

  /** What runs in the background changes things too: nothing is a loop as long as it does. */
  function watch(attempt: Attempt, stopsLoops: boolean): Watched {
    if (!stopsLoops) return { ended() {} };
    if (live.running().length > 0) guard.forget();
    return guard.begin(attempt);
  }

  async function contextFor(
    tool: string,
    { signal, onProgress, onOutput }: CallOptions,
    stop: AbortSignal,
    stopsLoops: boolean,
  ): Promise<ToolContext> {
    const parts = await gate();
    const about = { tool, ...from, cwd: '.' };
    const options: PassOptions = {
      signal: signal ? AbortSignal.any([signal, stop]) : stop,
      ...(onProgress ? { onProgress } : {}),
      ...(onOutput ? { follow: onOutput } : {}),
    };
    // Nothing runs, so there is no output to follow: whoever called is told by the answer.
    const { follow: _, ...quiet } = options;
    const passed = async (passing: Passing, lane: Lane, refused?: unknown, how: PassOptions = options) => {
      const { refusal, ended } = watch({ tool, ...passing, refused }, stopsLoops);
      const outcome = await pass({ ...about, ...passing }, refusal ? refusing(refusal) : lane, parts, how);
      ended(outcome);
      return outcome;
    };
    return {
      workspace,
      allowedPaths: await allowedPaths(),
      lanes,
      live,
      pass: (passing, lane) => passed(passing, lane),
      refuse: (input, error, command) => passed({ command }, refusing(error), input, quiet),
      start(passing, lane) {
        const { refusal, ended } = watch({ tool, ...passing }, stopsLoops);
        const run = live.start({ ...about, ...passing }, refusal ? refusing(refusal) : lane, parts);
        if (hasEnded) run.kill();
        const done = run.done.then(ended, () => {}).finally(() => running.delete(done));
        running.add(done);
        return run;
      },
    };
  }

  async function settled(): Promise<void> {
    await Promise.allSettled(running);
  }

  return {
    make(tool, options, work, stopsLoops = false) {
      if (hasEnded)
        return Promise.reject(new SallyportError('InternalError', { reason: 'this Sallyport was disposed of' }));
      if (!stopsLoops) guard.forget();
      const stop = new AbortController();
      stops.add(stop);
      const call = contextFor(tool, options, stop.signal, stopsLoops).then(work);
      running.add(call);
      return call.finally(() => {
        running.delete(call);
        stops.delete(stop);
      });
    },
    forgetFailures: () => guard.forget(),
    settled,
    async end() {
      hasEnded = true;
      for (const stop of stops) stop.abort();
      for (const run of live.running()) run.kill();
      await settled();
    },
  };
}

function refusing(error: SallyportError): Lane {
  return () => {
    throw error;
  };
}
