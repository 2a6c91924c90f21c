import { Duplex } from 'node:stream';

/**
 * Many connections over one stream between a box and its host. A frame is the number of the connection (4 bytes), its kind (1), the
 * length of what follows (4) and that. Each side may send as much as the other has room for, and is told when there is more.
 */
export const frameKinds = { ready: 0, open: 1, data: 2, end: 3, close: 4, room: 5 } as const;

const headBytes = 9;
const mostFrameBytes = 64 * 1024;
/** What may be on its way in one direction of one connection. */
const windowBytes = 256 * 1024;
/** What waits for a side that does not read. */
const mostWaitingBytes = 128 * 1024 ** 2;

export interface ChannelOptions {
  /** Connections at the same time; the other side is cut off when it opens more. */
  readonly most: number;
  /** The other side has opened one. */
  readonly onOpen?: (connection: Duplex) => void;
  /** The other side says that it listens. */
  readonly onReady?: () => void;
}

export interface Channel {
  open(): Duplex;
  ready(): void;
}

/** The other side is not trusted: a frame that should not be there ends the channel, and with it all its connections. */
export function openChannel(stream: Duplex, { most, onOpen, onReady }: ChannelOptions): Channel {
  const connections = new Map<number, Carried>();
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;

  const send: Send = (id, kind, content = Buffer.alloc(0), done = () => {}) => {
    if (stream.writableLength > mostWaitingBytes) stream.destroy();
    if (stream.destroyed) return done();
    const head = Buffer.alloc(headBytes);
    head.writeUInt32BE(id, 0);
    head.writeUInt8(kind, 4);
    head.writeUInt32BE(content.length, 5);
    stream.write(Buffer.concat([head, content]), () => done());
  };
  const add = (id: number) => {
    const connection = new Carried(id, send);
    connections.set(id, connection);
    connection.once('close', () => connections.delete(id));
    return connection;
  };
  const isTaken = (id: number, kind: number, content: Buffer): boolean => {
    if (kind === frameKinds.ready) {
      onReady?.();
      return onReady !== undefined;
    }
    if (kind === frameKinds.open) {
      if (!onOpen || connections.has(id) || connections.size >= most) return false;
      onOpen(add(id));
      return true;
    }
    // One that was closed here may still be spoken to by who does not know yet.
    return connections.get(id)?.hear(kind, content) ?? kind <= frameKinds.room;
  };
  stream.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= headBytes && !stream.destroyed) {
      const size = rest.readUInt32BE(5);
      if (size > mostFrameBytes) return void stream.destroy();
      if (rest.length < headBytes + size) return;
      const frame = rest.subarray(headBytes, headBytes + size);
      if (!isTaken(rest.readUInt32BE(0), rest.readUInt8(4), frame)) stream.destroy();
      rest = rest.subarray(headBytes + size);
    }
  });
  stream.on('error', () => {}); // told by its close
  stream.once('end', () => stream.destroy());
  stream.once('close', () => {
    for (const connection of connections.values()) connection.destroy();
  });
  return {
    open() {
      const connection = add(++count);
      send(count, frameKinds.open);
      return connection;
    },
    ready: () => send(0, frameKinds.ready),
  };
}

type Send = (id: number, kind: number, content?: Buffer, done?: () => void) => void;

/** One connection, as either side has it. */
class Carried extends Duplex {
  readonly #id: number;
  readonly #send: Send;
  #room = windowBytes;
  #waiting: { chunk: Buffer; done: () => void } | undefined;
  #received = 0;
  #confirmed = 0;
  #hasEnded = false;
  #isGone = false;

  constructor(id: number, send: Send) {
    super({ allowHalfOpen: true, highWaterMark: mostFrameBytes });
    this.#id = id;
    this.#send = send;
    this.on('error', () => {});
  }

  /** False when the other side may not say this. */
  hear(kind: number, content: Buffer): boolean {
    if (kind === frameKinds.data) {
      this.#received += content.length;
      if (this.#hasEnded || this.#received - this.#confirmed > windowBytes) return false;
      if (content.length > 0) this.push(content);
    } else if (kind === frameKinds.end) {
      if (!this.#hasEnded) this.push(null);
      this.#hasEnded = true;
    } else if (kind === frameKinds.close) {
      this.#isGone = true;
      // What it said before it left is still to be read.
      if (!this.#hasEnded) this.destroy();
      else this.#sendWaiting();
    } else if (kind === frameKinds.room && content.length === 4) {
      this.#room = Math.min(windowBytes, this.#room + content.readUInt32BE(0));
      this.#sendWaiting();
    } else return false;
    return true;
  }

  override _read(): void {
    // What waits here and what is not worth a frame yet are together less than the window: nobody waits for ever.
    const taken = this.#received - this.readableLength - this.#confirmed;
    if (taken < windowBytes / 4) return;
    this.#confirmed += taken;
    const content = Buffer.alloc(4);
    content.writeUInt32BE(taken);
    this.#send(this.#id, frameKinds.room, content);
  }

  override _write(chunk: Buffer, _: string, done: () => void): void {
    if (chunk.length === 0) return done();
    this.#waiting = { chunk, done };
    this.#sendWaiting();
  }

  override _final(done: () => void): void {
    this.#send(this.#id, frameKinds.end, undefined, done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isGone) this.#send(this.#id, frameKinds.close);
    done(error);
  }

  #sendWaiting(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    if (this.#isGone) {
      this.#waiting = undefined;
      return waiting.done();
    }
    const size = Math.min(this.#room, waiting.chunk.length, mostFrameBytes);
    if (size === 0) return;
    const part = waiting.chunk.subarray(0, size);
    const left = waiting.chunk.subarray(size);
    this.#room -= size;
    this.#waiting = undefined;
    this.#send(this.#id, frameKinds.data, part, () => {
      if (left.length === 0) return waiting.done();
      this.#waiting = { chunk: left, done: waiting.done };
      this.#sendWaiting();
    });
  }
}
