import type { Random } from '../../fixtures/random.ts';
import { readCorpus } from '../../attacks/policy/corpus.ts';

/** Commands of the corpus as they are, and then with a few places changed. */
export function linesToCompare(count: number, random: Random): string[] {
  const corpus = [...readCorpus().values()]
    .flat()
    .filter(({ shell }) => shell === 'powershell')
    .map(({ command }) => command);
  const shapes = [...corpus, ...structures];
  return Array.from({ length: count }, (_, at) => shapes[at] ?? mutate(random.pick(shapes), shapes, random));
}

/** The line, and commands that run it as code. */
export function withCode(line: string): string[] {
  const quoted = `'${line.replaceAll("'", "''")}'`;
  return [line, `Invoke-Expression ${quoted}`, `pwsh -c ${quoted}`];
}

function mutate(line: string, lines: readonly string[], random: Random): string {
  let text = line;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(text.length + 1);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const way = random.below(4);
    if (way < 2) text = before + random.pick(pieces) + after;
    else if (way === 2) text = before + after.slice(1 + random.below(3));
    else {
      const other = random.pick(lines);
      const from = random.below(other.length);
      text = before + other.slice(from, from + 1 + random.below(25)) + after;
    }
  }
  return text;
}

/** What the corpus has little of. */
const structures = [
  'if ($a) { b } elseif (c) { d } else { e }',
  'while ($a) { b; c }',
  'do { a } until (b)',
  'for ($i = 0; $i -lt 3; $i++) { a $i }',
  'foreach ($x in a) { b $x }',
  'switch -Regex (a) { "b" { c } default { d } }',
  'try { a } catch [IO.IOException] { b } finally { c }',
  'function f($x = (a)) { b }; f (c)',
  '$x = a | b; "$(c) $x" | d',
  '@{ a = b; c = { d } } | e',
  '@"\na $(b)\n"@ | c',
  "@'\na; b\n'@ | c",
  'a (b) { c } $(d) @(e) -x:(f)',
  '& "a" b; . { c }; & $d.e',
  '$a.b((c)).d[(e)] = f',
  '[a]::b((c)) -join (d)',
  'a && b || c',
  'a 2>&1 > b; c *> $null',
  '<# a #> b # c\nd',
  'a `\n  b; c',
];

const pieces = [
  ['"', "'", '`', '$', '#', '%', ':', '\\', '!', ',', '=', '-', '@', '\n', ' '],
  ['$(', ')', '(', '{', '}', '@(', '@{a=', '|', ';', '&', '& ', '. ', '&&', '||', '::', '.a(', '[0]', '<# #>', ' #'],
  [' > x', ' 2>&1', ' --% ', '$x', '${a b}', '@x', '[int]', ' -join ', '-not ', '1..3', ' , ', ' a b', '; a; '],
  ['@"\n', '\n"@', "@'\n", "\n'@", '\u2013', '\u201c', '\u2018', '% { ', '? { ', 'if (1) {', 'function f {'],
  ['foreach ($i in 1) {', 'param($a)', 'return ', '`\n', '\r\n'],
].flat();
