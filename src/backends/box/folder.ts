import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SallyportError } from '../../protocol/errors.ts';
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
  /** A folder with the pipes of one box; to be given back when that is gone. */
  takePipes(): Promise<string>;
  givePipes(folder: string): void;
}

export interface PrivateFolders extends Disposable {
  readonly tmp: string;
  readonly home: string;
}

const prefix = 'sallyport-box-';
/** How many boxes get their pipes at once: it costs one process, however many. */
const batch = 4;

export function openBoxFolder(): BoxFolder {
  const path = makeOwnFolder(tmpdir(), prefix);
  for (const name of ['tmp', 'home', 'pipes', 'nothing']) mkdirSync(join(path, name), 0o700);
  mkdirSync(join(path, 'nothing', 'folder'), 0o000);
  writeFileSync(join(path, 'nothing', 'file'), '', { mode: 0o000 });
  const spare: string[] = [];
  let count = 0;
  let filling: Promise<void> | undefined;
  const fill = async () => {
    const folders = Array.from({ length: batch }, () => join(path, 'pipes', String(count++)));
    for (const folder of folders) {
      mkdirSync(folder, 0o700);
      writeFileSync(join(folder, 'supervisor'), supervisorScript);
    }
    const names = folders.flatMap((folder) => ['in', 'out', 'err'].map((name) => join(folder, name)));
    try {
      await promisify(execFile)(systemProgram('mkfifo'), ['-m', '600', ...names]);
    } catch (error) {
      throw new SallyportError(
        'NoSandbox',
        { reason: `no pipes could be made with mkfifo in ${path}` },
        { cause: error },
      );
    }
    spare.push(...folders);
  };
  const refill = () => (filling ??= fill().finally(() => (filling = undefined)));
  // While the one who opens it looks at the machine; whoever needs them is told of a failure.
  refill().catch(() => {});
  return {
    tmp: join(path, 'tmp'),
    home: join(path, 'home'),
    nothing: { file: join(path, 'nothing', 'file'), folder: join(path, 'nothing', 'folder') },
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
    async takePipes() {
      for (;;) {
        const folder = spare.pop();
        if (folder !== undefined) return folder;
        await refill();
      }
    },
    givePipes: (folder) => void spare.push(folder),
    [Symbol.dispose]: () => remove(path),
  };
}
