import { expect, test } from 'vitest';
import { openPolicy } from '../../core/index.ts';
import { picture } from './policy-check.ts';
import { openScreen, widthOf } from './screen.ts';

const policy = await openPolicy({ root: '/home/dev/project', env: { HOME: '/home/dev' } });

function shown(command: string, columns: number, env: NodeJS.ProcessEnv): string[] {
  const terminal = { isTTY: true, columns, rows: 24 } as NodeJS.WriteStream;
  return picture(policy.check(command), openScreen(terminal, terminal, env)).split('\n');
}

/** What of the command is underlined, put together again. */
function marked(lines: readonly string[]): string {
  const pieces = lines.flatMap((line, at) => {
    const [, before = '', marks = ''] = /^( *)(~+)$/.exec(line) ?? [];
    const above = lines[at - 1] ?? '';
    let [column, text] = [0, ''];
    for (const char of above) {
      if (column >= before.length && column < before.length + marks.length) text += char;
      column += widthOf(char);
    }
    return text;
  });
  return pieces.join('');
}

test.each<[command: string, marked: string]>([
  ['sudo ls', 'sudo ls'],
  ['echo hi', ''],
  ['echo one two three four five six seven && rm -rf build dist node_modules coverage', 'rm -rf build dist node_modules coverage'],
  ['echo a\nrm -rf build\necho b', 'rm -rf build'],
  ['echo 世界世界世界世界世界世界世界世界世界 && rm -rf 世界', 'rm -rf 世界'],
  ['echo "\u202e" && rm -rf build', 'echo "\\u202e" && rm -rf build'],
])('%j: each width shows the whole command and underlines what decided', (command, part) => {
  for (const columns of [40, 80, 200])
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      const lines = shown(command, columns, env);
      expect(marked(lines)).toBe(part);
      expect(lines.filter((line) => widthOf(line) > columns || /\s$/.test(line) || line.includes('\x1b'))).toEqual([]);
      const text = command.replace('\u202e', '\\u202e').split('\n').join('');
      expect(lines.map((line) => line.replace(/^ {4}/, '')).filter((line) => !/^ *~+$/.test(line)).join('')).toContain(text);
    }
}); // prettier-ignore
