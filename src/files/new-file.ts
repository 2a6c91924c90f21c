import fs from 'node:fs';
import { SallyportError } from '../protocol/errors.ts';
import type { Allowance } from './allowance.ts';
import { fileTime } from './disk.ts';
import { explain } from './failure.ts';
import type { Folder } from './folder.ts';
import type { FileWriter } from './writer.ts';

/** A file of a tree in the making. */
export interface TreeFile extends FileWriter {
  /** Leaves out bytes that are zero: a hole where the file system has holes. */
  skip(bytes: number): void;
}

/** Where a file is made, and who wants to know of it. */
export interface NewFileHome {
  readonly writeBytes: Allowance;
  handle(): Folder;
  finished(name: string, bytes: number): void;
}

/** Written under its own name, which must be free, in a folder that nobody is meant to look into yet. */
export class NewFile implements TreeFile {
  bytes: number;
  private readonly home: NewFileHome;
  private readonly name: string;
  private readonly mtime: number | Date;
  private fd: number;
  private endsInHole: boolean;

  constructor(home: NewFileHome, name: string, mode: number, mtimeMs: number) {
    this.bytes = 0;
    this.home = home;
    this.name = name;
    this.mtime = fileTime(mtimeMs);
    this.fd = home.handle().openNew(name, mode);
    this.endsInHole = false;
  }

  write(data: Uint8Array | string): void {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const fd = this.opened();
    try {
      this.home.writeBytes.use(bytes.length);
      for (let done = 0; done < bytes.length;)
        done += fs.writeSync(fd, bytes, done, bytes.length - done, this.bytes + done);
      this.bytes += bytes.length;
      this.endsInHole = false;
    } catch (error) {
      throw this.failed(error);
    }
  }

  skip(bytes: number): void {
    this.opened();
    try {
      this.home.writeBytes.use(bytes);
      this.bytes += bytes;
      this.endsInHole = true;
    } catch (error) {
      throw this.failed(error);
    }
  }

  commit(): void {
    const fd = this.opened();
    try {
      if (this.endsInHole) fs.ftruncateSync(fd, this.bytes);
      fs.futimesSync(fd, this.mtime, this.mtime);
      this.fd = closed;
      fs.closeSync(fd);
      this.home.finished(this.name, this.bytes);
    } catch (error) {
      throw this.failed(error);
    }
  }

  abort(): void {
    if (this.fd === closed) return;
    const fd = this.fd;
    this.fd = closed;
    // Quiet: mostly another error is on its way to the caller, who must see that one.
    try {
      fs.closeSync(fd);
    } catch {}
    try {
      this.home.handle().remove(this.name);
    } catch {}
  }

  [Symbol.dispose](): void {
    this.abort();
  }

  private opened(): number {
    if (this.fd === closed) throw new SallyportError('InternalError', { reason: 'the file was closed already' });
    return this.fd;
  }

  private failed(error: unknown): SallyportError {
    this.abort();
    return explain(error, this.home.handle().shown(this.name));
  }
}

const closed = -1;
