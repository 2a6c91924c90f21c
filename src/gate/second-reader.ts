import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { packageRoot } from '../platform/package-root.ts';
import type { SecondReading } from '../protocol/shell.ts';

/** What the thread is started with. */
export interface ReaderThread {
  readonly port: MessagePort;
  /** One 32-bit word, which is another one after each answer. */
  readonly answered: SharedArrayBuffer;
}

export type ReaderAnswer =
  | { readonly kind: 'reading'; readonly reading: SecondReading }
  /** The thread is of no use any more. */
  | { readonly kind: 'broken'; readonly why: string };

export interface SecondReader extends Disposable {
  /** Blocks until there is an answer; what goes wrong is part of it. */
  read(text: string): SecondReading;
}

export interface SecondReaderOptions {
  /** The code of the thread. */
  readonly script: string;
  /** For the first answer of a thread, which has to load the grammar. */
  readonly startMs: number;
  readonly answerMs: number;
}

/** The work is bounded by the parser's own count; the clock is for a thread that hangs, and no busy machine should reach it. */
const patience = { startMs: 10_000, answerMs: 5_000 };
const idleMs = 60_000;
const memoryMegabytes = 64;
/** After so many failures in a row nothing is tried for a while: until then every text of PowerShell is in doubt. */
const mostFailures = 3;
const restMs = 60_000;

/**
 * Reads PowerShell with the grammar of tree-sitter. It is loaded by a thread of its own, which waits for it, so that judging
 * a command need not; and which can be ended.
 */
export function createSecondReader(options: Partial<SecondReaderOptions> = {}): SecondReader {
  const { startMs, answerMs } = { ...patience, ...options };
  let thread: Thread | undefined;
  let failures = 0;
  let restsUntil = 0;
  const end = () => {
    thread?.end();
    thread = undefined;
  };
  const fail = (failure: string): SecondReading => {
    end();
    failures++;
    restsUntil = performance.now() + restMs;
    return { failure };
  };
  const open = (): Thread => {
    const script = options.script ?? join(packageRoot(), 'dist', 'second-reader.js');
    if (!existsSync(script)) throw new Error('it is not installed');
    return startThread(script, end);
  };
  return {
    read(text) {
      if (failures >= mostFailures && performance.now() < restsUntil)
        return { failure: 'the second reader has failed' };
      try {
        thread ??= open();
      } catch (error) {
        return fail(`the second reader cannot start (${String(error).slice(0, 80)})`);
      }
      const answer = thread.ask(text, thread.isWarm ? answerMs : startMs);
      if (!answer) return fail('the second reader gave no answer in time');
      if (answer.kind === 'broken') return fail(answer.why);
      failures = 0;
      return answer.reading;
    },
    [Symbol.dispose]: end,
  };
}

interface Thread {
  /** It has answered before. */
  readonly isWarm: boolean;
  ask(text: string, ms: number): ReaderAnswer | undefined;
  end(): void;
}

function startThread(script: string, onIdle: () => void): Thread {
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(script, {
    workerData: { port: port2, answered: answered.buffer } satisfies ReaderThread,
    transferList: [port2],
    // What a person gave their own Node is not meant for a thread of ours, which has nothing to say to them either.
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  });
  worker.unref();
  // Whoever asks hears of it by the lack of an answer.
  worker.on('error', () => undefined);
  const idle = setTimeout(onIdle, idleMs).unref();
  let isWarm = false;
  return {
    get isWarm() {
      return isWarm;
    },
    ask(text, ms) {
      idle.refresh();
      const before = Atomics.load(answered, 0);
      port.postMessage(text);
      const end = performance.now() + ms;
      // The thread may still have to wake whoever waited for its last answer, and then it wakes us.
      while (Atomics.load(answered, 0) === before && performance.now() < end)
        Atomics.wait(answered, 0, before, end - performance.now());
      const answer = receiveMessageOnPort(port)?.message as ReaderAnswer | undefined;
      isWarm = answer !== undefined;
      return answer;
    },
    end() {
      clearTimeout(idle);
      port.close();
      void worker.terminate();
    },
  };
}
