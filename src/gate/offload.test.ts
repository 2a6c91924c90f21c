import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildTar, pax } from '../../test/fixtures/tar-builder.ts';
import { tempWorkspace } from '../testing/index.ts';
import { offload } from './offload.ts';

test('a worker that dies of too little memory leaves no drafts behind', async () => {
  using workspace = tempWorkspace();
  // A header with tens of thousands of records, behind a file that is begun by then.
  const records = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, '']));
  const large = { name: 'large', data: Buffer.alloc(2 ** 20) };
  workspace.write('a.tar', buildTar([large, large, pax(records), { name: 'b' }]));
  mkdirSync(join(workspace.path, 'out'));
  const seen: string[] = [];
  const work = offload(
    'tar extract',
    {
      in: 'a.tar',
      format: 'tar',
      encoding: 'auto',
      maxBytes: 1e9,
      maxEntries: 1e6,
      dest: 'out',
      overwrite: false,
      atomic: false,
      maxFiles: 1e6,
      maxEntryBytes: Infinity,
      stripComponents: 0,
    },
    {
      workspace: workspace.path,
      state: ['.agents'],
      closed: [],
      limits: { read: true, write: true },
      memoryBytes: 1, // as little as a thread can have
      signal: new AbortController().signal,
      progress: () => seen.push(...readdirSync(join(workspace.path, 'out'))),
    },
  );
  await expect(work).rejects.toMatchObject({ code: 'ArchiveTooLarge' });
  expect(seen[0]).toMatch(/^\.sallyport-.*\.tmp$/);
  expect(readdirSync(join(workspace.path, 'out'))).toEqual([]);
});
