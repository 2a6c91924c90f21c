import { closeSync, constants, fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs';
import { explain, type Folder } from '../files/index.ts';
import { holdHead, type Head, type HeldHead } from './head.ts';
import { maxLine, readLine, signLine, type Entry, type Line } from './line.ts';

export const chainName = 'chain.jsonl';

export interface Chain extends Disposable {
  append(...entries: readonly Entry[]): Promise<void>;
  /** Runs `work` with the chain file and its head at rest; nobody writes meanwhile. */
  hold<T>(work: (fd: number, held: HeldHead) => T): Promise<T>;
}

/** The chain file is found anew when it was moved away or pruned under us, so `folder` is asked for every time it is opened. */
export function openChain(parts: { folder: () => Folder; userState: Folder; holder: string; key: Uint8Array }): Chain {
  let fd: number | undefined;

  function file(): number {
    if (fd !== undefined && fstatSync(fd).nlink > 0) return fd;
    close();
    const opened = parts.folder().open(chainName, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
    fd = opened;
    return opened;
  }

  function close(): void {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  }

  function hold<T>(work: (fd: number, held: HeldHead) => T): Promise<T> {
    return holdHead(parts.userState, parts.holder, (held) => {
      const chain = file();
      const head = reconcile(chain, held, parts.key);
      return work(chain, { ...held, head });
    });
  }

  return {
    hold,
    append: (...entries) => hold((chain, held) => held.update(write(chain, held.head, entries, parts.key))),
    [Symbol.dispose]: close,
  };
}

/** Appends signed lines, all or none, and gives the head after them. */
export function write(fd: number, head: Head, entries: readonly Entry[], key: Uint8Array): Head {
  let { count, mac } = head;
  // A line that somebody cut in two must not swallow the next one.
  let text = head.bytes > 0 && readAt(fd, head.bytes - 1, 1) !== '\n' ? '\n' : '';
  for (const entry of entries) {
    const line = signLine(entry, ++count, mac, key);
    text += line.text;
    mac = line.mac;
  }
  const bytes = Buffer.from(text);
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
  } catch (error) {
    ftruncateSync(fd, head.bytes); // a full disk must not leave half a line
    throw explain(error, chainName);
  }
  return { ...head, count, mac, bytes: head.bytes + bytes.length };
}

/**
 * The head as it is after what a dying process left undone. Only the file's end is looked at, and only what carries
 * a valid HMAC is believed; anything else stays in the file for `verify` to find.
 */
function reconcile(fd: number, { head, recovered }: HeldHead, key: Uint8Array): Head {
  const { size } = fstatSync(fd);
  if (size === head.bytes) return head;
  const pruned =
    head.pending && (startsAfter(fd, size, head.pending.seq, key) || (size === 0 && head.count === head.pending.seq));
  if (!pruned && recovered && size > head.bytes && !readAt(fd, head.bytes, size - head.bytes).includes('\n')) {
    ftruncateSync(fd, head.bytes);
    return head;
  }
  const { pending, ...rest } = head;
  const next: Head = pruned && pending ? { ...rest, base: pending, bytes: size } : { ...head, bytes: size };
  const last = lastLine(fd, size, key);
  if (last?.seq === head.count + 1 && last.prev === head.mac) return { ...next, count: last.seq, mac: last.mac };
  return next;
}

function lastLine(fd: number, size: number, key: Uint8Array): Line | undefined {
  const text = readAt(fd, Math.max(0, size - maxLine), Math.min(size, maxLine));
  return text.endsWith('\n') ? readLine(text.slice(text.lastIndexOf('\n', text.length - 2) + 1, -1), key) : undefined;
}

function startsAfter(fd: number, size: number, seq: number, key: Uint8Array): boolean {
  const text = readAt(fd, 0, Math.min(size, maxLine));
  return readLine(text.slice(0, text.indexOf('\n')), key)?.seq === seq + 1;
}

function readAt(fd: number, position: number, wanted: number): string {
  const length = Math.min(wanted, maxLine);
  const bytes = Buffer.alloc(length);
  return bytes.toString('utf8', 0, readSync(fd, bytes, 0, length, position));
}
