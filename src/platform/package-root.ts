import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, from wherever the build has put this file. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) || !existsSync(join(folder, 'skills'))) {
    if (dirname(folder) === folder) throw new Error('the package of Sallyport is not whole: its folder was not found');
    folder = dirname(folder);
  }
  return folder;
}
