import { timeOrderedId } from '../platform/ids.ts';
import type { Request } from '../protocol/request.ts';
import { pass, type GateParts, type Outcome, type PassOptions } from './gate.ts';
import type { Lane } from './lane.ts';

/** A run that can be looked at and stopped while it lasts, and looked at for a while after. */
export interface LiveRun {
  readonly runId: string;
  readonly request: Request;
  readonly startedAt: number;
  readonly done: Promise<Outcome>;
  /** Undefined while it runs. */
  readonly outcome: Outcome | undefined;
  /** Output since a place that an earlier read gave; both streams, in the order they came, secrets redacted. */
  read(since?: number): Followed;
  kill(): void;
}

export interface Followed {
  readonly text: string;
  readonly next: number;
  /** Characters that came and went between two reads; the record has them. */
  readonly missed: number;
}

export interface LiveRuns {
  start(request: Request, lane: Lane, parts: GateParts, options?: PassOptions): LiveRun;
  find(runId: string): LiveRun | undefined;
  running(): readonly LiveRun[];
}

const keptChars = 128 * 1024;
const keptRuns = 64;

export function openLiveRuns(): LiveRuns {
  const runs = new Map<string, LiveRun>();

  function forget(): void {
    for (const [id, run] of runs) {
      if (runs.size <= keptRuns) return;
      if (run.outcome) runs.delete(id);
    }
  }

  return {
    start(request, lane, parts, options = {}) {
      const stop = new AbortController();
      const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
      const startedAt = parts.clock.now();
      const runId = timeOrderedId(startedAt);
      const tail = openTail();
      let outcome: Outcome | undefined;
      const done = pass(request, lane, parts, { ...options, signal, runId, follow: tail.add }).then((ended) => {
        outcome = ended;
        forget();
        return ended;
      });
      const run: LiveRun = {
        runId,
        request,
        startedAt,
        done,
        get outcome() {
          return outcome;
        },
        read: tail.read,
        kill: () => stop.abort(),
      };
      runs.set(runId, run);
      return run;
    },
    find: (runId) => runs.get(runId),
    running: () => [...runs.values()].filter((run) => !run.outcome),
  };
}

/** The end of a text that grows. */
function openTail(): { add(text: string): void; read(since?: number): Followed } {
  let kept = '';
  let total = 0;
  return {
    add(text) {
      total += text.length;
      kept = (kept + text).slice(-keptChars);
    },
    read(since = 0) {
      const from = Math.max(since, total - kept.length);
      return { text: kept.slice(kept.length - (total - from)).toWellFormed(), next: total, missed: from - since };
    },
  };
}
