import { cut, widthOf, type Screen } from './screen.ts';

export interface Frame {
  readonly room: number;
  readonly colour: 'red' | 'yellow';
  gap(): void;
  line(text: string): void;
  /** One text at each end. */
  between(left: string, right: string): void;
  /** A name and a text of others, folded; of one that takes more lines than `most` the middle is left out. */
  row(name: string, text: string, indent?: number, most?: number): void;
  readonly height: number;
  text(): string;
}

/** Lines behind a bar, so that nothing in them can pass for something of ours. */
export function openFrame(screen: Screen, level: string): Frame {
  const colour = level === 'critical' || level === 'high' ? 'red' : 'yellow';
  const room = Math.max(20, Math.min(Number.isFinite(screen.width) ? screen.width : 80, 100) - 4);
  const bar = screen.paint(colour, '┃');
  const lines: string[] = [];
  const line = (text: string) => void lines.push(`${bar} ${text}`);
  return {
    room,
    colour,
    gap: () => (lines.at(-1) === bar ? undefined : void lines.push(bar)),
    line,
    between: (left, right) => line(left + ' '.repeat(Math.max(1, room - seen(left) - seen(right))) + right),
    row(name, text, indent = 12, most = 6) {
      const folded = fold(screen.safe(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t'), room - indent);
      const [first = '', ...more] =
        folded.length <= most
          ? folded
          : [...folded.slice(0, most - 2), `… ${folded.length - most + 1} lines are not shown …`, ...folded.slice(-1)];
      line(screen.paint('dim', name.padEnd(indent)) + first);
      for (const rest of more) line(' '.repeat(indent) + rest);
    },
    get height() {
      return lines.length;
    },
    text: () => `${lines.join('\n')}\n`,
  };
}

/** Columns of a text that has colours of ours. */
function seen(text: string): number {
  // oxlint-disable-next-line no-control-regex -- our own colours
  return widthOf(text.replaceAll(/\x1b\[\d+m/g, ''));
}

/** Between words where possible. */
export function fold(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<= )/)) {
    if (widthOf(line + word.trimEnd()) <= room) line += word;
    else {
      if (line !== '') lines.push(line.trimEnd());
      const pieces = cut(word, room);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
    }
  }
  return [...lines, line.trimEnd()];
}
