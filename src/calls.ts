import { pass, type GateParts, type LiveRuns } from './gate/index.ts';
import type { CallOptions } from './protocol/core.ts';
import { SallyportError } from './protocol/errors.ts';
import type { ToolContext } from './tools/index.ts';

export interface CallParts extends Pick<ToolContext, 'workspace' | 'lanes'> {
  readonly live: LiveRuns;
  /** What requests say of where they come from. */
  readonly from: { readonly front: string; readonly session: string };
  gate(): Promise<GateParts>;
  allowedPaths(): Promise<readonly string[]>;
}

/** All the work that goes through the gate, until its end. */
export interface Calls {
  /** Runs `work` with what a tool needs. */
  make<T>(tool: string, options: CallOptions, work: (context: ToolContext) => Promise<T>): Promise<T>;
  settled(): Promise<void>;
  /** Cancels everything, waits for it, and lets nothing begin any more. */
  end(): Promise<void>;
}

export function openCalls({ workspace, lanes, live, from, gate, allowedPaths }: CallParts): Calls {
  const running = new Set<Promise<unknown>>();
  // One for each call: very many listeners on a signal that they share would look like a leak.
  const stops = new Set<AbortController>();
  let hasEnded = false;

  async function begin<T>(
    tool: string,
    { signal, onProgress, onOutput }: CallOptions,
    work: (context: ToolContext) => Promise<T>,
    stop: AbortController,
  ): Promise<T> {
    if (hasEnded) throw new SallyportError('InternalError', { reason: 'this Sallyport was disposed of' });
    const parts = await gate();
    const about = { tool, ...from, cwd: '.' };
    const options = {
      signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
      ...(onProgress ? { onProgress } : {}),
      ...(onOutput ? { follow: onOutput } : {}),
    };
    return work({
      workspace,
      allowedPaths: await allowedPaths(),
      lanes,
      live,
      pass: (passing, lane) => pass({ ...about, ...passing }, lane, parts, options),
      start(passing, lane) {
        const run = live.start({ ...about, ...passing }, lane, parts);
        if (hasEnded) run.kill();
        const done = run.done.finally(() => running.delete(done));
        running.add(done);
        return run;
      },
    });
  }

  async function settled(): Promise<void> {
    await Promise.allSettled(running);
  }

  return {
    make(tool, options, work) {
      const stop = new AbortController();
      stops.add(stop);
      const call = begin(tool, options, work, stop);
      running.add(call);
      return call.finally(() => {
        running.delete(call);
        stops.delete(stop);
      });
    },
    settled,
    async end() {
      hasEnded = true;
      for (const stop of stops) stop.abort();
      for (const run of live.running()) run.kill();
      await settled();
    },
  };
}
