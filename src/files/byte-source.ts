import { closeSync, readSync } from 'node:fs';
import type { ByteSource } from '../protocol/bytes.ts';

/** An open file from its beginning; closes it when it is disposed of. */
export function openByteSource(fd: number): ByteSource & Disposable {
  let at = 0;
  return {
    read(into) {
      const got = readSync(fd, into, 0, into.length, at);
      at += got;
      return got;
    },
    [Symbol.dispose]: () => closeSync(fd),
  };
}
