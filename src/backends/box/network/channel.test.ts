import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { frameKinds, openChannel } from './channel.ts';

/** Two sockets that are joined. */
async function pair(): Promise<[Socket, Socket]> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const left = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [right] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    left.destroy();
    right.destroy();
    server.close();
  });
  return [left, right];
}

function frame(id: number, kind: number, content: Uint8Array = Buffer.alloc(0), size = content.length): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt32BE(id, 0);
  head.writeUInt8(kind, 4);
  head.writeUInt32BE(size, 5);
  return Buffer.concat([head, content]);
}

test('connections carry megabytes both ways at once, each its own, and end one side at a time', async () => {
  const [left, right] = await pair();
  openChannel(right, { most: 8, onOpen: (connection) => void connection.pipe(connection) });
  const channel = openChannel(left, { most: 0 });
  const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(1_000_000 + index, index));
  const back = await Promise.all(
    bodies.map((body) => {
      const connection = channel.open();
      connection.end(body);
      return buffer(connection);
    }),
  );
  back.forEach((body, index) => expect(body.equals(bodies[index] ?? Buffer.alloc(0))).toBe(true));
});

test('one that nobody reads does not hold up the others, and nothing piles up for it', async () => {
  const [left, right] = await pair();
  const opened: Duplex[] = [];
  openChannel(right, { most: 2, onOpen: (connection) => opened.push(connection) });
  const channel = openChannel(left, { most: 0 });
  const stuck = channel.open();
  stuck.write(Buffer.alloc(4_000_000));
  const lively = channel.open();
  lively.end('hello');
  while (opened.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await buffer(opened[1] as Duplex)).toString()).toBe('hello');
  expect(opened[0]?.readableLength).toBeLessThanOrEqual(256 * 1024);
});

test('nothing holds up what is written behind it', async () => {
  const [left, right] = await pair();
  openChannel(right, { most: 1, onOpen: (connection) => void connection.pipe(connection) });
  const connection = openChannel(left, { most: 0 }).open();
  connection.write('');
  connection.end('hello');
  expect((await buffer(connection)).toString()).toBe('hello');
});

test('what was sent before a close arrives', async () => {
  const [left, right] = await pair();
  openChannel(right, {
    most: 1,
    onOpen: (connection) => connection.end(Buffer.alloc(200_000, 1), () => connection.destroy()),
  });
  expect(await buffer(openChannel(left, { most: 0 }).open())).toHaveLength(200_000);
});

test('when the channel ends, its connections end', async () => {
  const [left, right] = await pair();
  openChannel(right, { most: 1, onOpen() {} });
  const connection = openChannel(left, { most: 0 }).open();
  right.destroy();
  await once(connection, 'close');
});

test.each([
  ['a frame that is too long', [frame(1, frameKinds.open), frame(1, frameKinds.data, Buffer.alloc(0), 70_000)]],
  ['an unknown kind', [frame(1, 9)]],
  ['a number twice', [frame(1, frameKinds.open), frame(1, frameKinds.open)]],
  ['more connections than may be', [1, 2, 3].map((id) => frame(id, frameKinds.open))],
  [
    'more than there is room for',
    [frame(1, frameKinds.open), ...Array.from({ length: 5 }, () => frame(1, frameKinds.data, Buffer.alloc(60_000)))],
  ],
  [
    'data behind the end',
    [frame(1, frameKinds.open), frame(1, frameKinds.end), frame(1, frameKinds.data, Buffer.alloc(1))],
  ],
])('%s ends the channel', async (_, frames) => {
  const [left, right] = await pair();
  openChannel(right, { most: 2, onOpen() {} });
  left.on('error', () => {});
  left.resume();
  left.write(Buffer.concat(frames));
  await once(right, 'close');
});
