// The trees that archives are made of: the same bytes for the same sizes, on every machine.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom, type Random } from '../../test/fixtures/random.ts';
import { binaryBytes, csvText, logText, proseText, randomBytes, sourceText } from './content.ts';

export interface Tree {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

const MiB = 1024 * 1024;
const endings = ['.js', '.ts', '.json', '.h', '.py', '.md', '.d.ts', '.c'];

/** Many small files as in a checked out project with its dependencies: about 5 KB each, 5.7 to a folder. */
export function writeSmallTree(folder: string, files: number): Tree {
  const random = seededRandom(20_000);
  const folders = [folder];
  mkdirSync(folder);
  while (folders.length < files / 5.7) {
    // Mostly near the last ones, so that the tree gets deep.
    const parent = random.chance(0.7)
      ? folders[folders.length - 1 - random.below(Math.min(40, folders.length))]
      : folder;
    const path = join(
      parent ?? folder,
      `${random.pick(['src', 'lib', 'include', 'node', 'test', 'core'])}${folders.length}`,
    );
    if (path.length - folder.length > 90) continue;
    mkdirSync(path);
    folders.push(path);
  }
  let bytes = 0;
  for (let i = 0; i < files; i++) {
    const ending = random.pick(endings);
    const content = Buffer.from(sourceText(random, ending, sizeOfSource(random)));
    const place = folders[i % folders.length] ?? folder;
    writeFileSync(
      join(place, `${random.pick(['index', 'parse', 'types', 'config', 'util', 'main'])}-${i}${ending}`),
      content,
    );
    bytes += content.length;
  }
  return { folder, files, bytes };
}

/** Few large files of the kinds that behave differently: text, log, table, machine code, noise, nothing. */
export function writeLargeTree(folder: string, megabytes: number): Tree {
  const random = seededRandom(1024);
  const kinds: [string, number, (length: number) => Uint8Array][] = [
    ['text.txt', 0.22, (length) => Buffer.from(proseText(random, length))],
    ['access.log', 0.25, (length) => Buffer.from(logText(random, length))],
    ['table.csv', 0.2, (length) => Buffer.from(csvText(random, length))],
    ['program.bin', 0.15, (length) => binaryBytes(random, length)],
    ['noise.bin', 0.09, (length) => randomBytes(random, length)],
    ['zeros.img', 0.09, (length) => new Uint8Array(length)],
  ];
  mkdirSync(folder);
  let bytes = 0;
  for (const [name, share, make] of kinds) {
    const size = Math.max(1, Math.round(megabytes * share)) * MiB;
    // Deflate sees 32 KiB at a time: blocks that repeat every 8 MiB are as good as new ones to it.
    const block = make(Math.min(size, 8 * MiB)).subarray(0, 8 * MiB);
    const file = openSync(join(folder, name), 'w');
    for (let at = 0; at < size; at += block.length)
      bytes += writeSync(file, block, 0, Math.min(block.length, size - at));
    closeSync(file);
  }
  return { folder, files: kinds.length, bytes };
}

/** Source text in files of 2 MiB, nothing in it repeats: what bzip2 and xz are measured on. */
export function writeTextTree(folder: string, megabytes: number): Tree {
  const random = seededRandom(32);
  mkdirSync(folder);
  const files = Math.ceil(megabytes / 2);
  let bytes = 0;
  for (let i = 0; i < files; i++) {
    let text = '';
    while (text.length < 2 * MiB) text += sourceText(random, random.pick(endings), sizeOfSource(random));
    const content = Buffer.from(text);
    writeFileSync(join(folder, `part-${i}.txt`), content);
    bytes += content.length;
  }
  return { folder, files, bytes };
}

/** Log-normal, as sizes of source files are: half are below 1.8 KB, the mean is near 5 KB. */
function sizeOfSource(random: Random): number {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += random.below(1_000_000) / 1_000_000;
  return Math.min(200_000, Math.round(1_850 * Math.exp(1.4 * (sum - 6))));
}
