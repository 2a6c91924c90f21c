import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemProgram } from '../process/program.ts';
import { makeOwnFolder, remove, removeThoseOfTheDead } from './own-folder.ts';
import { supervisorScript } from './supervisor.ts';
import { isWithin } from './within.ts';

/** What the boxes of one backend need outside of them: their pipes, and the folders that they have in common. */
export interface BoxFolder extends Disposable {
  /** What is /tmp inside. */
  readonly tmp: string;
  /** What the home folder is inside. */
  readonly home: string;
  /** A file and a folder that nobody may read, to be put over others. */
  readonly nothing: { readonly file: string; readonly folder: string };
  /** Writes a file that boxes are opened with; its path. */
  write(name: string, content: string | Uint8Array): string;
  /** The two of them for one box that shares them with no other; to be removed when that is gone. */
  makePrivate(): PrivateFolders;
  /** For the pipes of one box; to be given back when that is gone. */
  takePipes(): BoxPipes;
  givePipes(folder: string): void;
  /** Removes the folders of processes that were killed; nobody has to wait for it. */
  removeLeftovers(): void;
}

export interface BoxPipes {
  readonly folder: string;
  /** What the program that opens the box has to be started through: it makes the pipes and becomes that program. */
  readonly command: readonly string[];
}

export interface PrivateFolders extends Disposable {
  readonly tmp: string;
  readonly home: string;
}

const prefix = 'sallyport-box-';
/**
 * By a shell that bubblewrap takes the place of: from Node every process costs several times as much to start. Meanwhile: bubblewrap
 * does not need them. They are made when the handle that bubblewrap tells its pid by is closed, since both have it.
 */
const makePipes = 'cd "$1" && { "$0" -m 600 in out err & } && cd / && shift && exec "$@"';

/** `writable`: where programs can write; what boxes are made of does not lie there. */
export function openBoxFolder(writable: readonly string[]): BoxFolder {
  const mkfifo = systemProgram('mkfifo');
  const large = makeOwnFolder(tmpdir(), prefix);
  const small = makeSmall(writable) ?? large;
  const nothing = { file: join(small, 'no-file'), folder: join(small, 'no-folder') };
  for (const name of ['tmp', 'home']) mkdirSync(join(large, name), 0o700);
  mkdirSync(nothing.folder, 0o000);
  writeFileSync(nothing.file, '', { mode: 0o000 });
  const spare: string[] = [];
  let count = 0;
  return {
    tmp: join(large, 'tmp'),
    home: join(large, 'home'),
    nothing,
    write(name, content) {
      writeFileSync(join(small, name), content);
      return join(small, name);
    },
    makePrivate() {
      const own = join(large, `private-${count++}`);
      const [tmp, home] = [join(own, 'tmp'), join(own, 'home')];
      for (const folder of [tmp, home]) mkdirSync(folder, { recursive: true, mode: 0o700 });
      return { tmp, home, [Symbol.dispose]: () => remove(own) };
    },
    takePipes() {
      const known = spare.pop();
      if (known !== undefined) return { folder: known, command: [] };
      const folder = join(small, `pipes-${count++}`);
      mkdirSync(folder, 0o700);
      writeFileSync(join(folder, 'supervisor'), supervisorScript);
      return { folder, command: ['/bin/sh', '-c', makePipes, mkfifo, folder] };
    },
    givePipes: (folder) => void spare.push(folder),
    removeLeftovers() {
      for (const place of new Set([tmpdir(), dirname(small)])) removeThoseOfTheDead(place, prefix);
    },
    [Symbol.dispose]() {
      for (const folder of new Set([large, small])) remove(folder);
    },
  };
}

/** In memory, where that can be had: to make a file on a disk takes many times as long. */
function makeSmall(writable: readonly string[]): string | undefined {
  if (writable.some((folder) => isWithin(memory, folder))) return undefined;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize < enoughBytes ? undefined : makeOwnFolder(memory, prefix);
  } catch {
    return undefined; // not there, or closed
  }
}

const memory = '/dev/shm';
const enoughBytes = 4 * 1024 * 1024;
