import { createHash } from 'node:crypto';
import { close, createReadStream } from 'node:fs';
import type { Root } from '../files/index.ts';
import type { Artifact, RecordedArtifact } from '../protocol/run-record.ts';

/** Adds hash and size, as they are now; a folder has neither. */
export async function hashArtifact(root: Root, artifact: Artifact): Promise<RecordedArtifact> {
  if (root.stat(artifact.path)?.kind !== 'file') return { ...artifact, sha256: null, bytes: null };
  const sum = createHash('sha256');
  let bytes = 0;
  const fd = root.openRead(artifact.path);
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
