import { readSync } from 'node:fs';
import { maxLine } from './line.ts';

const step = 1 << 18;

/** The text lines of the first `size` bytes of the chain file, with 1-based numbers; an unfinished last line is given too. */
export function* linesOf(fd: number, size: number): Generator<{ text: string; number: number }> {
  const chunk = Buffer.alloc(step);
  let rest = Buffer.alloc(0);
  let number = 0;
  for (let at = 0; at < size;) {
    const got = readSync(fd, chunk, 0, Math.min(step, size - at), at);
    if (got === 0) break;
    at += got;
    let data = Buffer.concat([rest, chunk.subarray(0, got)]);
    for (let end = data.indexOf(0x0a); end >= 0; end = data.indexOf(0x0a)) {
      yield { text: exactText(data.subarray(0, end)), number: ++number };
      data = data.subarray(end + 1);
    }
    rest = data.length > maxLine ? Buffer.from('(a line longer than any of ours)') : Buffer.from(data);
  }
  if (rest.length > 0) yield { text: `${rest.toString('utf8')}(unfinished)`, number: ++number };
}

/** Bytes that are no UTF-8 would turn into the same replacement character as the one that was written. */
function exactText(line: Buffer): string {
  const text = line.toString('utf8');
  return text.includes('\ufffd') && !Buffer.from(text).equals(line) ? `${text}(not UTF-8)` : text;
}
