import { stripVTControlCharacters } from 'node:util';
import { showControls } from '../../output/index.ts';

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Where a command of the CLI writes to: colours and live lines on a terminal, plain text elsewhere. */
export interface Screen {
  readonly tty: boolean;
  /** Whether stderr is one. */
  readonly errTty: boolean;
  readonly colours: boolean;
  /** Takes away what stands on the line of the cursor, on a terminal that can. */
  readonly blank: string;
  readonly width: number;
  readonly height: number;
  out(text: string): void;
  err(text: string): void;
  paint(style: Style, text: string): string;
  json(value: unknown, indent?: number): string;
  /** Text that others wrote, made harmless: escape sequences are shown, not obeyed. */
  safe(text: string): string;
  table(head: readonly string[], rows: readonly (readonly string[])[], styles?: readonly (Style | undefined)[]): string;
  /** Breaks long lines between words and indents what follows; only on a terminal. */
  wrap(text: string, indent: number): string;
  /** Replaces the line shown before; an empty text takes it away. Nothing off a terminal. */
  live(text: string): void;
}

const codes: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

export function openScreen(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Screen {
  const tty = stdout.isTTY;
  const colours = env['NO_COLOR']
    ? false
    : env['FORCE_COLOR']
      ? env['FORCE_COLOR'] !== '0'
      : tty && env['TERM'] !== 'dumb';
  const paint = (style: Style, text: string) => (colours ? `\x1b[${codes[style]}m${text}\x1b[0m` : text);
  const blank = env['TERM'] === 'dumb' ? '' : '\r\x1b[2K';
  const width = stdout.columns || Infinity;
  let shown = false;
  return {
    tty,
    errTty: stderr.isTTY,
    colours,
    blank,
    width,
    height: stdout.rows || Infinity,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(stderr.isTTY || env['FORCE_COLOR'] ? text : plain(text)),
    paint,
    json(value, indent) {
      const text = JSON.stringify(value, null, indent);
      return tty ? text.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, escapeUnits) : text;
    },
    safe: (text) => showControls(text, { keepNewlines: true }),
    table(head, rows, styles = []) {
      const cells = [head, ...rows].map((row) => row.map((cell) => showControls(cell)));
      const widths = head.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
      return cells
        .map((row, index) => {
          const line = row.map((cell, column) => {
            const last = column === row.length - 1;
            const room = Math.max(12, width - widths.slice(0, column).reduce((sum, each) => sum + each + 2, 0));
            const text = last && tty ? clip(cell, room) : cell;
            const padded = last ? text : text + ' '.repeat((widths[column] ?? 0) - widthOf(text));
            const style = index === 0 ? 'dim' : styles[column];
            return style ? paint(style, padded) : padded;
          });
          return `${line.join('  ')}\n`;
        })
        .join('');
    },
    wrap(text, indent) {
      if (!tty) return text;
      const room = Math.max(20, width - indent - 1);
      return text
        .split('\n')
        .map((line) => fold(line, room).join(`\n${' '.repeat(indent)}`))
        .join('\n');
    },
    live(text) {
      if (!stderr.isTTY || blank === '' || (text === '' && !shown)) return;
      stderr.write(`${blank}${clip(text, (stderr.columns || 80) - 1)}`);
      shown = text !== '';
    },
  };
}

/** The same JSON, with nothing in it that a terminal would obey. */
function escapeUnits(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );
}

/** Without our own colours; what programs wrote stays as it is. */
function plain(text: string): string {
  return text.replaceAll(new RegExp(`\x1b\\[(?:${[0, ...Object.values(codes)].join('|')})m`, 'g'), '');
}

/** Columns that a text takes: East Asian wide characters and emoji take two, combining marks none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) {
    if (/\p{Mn}|\p{Me}/u.test(char)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u.test(
        char,
      )
        ? 2
        : 1;
  }
  return width;
}

function fold(line: string, room: number): string[] {
  const lines = [''];
  for (const word of line.split(/(?<= )(?! )/).flatMap((long) => chop(long, room))) {
    const last = lines.at(-1) as string;
    if (last !== '' && widthOf(stripVTControlCharacters(last + word.trimEnd())) > room) lines.push(word);
    else lines[lines.length - 1] = last + word;
  }
  return lines.map((each) => each.trimEnd());
}

/** A word that is longer than the room, in pieces; our own colours take none. */
function chop(word: string, room: number): string[] {
  if (widthOf(word) <= room) return [word];
  // oxlint-disable-next-line no-control-regex -- our own colours
  return cut(word.match(/\x1b\[\d+m|[^]/gu) ?? [], room, (char) =>
    char.length > 2 || char === ' ' ? 0 : widthOf(char),
  );
}

/** A text in pieces that take no more than the room, anywhere. */
export function cut(text: Iterable<string>, room: number, widthIn: (char: string) => number = widthOf): string[] {
  const pieces = [''];
  let width = 0;
  for (const char of text) {
    const wide = widthIn(char);
    if (width + wide > room) {
      pieces.push('');
      width = 0;
    }
    pieces[pieces.length - 1] += char;
    width += wide;
  }
  return pieces;
}

function clip(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  for (const char of text) {
    if (widthOf(kept) + widthOf(char) > columns - 1) break;
    kept += char;
  }
  return `${kept}…`;
}
