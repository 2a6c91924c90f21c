import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { SallyportError } from '../../protocol/errors.ts';
import { readLines, textOf } from './lines.ts';
import type { Mounts } from './mounts.ts';
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
  /** When this process has ended it: what was mounted then. */
  mounts(): Mounts;
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

export interface BoxStart {
  /** Leads to bubblewrap. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** It will have a relay. */
  readonly hasRelay: boolean;
}

export interface BoxOpening {
  /** Its first process is there; what it will show is yet to be mounted. */
  readonly onStarted: (pid: number) => Promise<void>;
  /** Throws when what was mounted is not what was meant. */
  readonly check: (mountinfo: string) => void;
}

/** Bubblewrap, before it knows what to do. */
export interface StartedBox {
  /** The arguments of bubblewrap up to the program, and the filter of system calls. It has much to do with them. */
  tell(args: readonly string[], filter: () => Uint8Array): Promise<void>;
  /** When it has done all that. */
  open(opening: BoxOpening): Promise<Box>;
  /** Ends it, opened or not. */
  close(): Promise<void>;
}

/**
 * Handles of a box from 3 on: the socket of its supervisor, the filter, where bubblewrap tells the pid, where it gets its arguments, the
 * socket of its relay.
 */
export const boxHandles = { control: 3, filter: 4, info: 5, args: 6, relay: 7 } as const;

/** How long the kernel may take to end what a program left running. */
const patienceMs = 5_000;

/** Starts bubblewrap; what it is to do can be found out meanwhile. */
export function startBox({ argv, env, folder, hasRelay }: BoxStart): StartedBox {
  const [program = '', ...args] = argv;
  const socket = 'pipe' as const; // what Node calls one
  const child = spawn(program, [...args, '--args', String(boxHandles.args), '/bin/bash', '/run/sallyport/supervisor'], {
    cwd: '/',
    // Without these bash looks up whose it is; its programs get none of them.
    env: { HOME: '/', SHELL: '/bin/bash' },
    stdio: ['ignore', 'ignore', socket, socket, socket, socket, socket, ...(hasRelay ? [socket] : [])],
    detached: true,
  });
  const streamOf = (handle: number) => (child.stdio as readonly unknown[])[handle] as Socket;
  const control = streamOf(boxHandles.control);
  // Their end is told by the exit.
  for (const handle of [boxHandles.control, boxHandles.filter, boxHandles.args]) streamOf(handle).on('error', () => {});
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
  const info = textOf(streamOf(boxHandles.info));
  let pid: number | undefined;
  let lastMounts = '';
  const close = async () => {
    if (isOpen) {
      lastMounts = mountsOf(pid);
      // The first process, not bubblewrap: the kernel ends all others of the namespace before it counts as ended.
      kill(pid ?? child.pid);
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await gone;
    clearTimeout(timer);
  };

  async function tell(options: readonly string[], filter: () => Uint8Array): Promise<void> {
    await send(streamOf(boxHandles.args), options.map((option) => `${option}\0`).join(''));
    await send(streamOf(boxHandles.filter), filter());
  }
  async function open({ onStarted, check }: BoxOpening): Promise<Box> {
    control.write(openingMessage(env, [boxHandles.filter, boxHandles.info, ...inheritedHandles(hasRelay)]));
    const starting = info.then(async (told) => {
      const { 'child-pid': first } = JSON.parse(told) as { 'child-pid': number };
      pid = first;
      await onStarted(first);
      return first;
    });
    starting.catch(() => {}); // thrown below, unless there is more to say
    const isReady = (await lines.next()) === 'ready';
    // Whoever told the pid has made the pipes by then, or has said why not.
    const first = isReady ? await starting : 0;
    if (!isReady || !existsSync(join(folder, 'err'))) {
      await close();
      throw new SallyportError('NoSandbox', { reason: (await complaint).trim().slice(0, 500) || `${program} ended` });
    }
    child.stderr?.destroy();
    const atFirst = mountsOf(first);
    check(atFirst);
    return {
      pid: first,
      env,
      folder,
      get isOpen() {
        return isOpen;
      },
      mounts: () => ({ atFirst, now: isOpen ? mountsOf(first) : lastMounts }),
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
      startRelay(relayArgs) {
        control.write(relayMessage(relayArgs));
        return streamOf(boxHandles.relay);
      },
      close,
      hold(holds) {
        const which = holds ? 'ref' : 'unref';
        child[which]();
        control[which]();
      },
    };
  }
  return { tell, open, close };
}

/** All there is to say. Closed at once: of an end Node tells when it has nothing else to do, and bubblewrap waits for it. */
function send(stream: Socket, content: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    stream.write(content, () => {
      stream.destroy();
      resolve();
    });
  });
}

function notInBox(path: string): SallyportError {
  return new SallyportError('InvalidArgs', { reason: `"${path}" cannot be entered in the sandbox`, usage: 'help' });
}

/** Nothing of a process that is gone. */
function mountsOf(pid: number | undefined): string {
  try {
    return pid === undefined ? '' : readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** Handles that this process was started with and would hand on to every program; those of Node itself close by themselves. */
function inheritedHandles(hasRelay: boolean): number[] {
  const last = hasRelay ? boxHandles.relay : boxHandles.args;
  const flags = (fd: string) => /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0';
  const closesItself = 0o2000000;
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const isHandedOn = Number(fd) > last && (Number.parseInt(flags(fd), 8) & closesItself) === 0;
      return isHandedOn ? [Number(fd)] : [];
    } catch {
      return []; // the handle of the folder itself
    }
  });
}
