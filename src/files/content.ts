import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { explain } from './failure.ts';
import type { Folder } from './folder.ts';
import type { WriteOptions } from './writer.ts';

export interface Content {
  readonly sha256: string;
  readonly bytes: number;
  readonly stats: fs.Stats;
}

const chunkBytes = 1 << 20;

/** What is in a regular file, by its hash; undefined when it is longer than `maxBytes`. Each chunk goes to `use` too. */
export function hashContent(
  folder: Folder,
  name: string,
  maxBytes: number,
  use: (chunk: Uint8Array) => void = () => {},
): Content | undefined {
  const { fd, stats } = folder.openRegular(name);
  try {
    if (stats.size > maxBytes) return undefined;
    const sum = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(stats.size + 1, 4096)));
    let bytes = 0;
    for (let read = 1; read > 0;) {
      read = fs.readSync(fd, buffer);
      bytes += read;
      // It may grow while it is read.
      if (bytes > maxBytes) return undefined;
      const chunk = buffer.subarray(0, read);
      sum.update(chunk);
      use(chunk);
    }
    return { sha256: sum.digest('hex'), bytes, stats };
  } catch (error) {
    throw explain(error, folder.shown(name));
  } finally {
    fs.closeSync(fd);
  }
}

/** Copies a regular file under a name of its own, with its holes, for root with its owner; nobody sees it before it is whole. */
export function copyFile(folder: Folder, name: string, into: Folder, as: string, options: WriteOptions): void {
  const { fd, stats } = folder.openRegular(name);
  try {
    const owner = process.getuid?.() === 0 ? { owner: stats } : {};
    using writer = into.create(as, { ...options, ...owner });
    const buffer = Buffer.allocUnsafe(Math.min(holeBytes, Math.max(stats.size + 1, 4096)));
    for (let read = 1; read > 0;) {
      read = fs.readSync(fd, buffer);
      const chunk = buffer.subarray(0, read);
      if (read === holeBytes && chunk.equals(zeros)) writer.skip(read);
      else writer.write(chunk);
    }
    writer.commit();
  } catch (error) {
    throw explain(error, folder.shown(name));
  } finally {
    fs.closeSync(fd);
  }
}

/** Zeros in the place of a hole of this size become one again. */
const holeBytes = 1 << 16;
const zeros = Buffer.alloc(holeBytes);

/** Copies a regular file into another folder, under its hash; undefined when it is longer than `maxBytes`. */
export function copyContent(folder: Folder, name: string, into: Folder, maxBytes: number): Content | undefined {
  const draft = 'draft';
  const { O_WRONLY, O_CREAT, O_TRUNC } = fs.constants;
  const fd = into.open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0o600);
  try {
    const content = hashContent(folder, name, maxBytes, (chunk) => {
      for (let done = 0; done < chunk.length;) done += fs.writeSync(fd, chunk, done);
    });
    if (content) into.rename(draft, content.sha256);
    else into.remove(draft);
    return content;
  } catch (error) {
    into.remove(draft);
    throw explain(error, folder.shown(name));
  } finally {
    fs.closeSync(fd);
  }
}
