import type { Block, Cell, Report } from '../document/model.ts';
import { htmlBlocks } from '../html/index.ts';

/** The blocks of a text that is Markdown already. Marks within lines stay as they are: they mean the same where they go. */
export function* markdownBlocks(text: string, report: Report, name: string): Generator<Block, void> {
  const lines = text.replaceAll('\t', '    ').split(/\r\n?|\n/);
  const indents: number[] = [];
  let paragraph: string[] = [];
  function* end(): Generator<Block, void> {
    const said = paragraph.join('\n');
    paragraph = [];
    if (said.trim() === '') return;
    if (/^\s*<(?:div|p|table|center|h[1-6]|img|details|ul|ol|br|hr|!--)\b/i.test(said))
      yield* htmlBlocks(said, report, { name });
    else yield { kind: 'paragraph', spans: [{ text: said.trim() }] };
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,30})/.exec(line);
    if (fence) {
      yield* end();
      const [, marks = '', language = ''] = fence;
      const start = at + 1;
      do at++;
      while (at < lines.length && !(lines[at] as string).trim().startsWith(marks));
      yield { kind: 'code', text: lines.slice(start, at).join('\n'), ...(language === '' ? {} : { language }) };
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s+([^]*)$/.exec(line.trimEnd());
    const underline = paragraph.length === 1 ? /^ {0,3}(=+|-{2,})\s*$/.exec(line)?.[1] : undefined;
    if (heading || underline !== undefined) {
      const [level, said] = heading
        ? [heading[1]?.length ?? 1, withoutClosing(heading[2] ?? '')]
        : [underline?.startsWith('=') ? 1 : 2, paragraph.pop() ?? ''];
      yield* end();
      if (said.trim() !== '') yield { kind: 'heading', level, spans: [{ text: said.trim() }] };
      continue;
    }
    if (line.includes('|') && isRule(lines[at + 1] ?? '')) {
      yield* end();
      const rows = [cellsOf(line)];
      for (at += 2; at < lines.length && (lines[at] as string).includes('|'); at++)
        rows.push(cellsOf(lines[at] as string));
      at--;
      yield { kind: 'table', rows };
      continue;
    }
    const item = /^( *)([-*+]|\d{1,9}[.)])\s+([^]+)$/.exec(line);
    if (item && !/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(line)) {
      yield* end();
      const [, { length: indent } = '', marker = '', said = ''] = item;
      while ((indents.at(-1) ?? -1) >= indent) indents.pop();
      indents.push(indent);
      const more = [said];
      // Lines that go on.
      while (/^ {2,}(?![-*+] |\d{1,9}[.)] |```|~~~)\S/.test(lines[at + 1] ?? ''))
        more.push((lines[++at] as string).trim());
      yield {
        kind: 'item',
        depth: Math.min(indents.length - 1, 20),
        marker: /\d/.test(marker) ? marker : '•',
        spans: [{ text: more.join('\n') }],
      };
      continue;
    }
    if (line.trim() === '') {
      yield* end();
      continue;
    }
    if (!/^\s/.test(line)) indents.length = 0;
    paragraph.push(line);
  }
  yield* end();
}

/** `## Title ##` is `Title`. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end--;
  return end < text.length && (end === 0 || text[end - 1] === ' ') ? text.slice(0, end) : text;
}

/** The line between the first row of a table and the others. */
function isRule(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[\s|:-]+$/.test(line);
}

function cellsOf(line: string): Cell[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => ({ spans: [{ text: cell.trim().replaceAll('\\|', '|') }] }));
}
