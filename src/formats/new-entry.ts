import type { ByteSource } from '../protocol/bytes.ts';

/** What goes into an archive. */
export interface NewEntry {
  /** With forward slashes; a folder ends with one. */
  readonly name: string;
  readonly mtimeMs: number;
  readonly executable: boolean;
}

/** A file as it was when it was opened. It may have shrunk since, so that fewer bytes come; more are not asked for. */
export interface NewFile extends NewEntry, ByteSource {
  readonly size: number;
}

/** Writes an archive from front to back. */
export interface ArchiveWriter {
  folder(entry: NewEntry): void;
  /** Gives the bytes that came. */
  file(file: NewFile): number;
  end(): void;
}

/** Where the bytes of an archive go. */
export interface ByteSink {
  /** The bytes may change after the call. */
  write(bytes: Uint8Array): void;
  /** Takes exactly so many bytes; zeros follow when fewer come. Gives how many came. */
  take(source: ByteSource, bytes: number): number;
  end(): void;
}

/** Fills as much of `into` as the file has. */
export function readFully(file: ByteSource, into: Uint8Array): number {
  let filled = 0;
  while (filled < into.length) {
    const got = file.read(filled === 0 ? into : into.subarray(filled));
    if (got === 0) break;
    filled += got;
  }
  return filled;
}
