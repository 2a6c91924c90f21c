import { posix } from 'node:path';
import { splitWords, type Word } from '../parse/words.ts';
import { SallyportError } from '../protocol/errors.ts';

const placeholders = ['path', 'name', 'ext', 'dir'] as const;

/** A command line with room for the names of a file. */
export interface Template {
  readonly uses: ReadonlySet<string>;
  /** The line for one file: whatever its name holds stays inside one argument. */
  fill(path: string): string;
}

/** Splits first and fills later: a name cannot end its argument, begin a flag or become a command. */
export function parseTemplate(text: string): Template {
  const words = splitWords(text);
  const uses = new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string));
  const unknown = [...uses].find((name) => !(placeholders as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw invalid(
      `there is no placeholder {${unknown}}; there are ${placeholders.map((name) => `{${name}}`).join(' ')}`,
    );
  if (uses.size === 0) throw invalid('it names no file; put {path} where the file goes');
  const parts = words.map(partOf);
  const misplaced = parts.find(({ fixed }) => fixed.search(mark) >= 0);
  if (misplaced) throw invalid('a placeholder can only stand in the value of a flag');
  return {
    uses,
    fill(path) {
      const values = valuesOf(path);
      return parts
        .map(({ fixed, value }) =>
          value === undefined
            ? fixed
            : `${fixed}${quote(value.replace(mark, (_, name: keyof typeof values) => values[name]))}`,
        )
        .join(' ');
    },
  };
}

/** A word that means exactly this text, whatever is in it, and is never taken for a flag. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const mark = new RegExp(`\\{(${placeholders.join('|')})\\}`, 'g');

/** What of a word stays as it is, and what is a value. */
interface Part {
  readonly fixed: string;
  readonly value?: string;
}

function partOf({ text, quoted }: Word, at: number): Part {
  const flag = quoted ? null : /^(--[a-z-]*)(=?)([^]*)$/.exec(text);
  if (flag?.[2]) return { fixed: `${flag[1]}=`, value: flag[3] as string };
  if (flag) {
    if (flag[3] === '') return { fixed: text };
    throw invalid(`"${text.slice(0, 80)}" is no flag`);
  }
  if (at > 1) return { fixed: '', value: text };
  // The command and its subcommand.
  if (/^[\w{}-]+$/.test(text)) return { fixed: text };
  throw invalid(`"${text.slice(0, 80)}" is no command`);
}

function valuesOf(path: string): Record<(typeof placeholders)[number], string> {
  const { dir, name, ext } = posix.parse(path);
  return { path, name, ext: ext.slice(1), dir };
}

function invalid(reason: string): SallyportError {
  return new SallyportError('InvalidArgs', {
    reason: `--do is no line for a file: ${reason}`,
    usage: 'sallyport watch --help',
  });
}
