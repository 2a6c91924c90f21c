import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, lstatSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemProgram } from '../../process/program.ts';

/**
 * Run in namespaces of its own, which last as long as it does: until its input is closed, also by our death. The names of
 * the layers are relative, because a comma or a colon in a path would be taken for the end of it. Overlay attributes of the
 * user's own kind leave out renames of folders and shared inodes: each thing that was written is in the upper layer, whole.
 */
const script = `
cd "$2" || exit 1
"$3" --rbind -- "$1" lower || exit 1
"$3" -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work,userxattr view || exit 1
echo ready
exec cat`;

/** Mounts the workspace and an empty folder over it, where nobody else sees it. */
export async function mountOverlay(workspace: string, folder: string) {
  const [unshare, nsenter, mount] = [systemProgram('unshare'), systemProgram('nsenter'), systemProgram('mount')];
  for (const name of ['lower', 'upper', 'work', 'view']) mkdirSync(join(folder, name), 0o700);
  looksLike(join(folder, 'upper'), workspace);
  let failure = '';
  // Root needs no user namespace, and in one it could not keep the owners of files.
  for (const kinds of process.getuid?.() === 0 ? [['--mount'], rootOfItsOwn] : [rootOfItsOwn]) {
    const holder = spawn(unshare, [...kinds, '/bin/sh', '-c', script, 'sh', workspace, folder, mount], {
      cwd: '/',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const gone = once(holder, 'close').catch(() => {});
    holder.stdin.on('error', () => {});
    const complaint = textOf(holder.stderr);
    if (!(await says(holder.stdout, gone)) || holder.pid === undefined) {
      failure = (await complaint).trim();
      continue;
    }
    for (const each of [holder, holder.stdin, holder.stdout, holder.stderr]) (each as { unref?(): void }).unref?.();
    const user = kinds === rootOfItsOwn ? ['--user', '--preserve-credentials'] : [];
    return {
      how: 'overlay' as const,
      path: join(folder, 'view'),
      command: [nsenter, '--target', String(holder.pid), ...user, '--mount', '--'],
      whole: `/proc/${holder.pid}/root${folder}/view`,
      written: join(folder, 'upper'),
      async end() {
        holder.ref();
        holder.stdin.end();
        await gone;
      },
    };
  }
  throw new Error(failure.split('\n').at(-1) || 'the system cannot mount an overlay');
}

/** The top of an overlay is, to its programs, the top of what is written. */
function looksLike(folder: string, workspace: string): void {
  const { uid, gid, mode, atimeMs, mtimeMs } = lstatSync(workspace);
  if (process.getuid?.() === 0) chownSync(folder, uid, gid);
  chmodSync(folder, mode & 0o7777);
  utimesSync(folder, atimeMs / 1000, mtimeMs / 1000);
}

const rootOfItsOwn = ['--user', '--map-root-user', '--mount'];

async function says(stream: Readable, gone: Promise<unknown>): Promise<boolean> {
  const word = once(stream, 'data').then(() => true);
  return Promise.race([word.catch(() => false), gone.then(() => false)]);
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => (text = (text + chunk).slice(0, 2_000)));
  await once(stream, 'close');
  return text;
}
