import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemProgram } from '../process/program.ts';
import { makeOwnFolder, remove } from './own-folder.ts';
import { supervisorScript } from './supervisor.ts';

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
/** By a shell that bubblewrap takes the place of: from Node every process costs several times as much to start. */
const makePipes = 'cd "$1" && "$0" -m 600 in out err && cd / && shift && exec "$@"';

export function openBoxFolder(): BoxFolder {
  const mkfifo = systemProgram('mkfifo');
  const path = makeOwnFolder(tmpdir(), prefix);
  const nothing = { file: join(path, 'no-file'), folder: join(path, 'no-folder') };
  for (const name of ['tmp', 'home']) mkdirSync(join(path, name), 0o700);
  mkdirSync(nothing.folder, 0o000);
  writeFileSync(nothing.file, '', { mode: 0o000 });
  const spare: string[] = [];
  let count = 0;
  return {
    tmp: join(path, 'tmp'),
    home: join(path, 'home'),
    nothing,
    write(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
    makePrivate() {
      const own = join(path, `private-${count++}`);
      const [tmp, home] = [join(own, 'tmp'), join(own, 'home')];
      for (const folder of [tmp, home]) mkdirSync(folder, { recursive: true, mode: 0o700 });
      return { tmp, home, [Symbol.dispose]: () => remove(own) };
    },
    takePipes() {
      const known = spare.pop();
      if (known !== undefined) return { folder: known, command: [] };
      const folder = join(path, `pipes-${count++}`);
      mkdirSync(folder, 0o700);
      writeFileSync(join(folder, 'supervisor'), supervisorScript);
      return { folder, command: ['/bin/sh', '-c', makePipes, mkfifo, folder] };
    },
    givePipes: (folder) => void spare.push(folder),
    [Symbol.dispose]: () => remove(path),
  };
}
