import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { SallyportError } from '../../protocol/errors.ts';
import {
  openingMessage,
  readAnswer,
  relayMessage,
  requestMessage,
  type BoxAnswer,
  type BoxRequest,
} from './supervisor.ts';

/** A sandbox that stays open and runs one program at a time. */
export interface Box {
  /** Of its first process, as seen from outside. */
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
  /** Where the named pipes of its programs are. */
  readonly folder: string;
  readonly isOpen: boolean;
  /** What is mounted in it, as the kernel says it; when this process has ended it, what was mounted then. */
  mountinfo(): string;
  /** Undefined when the box ended before the program did, or was ended. `onOpened`: the program has its end of stdin. */
  run(request: BoxRequest, onOpened: () => void): Promise<BoxAnswer | undefined>;
  /** Ends what the last program left running; the box may be gone afterwards, what ran in it is gone in any case. */
  endOthers(): Promise<void>;
  /** Starts the program that stands between it and its network; what it says. Only of a box that was opened for one. */
  startRelay(argv: readonly string[]): Duplex;
  /** Ends everything in it. */
  close(): Promise<void>;
  /** Whether it keeps this process from coming to its end. */
  hold(holds: boolean): void;
}

export interface BoxPlan {
  /** Bubblewrap and its arguments up to the program. */
  readonly argv: readonly string[];
  /** The file with the system call filter. */
  readonly filter: string;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** It will have a relay. */
  readonly hasRelay: boolean;
  /** Its first process is there; what it will show is yet to be mounted. */
  readonly onStarted: (pid: number) => Promise<void>;
  /** Throws when what was mounted is not what was meant. */
  readonly check: (mountinfo: string) => void;
}

/** Handles of a box from 3 on: the socket of its supervisor, the filter, where bubblewrap tells the pid, the socket of its relay. */
export const boxHandles = { control: 3, filter: 4, info: 5, relay: 6 } as const;

/** How long the kernel may take to end what a program left running. */
const patienceMs = 5_000;

export async function openBox({ argv, filter, env, folder, hasRelay, onStarted, check }: BoxPlan): Promise<Box> {
  const [program = '', ...args] = argv;
  const toClose = [boxHandles.filter, boxHandles.info, ...inheritedHandles(hasRelay)].map(String);
  const filterHandle = openSync(filter, 'r');
  const child = spawn(program, [...args, '/bin/bash', '/run/sallyport/supervisor', ...toClose], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', filterHandle, 'pipe', ...(hasRelay ? (['pipe'] as const) : [])],
    detached: true,
  });
  closeSync(filterHandle);
  const streams: readonly unknown[] = child.stdio;
  const control = streams[boxHandles.control] as Socket;
  const info = streams[boxHandles.info] as Socket;
  control.on('error', () => {}); // its end is told by the exit
  control.write(openingMessage(env));
  const lines = readLines(control);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let isOpen = true;
  void gone.then(() => {
    isOpen = false;
    lines.end();
    control.destroy();
  });
  const complaint = textOf(child.stderr as Readable);
  const starting = textOf(info).then(async (told) => {
    const { 'child-pid': pid } = JSON.parse(told) as { 'child-pid': number };
    await onStarted(pid);
    return pid;
  });
  starting.catch(() => {}); // thrown below, unless there is more to say
  if ((await lines.next()) !== 'ready') {
    child.kill('SIGKILL');
    await gone;
    throw new SallyportError('NoSandbox', { reason: (await complaint).trim().slice(0, 500) || `${program} ended` });
  }
  child.stderr?.destroy();
  const pid = await starting.catch(async (error: unknown) => {
    child.kill('SIGKILL');
    await gone;
    throw error;
  });
  const mountinfo = () => readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  let lastMounts = '';
  const close = async () => {
    if (isOpen) {
      lastMounts = mountinfo();
      // The first process, not bubblewrap: the kernel ends all others of the namespace before it counts as ended.
      kill(pid);
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await gone;
    clearTimeout(timer);
  };
  try {
    check(mountinfo());
  } catch (error) {
    await close();
    throw error;
  }
  return {
    pid,
    env,
    folder,
    get isOpen() {
      return isOpen;
    },
    mountinfo: () => (isOpen ? mountinfo() : lastMounts),
    async run(request, onOpened) {
      if (!isOpen) return undefined;
      control.write(requestMessage(request));
      let line = await lines.next();
      if (line === 'opened') {
        onOpened();
        line = await lines.next();
      }
      if (line === 'refused') throw notInBox(request.cwd);
      return line === undefined ? undefined : readAnswer(line);
    },
    async endOthers() {
      if (!isOpen) return;
      control.write('k');
      const timer = setTimeout(() => void close(), patienceMs);
      if ((await lines.next()) !== 'gone') await close();
      clearTimeout(timer);
    },
    startRelay(argv) {
      control.write(relayMessage(argv));
      return streams[boxHandles.relay] as Socket;
    },
    close,
    hold(holds) {
      const which = holds ? 'ref' : 'unref';
      child[which]();
      control[which]();
    },
  };
}

function notInBox(path: string): SallyportError {
  return new SallyportError('InvalidArgs', { reason: `"${path}" cannot be entered in the sandbox`, usage: 'help' });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** Handles that this process was started with and would hand on to every program; those of Node itself close by themselves. */
function inheritedHandles(hasRelay: boolean): number[] {
  const last = hasRelay ? boxHandles.relay : boxHandles.info;
  const flags = (fd: string) => /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0';
  const closesItself = 0o2000000;
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const isHandedOn = (Number.parseInt(flags(fd), 8) & closesItself) === 0;
      return isHandedOn && Number(fd) > last ? [Number(fd)] : [];
    } catch {
      return []; // the handle of the folder itself
    }
  });
}

interface Lines {
  /** Undefined at the end. */
  next(): Promise<string | undefined>;
  end(): void;
}

/** What a box says, line by line; nobody asks twice at a time. */
function readLines(stream: Readable): Lines {
  const waiting: ((line: string | undefined) => void)[] = [];
  const arrived: string[] = [];
  let rest = '';
  let isEnd = false;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      const wanted = waiting.shift();
      if (wanted) wanted(line);
      else arrived.push(line);
    }
  });
  return {
    next() {
      const line = arrived.shift();
      if (line !== undefined || isEnd) return Promise.resolve(line);
      return new Promise((resolve) => void waiting.push(resolve));
    },
    end() {
      isEnd = true;
      for (const wanted of waiting.splice(0)) wanted(undefined);
    },
  };
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => (text = (text + chunk).slice(0, 10_000)));
  await once(stream, 'close');
  return text;
}
