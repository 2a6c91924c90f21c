import { createHash } from 'node:crypto';
import { close, createReadStream } from 'node:fs';
import type { Root } from '../files/index.ts';
import { isSallyportError } from '../protocol/errors.ts';
import type { Artifact, RecordedArtifact } from '../protocol/run-record.ts';

/** Adds hash and size, as they are now; a folder has neither. */
export async function hashArtifact(root: Root, artifact: Artifact): Promise<RecordedArtifact> {
  const unknown = { ...artifact, sha256: null, bytes: null };
  const sum = createHash('sha256');
  let bytes = 0;
  const fd = tryOpen(root, artifact.path);
  if (fd === undefined) return unknown;
  try {
    for await (const chunk of createReadStream('', {
      fd,
      autoClose: false,
      highWaterMark: 1 << 20,
    }) as AsyncIterable<Buffer>) {
      sum.update(chunk);
      bytes += chunk.length;
    }
  } finally {
    close(fd);
  }
  return { ...artifact, sha256: sum.digest('hex'), bytes };
}

/** The run is over and did what it did; a file that cannot be read now changes nothing about that. */
function tryOpen(root: Root, path: string): number | undefined {
  try {
    return root.stat(path)?.kind === 'file' ? root.openRead(path) : undefined;
  } catch (error) {
    if (isSallyportError(error)) return undefined;
    throw error;
  }
}
