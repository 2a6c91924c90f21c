import { blockBytes } from './header.ts';
import { paxRecord } from './pax.ts';

export interface NewTarEntry {
  /** With forward slashes; a folder ends with one. */
  readonly name: string;
  readonly mtimeMs: number;
  readonly executable: boolean;
}

export interface TarWriter {
  folder(entry: NewTarEntry): void;
  /** Exactly `bytes` must come in the parts: the header is written before them. */
  file(entry: NewTarEntry, bytes: number, parts: Iterable<Uint8Array>): void;
  end(): void;
}

const maxOctalSize = 8 ** 11 - 1;

/** ustar, with a PAX header before entries whose name or size does not fit it. */
export function createTarWriter(emit: (bytes: Uint8Array) => void): TarWriter {
  function header(entry: NewTarEntry, bytes: number, flag: string): void {
    const name = Buffer.from(entry.name);
    const split = splitName(name);
    const records = [
      ...(split ? [] : [paxRecord('path', entry.name)]),
      ...(bytes > maxOctalSize ? [paxRecord('size', String(bytes))] : []),
    ];
    if (records.length > 0) {
      const data = Buffer.concat(records);
      emit(
        block(
          { name: Buffer.from('PaxHeader'), prefix: Buffer.alloc(0) },
          { bytes: data.length, mtimeMs: entry.mtimeMs, mode: 0o644, flag: 'x' },
        ),
      );
      emit(data);
      emit(Buffer.alloc(paddingOf(data.length)));
    }
    const mode = flag === '5' || entry.executable ? 0o755 : 0o644;
    const short = split ?? { name: name.subarray(0, 100), prefix: Buffer.alloc(0) };
    emit(block(short, { bytes: Math.min(bytes, maxOctalSize), mtimeMs: entry.mtimeMs, mode, flag }));
  }

  return {
    folder: (entry) => header(entry, 0, '5'),
    file(entry, bytes, parts) {
      header(entry, bytes, '0');
      let left = bytes;
      for (const part of parts) {
        left -= part.length;
        if (left < 0) break;
        emit(part);
      }
      if (left !== 0) throw new Error(`"${entry.name}" changed its size while it was packed`);
      emit(Buffer.alloc(paddingOf(bytes)));
    },
    end: () => emit(Buffer.alloc(2 * blockBytes)),
  };
}

/** 100 bytes, or a prefix of 155 and a name of 100 that meet at a slash. */
function splitName(name: Buffer): { name: Buffer; prefix: Buffer } | undefined {
  if (name.length <= 100) return { name, prefix: Buffer.alloc(0) };
  const at = name.indexOf(0x2f, Math.max(1, name.length - 101));
  const fits = at > 0 && at <= 155 && at < name.length - 1;
  return fits ? { name: name.subarray(at + 1), prefix: name.subarray(0, at) } : undefined;
}

function block(
  at: { name: Buffer; prefix: Buffer },
  fields: { bytes: number; mtimeMs: number; mode: number; flag: string },
): Buffer {
  const header = Buffer.alloc(blockBytes);
  at.name.copy(header, 0, 0, 100);
  const octal = (value: number, from: number, width: number) =>
    header.write(
      `${Math.max(0, Math.floor(value))
        .toString(8)
        .padStart(width - 1, '0')}\0`,
      from,
      'latin1',
    );
  octal(fields.mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(fields.bytes, 124, 12);
  octal(fields.mtimeMs / 1000, 136, 12);
  header.write('        ', 148, 'latin1');
  header.write(fields.flag, 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  at.prefix.copy(header, 345, 0, 155);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  );
  return header;
}

function paddingOf(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}
