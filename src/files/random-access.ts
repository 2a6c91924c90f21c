import { closeSync, fstatSync, readSync } from 'node:fs';
import type { RandomAccess } from '../protocol/bytes.ts';
import { SallyportError } from '../protocol/errors.ts';

/** An open file as bytes at any place; closes it when it is disposed of. */
export function openRandomAccess(fd: number, name: string): RandomAccess & Disposable {
  return {
    name,
    // Node gives a floating-point number; whatever is calculated from that one stays one, and costs memory.
    size: Math.trunc(fstatSync(fd).size),
    readAt(position, into) {
      for (let done = 0; done < into.length;) {
        const got = readSync(fd, into, done, into.length - done, position + done);
        if (got === 0)
          throw new SallyportError('CorruptInput', { path: name, reason: 'it ends in the middle of its data' });
        done += got;
      }
    },
    [Symbol.dispose]: () => closeSync(fd),
  };
}
