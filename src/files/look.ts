import fs from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fits, isPattern } from './pattern.ts';

// Looking at paths that are named before they are used. What is found may change until then: a box holds what this cannot.

/** Where a path leads when every link on the way is followed; the part that does not exist stays as it is. */
export function followLinks(path: string, depth = 0): string {
  const names = path.split(sep);
  const prefix = (count: number) => names.slice(0, count).join(sep) || sep;
  // What is below nothing does not exist either, so few questions find where a path of a thousand names ends.
  let there = fs.existsSync(path) ? names.length : 1;
  for (let gone = names.length + 1; gone - there > 1;) {
    const middle = (there + gone) >> 1;
    if (fs.existsSync(prefix(middle))) there = middle;
    else gone = middle;
  }
  try {
    const real = fs.realpathSync.native(prefix(there));
    const [next, ...rest] = names.slice(there);
    // A link to what does not exist yet: writing to it makes a file there.
    const led = next === undefined || depth > 8 ? undefined : linkAt(join(real, next));
    return led === undefined ? join(real, ...names.slice(there)) : followLinks(resolve(real, led, ...rest), depth + 1);
  } catch {
    return path; // it has gone away meanwhile
  }
}

function linkAt(path: string): string | undefined {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? fs.readlinkSync(path) : undefined;
}

/** The text of a regular file; undefined when there is none, when it is larger, or when it is no text. */
export function readSmallText(path: string, maxBytes: number): string | undefined {
  let fd: number | undefined;
  try {
    // Not blocking: opening a FIFO would wait for its other end.
    fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const stats = fs.fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const text = fs.readFileSync(fd, 'utf8');
    return text.includes('\0') || text.length > maxBytes ? undefined : text;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

const maxLooked = 20_000;

/**
 * The paths that fit a pattern of the shell now. Of a folder with more than a person would list, and of `@(a|b)`, more may be
 * told than the shell would take, so that none is missed.
 */
export function matchingPaths(pattern: string): string[] {
  let found = ['/'];
  let looked = 0;
  for (const name of pattern.split('/').filter((each) => each !== '')) {
    const wanted = name.replace(/[@?*+!]\([^)]*\)/g, '*');
    found = found.flatMap((folder) => {
      if (!isPattern(wanted)) return join(folder, name);
      const names = looked > maxLooked ? [] : namesIn(folder);
      looked += names.length;
      return names.filter((each) => fits(each, wanted)).map((each) => join(folder, each));
    });
    if (found.length > maxLooked) found.length = maxLooked;
  }
  return found.filter((path) => fs.existsSync(path));
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return []; // no folder, or one that is closed to us
  }
}

/** Undefined when there is nothing. */
export function isFolder(path: string): boolean | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    return undefined; // below a file, or in a folder that is closed to us
  }
}
