import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { SallyportError } from '../protocol/errors.ts';
import { fileTime } from './disk.ts';
import { explain } from './failure.ts';
import type { Folder } from './folder.ts';

export interface WriteOptions {
  /** Of a new file, less the umask; 0600 when absent. */
  readonly mode?: number;
  /** Set as it is, whatever the umask. */
  readonly exactMode?: number;
  readonly mtimeMs?: number;
  /** Only root can give it away. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** Survives a power cut once committed (default true); costs two flushes of the disk. */
  readonly durable?: boolean;
  /** Take the place of an existing file (default true); without it an existing name is never touched. */
  readonly replace?: boolean;
  readonly witness?: Witness;
}

/** Told of each step before it is taken; when it throws, the step is not taken. */
export interface Witness {
  drafting(temporary: string): void;
  /** Only of a file that replaces none. */
  placing(fd: number): void;
}

/** A file in the making: nobody sees it under its name before `commit()`, and nothing of it stays without. */
export interface FileWriter extends Disposable {
  readonly bytes: number;
  write(data: Uint8Array | string): void;
  commit(): void;
  abort(): void;
}

export interface SparseWriter extends FileWriter {
  /** So many zeros, which take no room on disk. */
  skip(bytes: number): void;
}

export function createWriter(folder: Folder, name: string, options: WriteOptions = {}): SparseWriter {
  return new TemporaryFile(folder, name, options);
}

/** What a process that was killed in the middle of a write can leave behind. */
export function isTemporaryName(name: string): boolean {
  return /^\.sallyport-[0-9a-f-]{36}\.tmp$/.test(name);
}

export function temporaryName(): string {
  return `.sallyport-${randomUUID()}.tmp`;
}

class TemporaryFile implements SparseWriter {
  bytes = 0;
  #isSparse = false;
  readonly #folder: Folder;
  readonly #name: string;
  readonly #options: WriteOptions;
  readonly #temporary = temporaryName();
  #fd: number | undefined;

  constructor(folder: Folder, name: string, options: WriteOptions) {
    this.#folder = folder;
    this.#name = name;
    this.#options = options;
    const { O_WRONLY, O_CREAT, O_EXCL } = fs.constants;
    options.witness?.drafting(this.#temporary);
    this.#fd = folder.open(this.#temporary, O_WRONLY | O_CREAT | O_EXCL, options.exactMode ?? options.mode);
  }

  write(data: Uint8Array | string): void {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    this.#orAbort((fd) => {
      for (let done = 0; done < bytes.length;)
        done += fs.writeSync(fd, bytes, done, bytes.length - done, this.bytes + done);
      this.bytes += bytes.length;
    });
  }

  skip(bytes: number): void {
    this.bytes += bytes;
    this.#isSparse = true;
  }

  commit(): void {
    const { owner, exactMode, mtimeMs, durable = true, replace = true, witness } = this.#options;
    this.#orAbort((fd) => {
      if (this.#isSparse) fs.ftruncateSync(fd, this.bytes); // a skip at the end has written nothing
      if (owner) fs.fchownSync(fd, owner.uid, owner.gid);
      if (exactMode !== undefined) fs.fchmodSync(fd, exactMode);
      if (mtimeMs !== undefined) fs.futimesSync(fd, fileTime(mtimeMs), fileTime(mtimeMs));
      if (durable) fs.fsyncSync(fd);
      if (!replace) witness?.placing(fd);
      this.#close();
      this.#folder.rename(this.#temporary, this.#name, { replace });
    });
    if (durable) this.#folder.sync();
  }

  abort(): void {
    if (this.#fd !== undefined) this.#discard();
  }

  [Symbol.dispose](): void {
    this.abort();
  }

  #orAbort(step: (fd: number) => void): void {
    if (this.#fd === undefined) throw new SallyportError('InternalError', { reason: 'the file was closed already' });
    try {
      step(this.#fd);
    } catch (error) {
      this.#discard();
      throw explain(error, this.#folder.shown(this.#name));
    }
  }

  #close(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd !== undefined) fs.closeSync(fd);
  }

  /** Quiet: mostly another error is on its way to the caller, who must see that one. */
  #discard(): void {
    try {
      this.#close();
    } catch {}
    try {
      this.#folder.remove(this.#temporary);
    } catch {}
  }
}
