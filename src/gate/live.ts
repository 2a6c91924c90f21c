import { boundEnds, boundText } from '../output/index.ts';
import { timeOrderedId } from '../platform/ids.ts';
import type { Request } from '../protocol/request.ts';
import { pass, type GateParts, type Outcome, type Passage, type PassOptions } from './gate.ts';
import type { Lane } from './lane.ts';

/** A run that can be looked at and stopped while it lasts, and looked at for a while after. */
export interface LiveRun {
  readonly runId: string;
  readonly request: Request;
  readonly startedAt: number;
  readonly done: Promise<Outcome>;
  /** Undefined while it runs. */
  readonly outcome: Outcome | undefined;
  /** What of its outcome is known by now; without a backend it waits to be allowed. */
  readonly known: Known;
  /** Output since a place that an earlier read gave; both streams, in the order they came, secrets redacted. */
  read(since?: number): Followed;
  /** The beginning and the end of all output so far, within so many bytes, of at most 64 KiB. */
  soFar(maxBytes: number): { readonly text: string; readonly truncated: boolean };
  /** For its end, but no longer than this once the policy has judged it. */
  wait(ms: number): Promise<void>;
  kill(): void;
}

export type Known = Pick<Outcome, 'runId' | 'verdict' | 'approval' | 'backend' | 'artifacts'> & Partial<Outcome>;

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
const headChars = 64 * 1024;
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
      let passage: Readonly<Passage> | undefined;
      let resolveJudged = () => {};
      const judged = new Promise<void>((resolve) => (resolveJudged = resolve));
      const onJudged = (judging: Readonly<Passage>) => {
        passage = judging;
        resolveJudged();
      };
      const done = pass(request, lane, parts, { ...options, signal, runId, follow: tail.add, onJudged }).then(
        (ended) => {
          outcome = ended;
          forget();
          return ended;
        },
      );
      // Whoever waits for it is told; of one that could not even be recorded there is nothing to look at.
      done.catch(() => runs.delete(runId));
      const run: LiveRun = {
        runId,
        request,
        startedAt,
        done,
        get outcome() {
          return outcome;
        },
        async wait(ms) {
          let timer: NodeJS.Timeout | undefined;
          const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
          await Promise.race([done, Promise.all([late, judged])]).finally(() => clearTimeout(timer));
        },
        get known() {
          return outcome ?? soFar(runId, passage);
        },
        read: tail.read,
        soFar: tail.soFar,
        kill: () => stop.abort(),
      };
      runs.set(runId, run);
      return run;
    },
    find: (runId) => runs.get(runId),
    running: () => [...runs.values()].filter((run) => !run.outcome),
  };
}

function soFar(runId: string, passage: Readonly<Passage> | undefined): Known {
  const { judgement, approval } = passage ?? {};
  // What the policy allows begins at once.
  const isLetThrough = passage?.hasBegun || (judgement && !judgement.refusal);
  const backend = isLetThrough ? passage?.plan?.backend : undefined;
  return {
    runId,
    artifacts: [],
    ...(judgement ? { verdict: judgement.verdict } : {}),
    ...(approval ? { approval } : {}),
    ...(backend === undefined ? {} : { backend }),
  };
}

/** The end of a text that grows, and its beginning. */
function openTail(): { add(text: string): void } & Pick<LiveRun, 'read' | 'soFar'> {
  let head = '';
  let kept = '';
  let total = 0;
  let bytes = 0;
  return {
    add(text) {
      total += text.length;
      bytes += Buffer.byteLength(text);
      if (head.length < headChars) head += text.slice(0, headChars - head.length);
      kept = (kept + text).slice(-keptChars);
    },
    read(since = 0) {
      const from = Math.max(since, total - kept.length);
      return { text: kept.slice(kept.length - (total - from)).toWellFormed(), next: total, missed: from - since };
    },
    soFar(maxBytes) {
      if (total === kept.length) return boundText(kept, maxBytes);
      const [first, last] = [Buffer.from(head), Buffer.from(kept)];
      return boundEnds(first.subarray(0, maxBytes), last.subarray(-maxBytes), bytes, maxBytes, '');
    },
  };
}
