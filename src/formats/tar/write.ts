import type { ArchiveWriter, ByteSink, NewEntry } from '../new-entry.ts';
import { blockBytes } from './header.ts';
import { paxRecord } from './pax.ts';

const maxOctal = 8 ** 11 - 1;
const zeros = Buffer.alloc(blockBytes * 2);
const none = Buffer.alloc(0);

/** ustar, with a PAX header before entries whose name, size or time does not fit it. */
export function createTarWriter(out: ByteSink): ArchiveWriter {
  const block = Buffer.alloc(blockBytes);

  function header(entry: NewEntry, bytes: number, flag: string): void {
    const name = Buffer.from(entry.name);
    const split = splitName(name);
    const mtime = Math.floor(entry.mtimeMs / 1000);
    if (!split || bytes > maxOctal || mtime < 0 || mtime > maxOctal)
      paxHeader(split ? undefined : entry.name, bytes, mtime);
    const mode = flag === '5' || entry.executable ? 0o755 : 0o644;
    const short = split ?? { name: name.subarray(0, 100), prefix: none };
    out.write(fill(block, short, { bytes: Math.min(bytes, maxOctal), mtime, mode, flag }));
  }

  /** What does not fit the header that follows. */
  function paxHeader(name: string | undefined, bytes: number, mtime: number): void {
    const data = Buffer.concat([
      ...(name === undefined ? [] : [paxRecord('path', name)]),
      ...(bytes > maxOctal ? [paxRecord('size', String(bytes))] : []),
      ...(mtime < 0 || mtime > maxOctal ? [paxRecord('mtime', String(mtime))] : []),
    ]);
    const fields = { bytes: data.length, mtime, mode: 0o644, flag: 'x' };
    out.write(fill(block, { name: Buffer.from('PaxHeader'), prefix: none }, fields));
    out.write(data);
    out.write(zeros.subarray(0, paddingOf(data.length)));
  }

  return {
    folder: (entry) => header(entry, 0, '5'),
    file(file) {
      header(file, file.size, '0');
      // The size stands in the header already: what a file has lost since is filled up, what it has gained is left out.
      const came = out.take(file, file.size);
      out.write(zeros.subarray(0, paddingOf(file.size)));
      return came;
    },
    end() {
      out.write(zeros);
      out.end();
    },
  };
}

/** 100 bytes, or a prefix of 155 and a name of 100 that meet at a slash. */
function splitName(name: Buffer): { name: Buffer; prefix: Buffer } | undefined {
  if (name.length <= 100) return { name, prefix: none };
  const at = name.indexOf(0x2f, Math.max(1, name.length - 101));
  const fits = at > 0 && at <= 155 && at < name.length - 1;
  return fits ? { name: name.subarray(at + 1), prefix: name.subarray(0, at) } : undefined;
}

function fill(
  block: Buffer,
  at: { name: Buffer; prefix: Buffer },
  fields: { bytes: number; mtime: number; mode: number; flag: string },
): Buffer {
  block.fill(0);
  at.name.copy(block, 0, 0, 100);
  octal(block, fields.mode, 100, 8);
  octal(block, 0, 108, 8);
  octal(block, 0, 116, 8);
  octal(block, fields.bytes, 124, 12);
  octal(block, Math.max(0, Math.min(maxOctal, fields.mtime)), 136, 12);
  block.fill(0x20, 148, 156);
  block.write(fields.flag, 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  at.prefix.copy(block, 345, 0, 155);
  let sum = 0;
  for (let i = 0; i < blockBytes; i++) sum += block[i]!;
  octal(block, sum, 148, 7);
  return block;
}

/** Digits up to the last byte of the field, which stays zero. */
function octal(block: Buffer, value: number, from: number, width: number): void {
  let rest = value;
  for (let at = from + width - 2; at >= from; at--) {
    block[at] = 0x30 + (rest % 8);
    rest = Math.floor(rest / 8);
  }
  block[from + width - 1] = 0;
}

function paddingOf(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}
