import fs from 'node:fs';
import { SallyportError } from '../protocol/errors.ts';
import { fileTime } from './disk.ts';
import { explain } from './failure.ts';
import type { Folder } from './folder.ts';
import type { FileWriter } from './writer.ts';

/** A file of a tree in the making. */
export interface TreeFile extends FileWriter {
  /** Leaves out bytes that are zero: a hole where the file system has holes. */
  skip(bytes: number): void;
}

export interface NewFileOptions {
  /** Less the umask. */
  readonly mode: number;
  readonly mtimeMs: number;
}

/** Where a file is made, and who wants to know of it. */
export interface NewFileHome {
  handle(): Folder;
  count(bytes: number): void;
  finished(file: { readonly name: string }): void;
}

/** Written under its own name, which must be free, in a folder that nobody is meant to look into yet. */
export class NewFile implements TreeFile {
  bytes = 0;
  readonly name: string;
  readonly #home: NewFileHome;
  readonly #mtime: number | Date;
  #fd: number | undefined;
  #endsInHole = false;

  constructor(home: NewFileHome, name: string, { mode, mtimeMs }: NewFileOptions) {
    this.name = name;
    this.#home = home;
    this.#mtime = fileTime(mtimeMs);
    this.#fd = home.handle().openNew(name, mode);
  }

  write(data: Uint8Array | string): void {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const fd = this.#open();
    try {
      this.#home.count(bytes.length);
      for (let done = 0; done < bytes.length;)
        done += fs.writeSync(fd, bytes, done, bytes.length - done, this.bytes + done);
      this.bytes += bytes.length;
      this.#endsInHole = false;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  skip(bytes: number): void {
    this.#open();
    try {
      this.#home.count(bytes);
      this.bytes += bytes;
      this.#endsInHole = true;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  commit(): void {
    const fd = this.#open();
    try {
      if (this.#endsInHole) fs.ftruncateSync(fd, this.bytes);
      fs.futimesSync(fd, this.#mtime, this.#mtime);
      this.#fd = undefined;
      fs.closeSync(fd);
      this.#home.finished(this);
    } catch (error) {
      throw this.#failed(error);
    }
  }

  abort(): void {
    if (this.#fd === undefined) return;
    const fd = this.#fd;
    this.#fd = undefined;
    // Quiet: mostly another error is on its way to the caller, who must see that one.
    try {
      fs.closeSync(fd);
    } catch {}
    try {
      this.#home.handle().remove(this.name);
    } catch {}
  }

  [Symbol.dispose](): void {
    this.abort();
  }

  #open(): number {
    if (this.#fd === undefined) throw new SallyportError('InternalError', { reason: 'the file was closed already' });
    return this.#fd;
  }

  #failed(error: unknown): SallyportError {
    this.abort();
    return explain(error, this.#home.handle().shown(this.name));
  }
}
