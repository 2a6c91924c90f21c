// What a program on npm's own archive packages does, as short as their readmes have it. Runs in a process of its own:
// node peers.mjs <task> <entry of the package> <archive> <folder>
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';

const [task, entry, archive, folder] = process.argv.slice(2);
const loaded = await import(pathToFileURL(entry).href);
const peer = loaded.default ?? loaded;

const tasks = {
  async 'yauzl-extract'() {
    const zip = await peer.openPromise(archive);
    for await (const item of zip.eachEntry()) {
      const path = join(folder, item.fileName);
      if (item.fileName.endsWith('/')) mkdirSync(path, { recursive: true });
      else {
        mkdirSync(dirname(path), { recursive: true });
        await pipeline(await zip.openReadStreamPromise(item), createWriteStream(path));
      }
    }
  },
  async 'yauzl-list'() {
    const zip = await peer.openPromise(archive);
    const lines = [];
    for await (const item of zip.eachEntry()) lines.push(`${item.uncompressedSize} ${item.fileName}`);
    console.log(lines.join('\n'));
  },
  async 'yazl-create'() {
    const zip = new peer.ZipFile();
    for (const item of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      const path = join(item.parentPath, item.name);
      if (item.isFile()) zip.addFile(path, path, { compressionLevel: 6 });
    }
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(archive));
  },
  async 'tar-extract'() {
    mkdirSync(folder, { recursive: true });
    await peer.x({ file: archive, cwd: folder });
  },
  async 'tar-create'() {
    await peer.c({ file: archive, gzip: { level: 6 } }, [folder]);
  },
};
await tasks[task]();
