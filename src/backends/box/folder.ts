import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SallyportError } from '../../protocol/errors.ts';
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
  /** A folder for the pipes of one box; to be given back when that is gone. */
  takePipes(): string;
  /** Makes the pipes in it; a box may be opened meanwhile. */
  makePipes(folder: string): Promise<void>;
  givePipes(folder: string): void;
}

const prefix = 'sallyport-box-';

export function openBoxFolder(): BoxFolder {
  const path = makeOwnFolder(tmpdir(), prefix);
  for (const name of ['tmp', 'home', 'pipes', 'nothing']) mkdirSync(join(path, name), 0o700);
  mkdirSync(join(path, 'nothing', 'folder'), 0o000);
  writeFileSync(join(path, 'nothing', 'file'), '', { mode: 0o000 });
  const spare: string[] = [];
  const filled = new Set<string>();
  let count = 0;
  return {
    tmp: join(path, 'tmp'),
    home: join(path, 'home'),
    nothing: { file: join(path, 'nothing', 'file'), folder: join(path, 'nothing', 'folder') },
    write(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
    takePipes() {
      const known = spare.pop();
      if (known !== undefined) return known;
      const folder = join(path, 'pipes', String(count++));
      mkdirSync(folder, 0o700);
      writeFileSync(join(folder, 'supervisor'), supervisorScript);
      return folder;
    },
    async makePipes(folder) {
      if (filled.has(folder)) return;
      try {
        await promisify(execFile)('mkfifo', ['-m', '600', ...['in', 'out', 'err'].map((name) => join(folder, name))]);
      } catch (error) {
        const reason = `no pipes could be made with mkfifo in ${folder}`;
        throw new SallyportError('NoSandbox', { reason }, { cause: error });
      }
      filled.add(folder);
    },
    givePipes: (folder) => void spare.push(folder),
    [Symbol.dispose]: () => remove(path),
  };
}
