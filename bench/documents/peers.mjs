// What a program on npm's own document packages does, as short as their readmes have it. Runs in a process of its own:
// node peers.mjs <task> <entry of the package> <document> <output>
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [task, entry, document, output] = process.argv.slice(2);
const loaded = await import(pathToFileURL(entry).href);
const peer = loaded.default ?? loaded;

const tasks = {
  mammoth: async () => (await peer.convertToMarkdown({ path: document })).value,
  '@e965/xlsx': () => {
    const book = peer.read(readFileSync(document), { dense: true });
    return peer.utils.sheet_to_csv(book.Sheets[book.SheetNames[0]]);
  },
};
writeFileSync(output, await tasks[task]());
