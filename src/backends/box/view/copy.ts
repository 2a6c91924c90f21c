import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemProgram } from '../../process/program.ts';

export interface CopyLimits {
  readonly bytes: number;
  readonly entries: number;
}

/** The whole workspace once more, sharing its blocks where the file system can; links, times and second names as they are. */
export async function copyWorkspace(workspace: string, folder: string, limits: CopyLimits) {
  await checkSize(workspace, limits);
  const view = join(folder, 'view');
  mkdirSync(view, 0o700);
  try {
    await promisify(execFile)(systemProgram('cp'), ['-a', '--reflink=auto', '--', `${workspace}/.`, view], {
      cwd: '/',
    });
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n')[0];
    throw new Error(said || 'the workspace cannot be copied', { cause: error });
  }
  return {
    how: 'copy' as const,
    path: view,
    command: [],
    whole: view,
    written: view,
    end: async () => {},
  };
}

async function checkSize(workspace: string, { bytes, entries }: CopyLimits): Promise<void> {
  let [size, count] = [0, 0];
  const waiting = [workspace];
  for (const path of waiting) {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) waiting.push(join(path, entry.name));
      else if (entry.isFile()) size += lstatSync(join(path, entry.name), { throwIfNoEntry: false })?.size ?? 0;
      if (++count > entries) throw new Error(`it has more than ${entries} files, too many for a copy`);
      if (size > bytes) throw new Error(`it is larger than ${Math.round(bytes / 1024 ** 2)} MiB, too large for a copy`);
      if (count % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
