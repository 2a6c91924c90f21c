import type { Span, Word } from '../../protocol/shell.ts';
import { resolvePath } from './targets.ts';
import { concat, isUnknown, type Text } from './text.ts';

/** A path as far as it is known; every stretch that is not is one `anything`. */
export type FileName = string;

const anything = '\0';

/** Of one file. */
const most = 8;
const mostAppended = 3;
/** Of all the ways from copy to copy. */
const mostNames = 32;
const mostLinks = 32;

type OnDisk = (path: string) => string | undefined;

interface Write {
  readonly name: FileName;
  /** A text, or the file that it was copied from. */
  readonly holds: Text | FileName;
  /** A program has made something else of it, which may be no script at all: `gcc a.c -o a`. */
  readonly isMade?: boolean;
}

/**
 * What this text writes into files, as far as it is known.
 * Whatever a file may have held is kept: a write can fail (`set -C`, no rights), and another way through the text leaves it out.
 */
export class WrittenFiles {
  #writes: Write[] = [];
  readonly #changed: FileName[] = [];
  readonly #links: { readonly at: FileName; readonly to: FileName; readonly by: Span }[] = [];

  write(name: FileName | undefined, text: Text, isAppended = false): void {
    if (name === undefined || isAnyFile(name)) return;
    if (!isAppended) return void this.#writes.push({ name, holds: text });
    const before = this.#writes.filter((write) => write.name === name).map(({ holds }) => holds);
    const longer = before.map((holds) => concat(typeof holds === 'string' ? unknownText : holds, text));
    if (longer.length === 0) longer.push(concat(unknownText, text));
    // A longer text has all that a shorter one runs, unless that one ends within a word.
    const kept = bounded([...before.filter((holds) => !endsLine(holds)), ...longer], mostAppended);
    this.#writes = [...this.#writes.filter((write) => write.name !== name), ...kept.map((holds) => ({ name, holds }))];
  }

  isWritten(name: FileName): boolean {
    return this.#writes.some((write) => overlap(write.name, name));
  }

  copy(from: FileName, to: FileName, isMade = false): void {
    if (isAnyFile(from) || isAnyFile(to) || from === to) return;
    const holds = /^\/(?:dev|proc)\//.test(from) ? unknownText : from;
    this.#writes.push(
      { name: to, holds, isMade },
      { name: `${to}${from.slice(from.lastIndexOf('/'))}`, holds, isMade },
    );
  }

  /** Notes that a path leads elsewhere, from the command after `by` on. */
  link(at: FileName, to: FileName, by: Span): void {
    if (this.#links.length < mostLinks && at !== to && !isAnyFile(at) && !isAnyFile(to))
      this.#links.push({ at, to, by });
  }

  /** Where else a path leads by the links that were made so far, by other commands than this one. */
  linked(path: string, by: Span): string[] {
    const found = new Set([path]);
    for (const each of found)
      for (const { at, to, by: maker } of this.#links)
        if (maker !== by && found.size < mostLinks && (each === at || each.startsWith(`${at}/`)))
          found.add(`${to === '/' && each !== at ? '' : to}${each.slice(at.length)}`);
    found.delete(path);
    return [...found];
  }

  get hasLinks(): boolean {
    return this.#links.length > 0;
  }

  /** Notes that nobody knows what is in a file, or in all that is below a folder, by now. */
  change(name: FileName, isBelow: boolean): void {
    this.#changed.push(isBelow ? `${name}/` : name);
  }

  isChanged(name: FileName): boolean {
    return this.#changed.some((each) => each === name || (each.endsWith('/') && name.startsWith(each)));
  }

  /** Every text that a file of this name may hold; `onDisk` tells what stood there before. */
  textsOf(name: FileName, onDisk: OnDisk, isProgram = false, seen = new Set<FileName>()): readonly Text[] {
    if (this.#writes.length === 0) return diskText(name, onDisk);
    // Copies that lead back to where they began would go on for ever.
    if (seen.has(name)) return [];
    if (seen.size > mostNames) return [unknownText];
    seen.add(name);
    const found = this.#writes.filter((write) => overlap(write.name, name) && !(isProgram && write.isMade));
    const texts = bounded([...found.map(({ holds }) => holds), ...this.#inCopies(name)]).flatMap((holds) =>
      typeof holds === 'string' ? this.textsOf(holds, onDisk, isProgram, seen) : [holds],
    );
    return bounded([...new Set([...texts, ...diskText(name, onDisk)])]);
  }

  /** What a file is called where its folder was copied from, or is a link to. */
  #inCopies(name: FileName): FileName[] {
    return this.#writes.flatMap((write) =>
      typeof write.holds === 'string' && name.startsWith(`${write.name}/`)
        ? [`${write.holds}${name.slice(write.name.length)}`]
        : [],
    );
  }
}

const unknownText: Text = [{ unknown: 'input' }];

/** What is left out may be anything. */
function bounded<T extends Write['holds']>(all: readonly T[], limit = most): readonly (T | Text)[] {
  return all.length > limit ? [...all.slice(-limit), unknownText] : all;
}

/** The name of the file that a word is; undefined when it is known only at run time. */
export function fileNameOf({ pieces, isPattern }: Word, cwd: string | undefined): FileName | undefined {
  let text = '';
  for (const piece of pieces) text += isUnknown(piece) ? anything : piece;
  if (isPattern) text = text.replace(/[*?[@+!][^]*[*?\])]|[*?]/, anything);
  // What nobody knows may be nothing, so that dots before it are a folder: `. .$x/a.sh`.
  if (/(?:^|\/)\.\.\0/.test(text)) return `${anything}${text.slice(text.lastIndexOf(anything) + 1)}`;
  text = text.replace(/(^|\/)\.\0/g, `$1./${anything}`);
  // What nobody knows may begin with a slash.
  if (text.startsWith(anything)) return text;
  // Another name for whatever a process has open, or for the folder it is in.
  if (/^\/proc\/|^\/dev\/fd\/\.\./.test(text)) return `${anything}${text.slice(text.lastIndexOf('/'))}`;
  return resolvePath(text, cwd) ?? (text === '' ? undefined : `${anything}/${text}`);
}

function diskText(name: FileName, onDisk: OnDisk): readonly Text[] {
  // What is not known of a name may be empty, but hardly a whole folder.
  const text = name.startsWith(anything) ? undefined : onDisk(name.replaceAll(anything, ''));
  return text === undefined ? [] : [[text]];
}

function endsLine(holds: Write['holds']): boolean {
  const last = typeof holds === 'string' ? undefined : holds.at(-1);
  return typeof last === 'string' && last.endsWith('\n');
}

function isAnyFile(name: FileName): boolean {
  return name.replaceAll(anything, '') === '';
}

/** Whether both can be the same file: what is known at their beginnings and ends agrees. */
function overlap(one: FileName, other: FileName): boolean {
  if (one === other) return true;
  const isOpen = one.includes(anything);
  if (!isOpen && !other.includes(anything)) return false;
  const [start, end] = edges(one);
  const [otherStart, otherEnd] = edges(other);
  return (
    (start.startsWith(otherStart) || otherStart.startsWith(start)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
  );
}

function edges(name: FileName): [start: string, end: string] {
  const first = name.indexOf(anything);
  return first < 0 ? [name, name] : [name.slice(0, first), name.slice(name.lastIndexOf(anything) + 1)];
}
