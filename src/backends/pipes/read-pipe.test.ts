import { closeSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { pipeStock } from './pipes.ts';
import { readPipe } from './read-pipe.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 60));

/** A pipe whose reader is busy with its first chunk, so that more lies in the stream and in the pipe itself. */
async function busyPipe(deliver: (text: string) => void) {
  using stock = pipeStock();
  const [pipe] = await stock.take(1);
  if (!pipe) throw new Error('no pipe');
  let takeIt = () => {};
  const first = new Promise<void>((resolve) => (takeIt = resolve));
  const socket = new Socket({ fd: pipe.read, readable: true, writable: false });
  const reader = readPipe(socket, pipe.read, (chunk) => {
    deliver(Buffer.from(chunk).toString());
    return chunk[0] === 0x5e ? first : undefined;
  });
  // In parts that a pipe of 64 KiB can hold even if the stream takes only the first or the first two.
  const parts = ['^', 'a'.repeat(60 * 1024), 'b'.repeat(60 * 1024), 'c'.repeat(4096)];
  for (const part of parts) {
    writeSync(pipe.write, part);
    await pause();
  }
  return { reader, takeIt, text: parts.join(''), write: pipe.write };
}

test('a pipe that is cut gives all that was written to it, in order', async () => {
  let got = '';
  const { reader, takeIt, text, write } = await busyPipe((chunk) => (got += chunk));
  const cut = reader.cut();
  takeIt();
  expect(await cut).toBe(true);
  closeSync(write);
  expect(got === text).toBe(true);
});

test('a pipe that nobody holds any more is not cut but at its end', async () => {
  let got = '';
  const { reader, takeIt, text, write } = await busyPipe((chunk) => (got += chunk));
  closeSync(write);
  const cut = reader.cut();
  takeIt();
  expect(await cut).toBe(false);
  expect(got === text).toBe(true);
});

test('a pipe that is read to its end was delivered to its end', async () => {
  let got = '';
  const { reader, takeIt, text, write } = await busyPipe((chunk) => (got += chunk));
  closeSync(write);
  takeIt();
  await reader.ended;
  expect(got === text).toBe(true);
  expect(await reader.cut()).toBe(false);
});

test('what cannot be delivered at the cut is an error of the pipe', async () => {
  const { reader, takeIt, write } = await busyPipe((chunk) => {
    if (chunk.includes('c')) throw new Error('full');
  });
  const cut = reader.cut();
  takeIt();
  await expect(cut).rejects.toThrow('full');
  await expect(reader.ended).rejects.toThrow('full');
  closeSync(write);
});
