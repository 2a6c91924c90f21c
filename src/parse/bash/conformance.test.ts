import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Word } from '../../protocol/shell.ts';
import { planBash } from './index.ts';

const home = '/home/someone';

/** The words that the plan says `probe` gets; undefined for one that is known only at run time. */
function planned(line: string, cwd: string): (string | undefined)[][] {
  const plan = planBash(line, {
    cwd,
    home,
    env: { PWD: cwd, HOME: home },
    describe: () => undefined,
    readScript: () => undefined,
  });
  if (plan.doubts.some(({ kind }) => kind === 'too-large')) return [[undefined]];
  return plan.commands.filter((command) => command.name === 'probe').map((command) => command.argv.slice(1).map(text));
}

function text(word: Word): string | undefined {
  return word.isPattern || word.pieces.some((piece) => typeof piece !== 'string')
    ? undefined
    : word.pieces.map(String).join('');
}

/** What bash itself hands to `probe`, for many lines in one process; nothing where a line is no valid bash. */
function ran(lines: readonly string[], cwd: string): string[][][] {
  const quote = (line: string) => `'${line.replaceAll("'", `'\\''`)}'`;
  const probe = `probe() { printf '%s\\0' call "$@" end-of-call; }; command_not_found_handle() { :; }`;
  const script = lines
    .map((line) => `( ${probe}; eval ${quote(line)} ) 2>/dev/null; printf '%s\\0' end-of-line`)
    .join('\n');
  const bash = spawnSync('bash', ['--norc', '--noprofile'], {
    input: script,
    cwd,
    env: { PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C.UTF-8' },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 50_000,
  });
  const perLine = bash.stdout.toString().split('end-of-line\0').slice(0, lines.length);
  return perLine.map((output) =>
    output
      .split('end-of-call\0')
      .filter((call) => call.startsWith('call\0'))
      .map((call) => call.split('\0').slice(1, -1)),
  );
}

/** Where bash and the plan disagree, and how many words were known before they ran. */
function compare(lines: readonly string[]): { differences: unknown[]; known: number } {
  const cwd = mkdtempSync(join(tmpdir(), 'sallyport-words-'));
  try {
    const truth = ran(lines, cwd);
    let known = 0;
    const differences = lines.flatMap((line, at) => {
      const bash = truth[at]?.[0];
      const plan = planned(line, cwd);
      if (bash === undefined) return [];
      const same = plan.find((words) => {
        if (words.includes(undefined)) return true;
        return words.length === bash.length && words.every((word, index) => word === bash[index]);
      });
      if (same && !same.includes(undefined)) known++;
      return same ? [] : [{ line, bash, plan: plan[0] }];
    });
    return { differences, known };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const lines = String.raw`
probe a'b'"c"\d
probe "a\$b\`c\"d\\e\f" 'a\b' a\ b
probe "" '' ""a
probe $'a\tb\x41\101\u00e9\'q' $'\e[0m' $"loc ale"
probe ~ ~/x "~" \~ a~ ~+ ~+/y x=~ ~/"q" ~"/q" :~
probe {a,b}c {1..3} {3..1} {01..03} {a..e..2} {1..10..3} x{,y}z {a} {a,b {a,{b,c}}d "{a,b}" {a\,b,c}
probe {a,"b c",$((1+1))} {-1..1} {1..a} {..} {a..} a{b,c}{d,e}f {,} x{,}
x=1; unset xy; probe $x ${'${x}'} "$x" '$x' \$x $x$x "${'${x}'}2" $xy
x="a b  c"; probe $x "$x" $x"$x" "-$x-" -$x-
x=" a "; probe -$x- "$x" $x
x=; probe $x "$x" ''$x a$x
unset x; probe $x "$x" ${'${x:-d e}'} "${'${x:-d e}'}" ${'${x-"d e"}'} ${'${x:+y}'} ${'${x+y}'}
x=v; probe ${'${x:-d}'} ${'${x:+y z}'} "${'${x:+y z}'}" ${'${x:+"y z"}'} ${'${x+y}'}
probe ${'${y:=new}'} $y; probe no
x=/usr/local/bin/tool.tar.gz; probe ${'${x#*/}'} ${'${x##*/}'} ${'${x%.*}'} ${'${x%%.*}'} ${'${x%/*}'} ${'${x##*.}'}
x=aXbXc; probe ${'${x/X/-}'} ${'${x//X/-}'} ${'${x/#a/-}'} ${'${x/%c/-}'} ${'${x/X}'} ${'${x//[Xc]/_}'} ${'${x/nothing/-}'}
x=hello; probe ${'${x^}'} ${'${x^^}'} ${'${x:1}'} ${'${x:1:3}'} ${'${x: -2}'} ${'${x:0:1}'} ${'${#x}'} ${'${x:(-3):2}'} ${'${x:1:-1}'}
x=HELLO; probe ${'${x,}'} ${'${x,,}'} ${'${x@L}'} ${'${x@U}'}
x=y; y=z; probe ${'${!x}'}
a=(one "two three" four); probe ${'${a[0]}'} "${'${a[1]}'}" "${'${a[@]}'}" ${'${a[@]}'} "${'${a[*]}'}" ${'${#a[@]}'} ${'${a[2]}'} ${'${a[-1]}'} $a
a=(1 2 3 4); probe "${'${a[@]:1:2}'}" "${'${a[@]:2}'}" ${'${a[@]: -1}'}
a=(x); a+=(y z); a[0]=w; probe "${'${a[@]}'}"
set -- p "q r" s; probe "$@" $@ "$*" $# "$2" ${'${@:2}'} "${'${@:2:1}'}" $1
set -- p "q r"; shift; probe "$@" $#
set --; probe "$@" a "$*" b
IFS=:; x=a:b::c; probe $x "$x"
IFS=:; x=:a:; probe $x
IFS=', '; x='a, b,c ,d'; probe $x
IFS=; x='a b'; probe $x
IFS=-; set -- a b; probe "$*"
probe $((1+2*3)) $((7/2)) $((2**10)) $((1<2)) $((5%3)) $[1+1] $(( (1+2)*3 )) $((0x10)) $((010))
x=3; probe $((x+1)) $((x*x)) $((x++)) $x $((++x)) $((x+=5)) $x
x=y; y=4; probe $((x)) $((x+1))
probe $((1?2:3)) $((!5)) $((~0)) $((1||0)) $((1&&0)) $((6&3)) $((6|3)) $((6^3)) $((1,2))
probe $(echo a b) "$(echo a b)" $(echo "a  b") "$(printf 'x\ny\n')" $(printf '%s-' a b)
probe "$(echo -n a; echo b)" $(true) "$(true)" a$(echo b)c
probe $(printf '\x41\102\n') "$(printf '%5s|%-5s|%03d' a b 7)" "$(echo -e 'a\tb')"
probe ${'${x:-$(echo sub)}'} "${'${x:-"in ner"}'}" "${"${x:-'sq'}"}" ${"${x:-'s q'}"}
x='a b'; probe ${'${x:+$x}'} "${'${x:+"$x"}'}" ${'${x:+"$x" "y z"}'}
x='*'; probe "$x" '*' \* "a*"
export x=1 y="a b"; probe $x "$y"
export x={a,b} y=~; probe "$x" "$y"
declare x=q; typeset y=r; readonly z=s; probe $x$y$z
declare -i n=3+4; probe $n
declare -u up=abc; declare -l lo=ABC; probe $up $lo
declare -n ref=target; target=val; probe $ref
printf -v out '%s-%s' a b; probe $out
read x <<< "word"; probe "$x"
for i in a b; do :; done; probe $i
f() { probe "$@" $# $1; }; f x "y z"
f() { local v=in; }; v=out; f; probe $v
eval 'probe a b'
eval probe '"c d"'
x='probe e'; $x f
x=pro; ${'${x}'}be g
$(echo probe) h
"pro"'be' i
p\robe j
{probe,k,l}
x=1 y=2; probe $x$y
x=1; x+=2; probe $x
x=a; { x=b; }; probe $x; (x=c); probe no
true && probe and
false || probe or
! probe not
if true; then probe then; fi
case abc in a*) probe case;; *) probe other;; esac
x=b; case $x in [ac]) probe no;; b|d) probe yes;; esac
x=1; [ $x = 1 ] && probe tested
probe "$(echo "$(echo "deep er")")" "$(echo $(echo a  b))"
probe a#b #c
probe $'a\nb' "$'a'" '"' "'"
probe "${'${HOME}'}" "$HOME/x" ${'${HOME#/}'} ~/a:~/b
x=~/a:~/b; probe $x
x="~/a"; probe $x
unset x; probe "${'${x-}'}" "${'${#x}'}"
x=abc; probe ${'${x:$((1)):1}'} ${'${x:${#x}-1}'}
x='a"b'"'"'c'; probe "$x" $x
x=$'a\nb'; probe $x "$x"
x=(); probe "${'${x[@]}'}" end
probe "a${'${x:-"b"c}'}d" ${'${x:-a\\ b}'} "${'${x:-a\\ b}'}"
probe \{a,b} {a,b\} a{1..2}b{x,y}
probe a{b,$'c d'} {"a b",c}
x=$(printf '%s\%s\n' a b c); probe "$x"
x=5; probe $((x > 3 ? 10 : 20)) $(( x == 5 ))
x=a.b.c; probe ${'${x//./}'} ${'${x//./\\/}'} ${'${x/./-}'}
x=aaa; probe ${'${x/a/b}'} ${'${x//a/b}'} ${'${x//aa/b}'} ${'${x#a}'} ${'${x##a*a}'}
x='x y'; y=$x; probe $y "$y"
x=$(echo 'a  b'); probe $x "$x"
x=ab; probe "${'${x:0:1}${x:1:1}'}" "${'${x@Q}'}"
probe "\a" "\'" "a\\" 'x'\''y'
probe ${'${x:-a b}'}c d${'${x:-a b}'} ${'${x:-{a,b}}'}
set -- a b; probe x"$@"y x$*y "${'${@}'}" "${'${*}'}" "${'${#@}'}"
set -- 'a b' c; for i; do probe "$i"; break; done
x='a b'; probe $x$x "$x"$x $x"$x"
probe $'\u4f60\u597d' "你好 $((1))" é
x=你好; probe $x "$x-" ${'${x:-d}'} ${'${x:+y}'}
`
  .trim()
  .split('\n')
  .concat([
    'probe a\\\nb "c\\\nd"',
    'probe "a\nb"',
    'probe "$(cat <<E\nhere $((1+1)) \\$x `echo q`\nE\n)"',
    "probe \"$(cat <<'E'\n$x \\ raw 'it\nE\n)\"",
    'probe "$(cat <<-E\n\ttab\n\t\ttwo\n\tE\n)"',
    'x=$(echo a; echo b); probe $x "$x"',
    'probe `echo a\\`echo b\\`` "`echo "c d"`"',
  ]);

test('words are expanded as bash expands them, topic by topic', () => {
  const { differences, known } = compare(lines);
  expect(differences).toEqual([]);
  expect(known).toBe(lines.length);
});

test('words made at random from all kinds of quotes and expansions are expanded as bash expands them', () => {
  const random = Array.from({ length: 800 }, (_, seed) => randomLine(seed + 1));
  const { differences, known } = compare(random);
  expect(differences).toEqual([]);
  expect(known).toBeGreaterThan(500);
});

function randomLine(seed: number): string {
  let state = Math.imul(seed, 2654435761) >>> 0;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = (items: readonly string[]) => items[next(items.length)] as string;
  const values = [
    'a',
    "'b c'",
    '"d  e"',
    "''",
    'x-y',
    "' f '",
    'g.h.i',
    '/u/v',
    '3',
    '$HOME',
    '~/t',
    '{1,2}',
    '$(echo s)',
    "$'t\\tu'",
  ];
  const simple = [
    'a',
    'bc',
    '/',
    '.',
    '-',
    '=',
    ':',
    ',',
    '1',
    '..',
    '~',
    '\\ ',
    "\\'",
    '\\$',
    '#',
    '%',
    '+',
    '@',
    '^',
  ];
  const patterns = ['*', '?', 'a', 'b*', '*c', '.', '*.', '/*', '*/', '"*"', '[a-c]', '[!a]'];
  const word = (depth: number): string => Array.from({ length: 1 + next(3) }, () => part(depth)).join('');
  const inner = (depth: number): string =>
    Array.from({ length: next(3) }, () =>
      next(3) === 0 && depth < 3
        ? expansion(depth + 1)
        : pick(['x', ' ', 'y z', '\\"', '\\\\', "'", '*', '{a,b}', '~']),
    ).join('');
  const part = (depth: number): string => {
    switch (next(9)) {
      case 0:
        return `'${pick(['', 'q', 'q r', '$v', '*', '\\'])}'`;
      case 1:
        return `"${inner(depth)}"`;
      case 2:
        return depth < 3 ? `{${word(depth + 1)},${word(depth + 1)}}` : 'z';
      case 3:
        return pick(['{1..3}', '{a..c}', '{3..1}', '{01..2}', '{x}', '{a,', 'b}']);
      case 4:
      case 5:
        return depth < 3 ? expansion(depth + 1) : '$v';
      default:
        return pick(simple);
    }
  };
  const expansion = (depth: number): string => {
    const name = pick(['v', 'w', 'u', 'n']);
    switch (next(14)) {
      case 0:
        return `\${${name}:-${word(depth)}}`;
      case 1:
        return `\${${name}:+${word(depth)}}`;
      case 2:
        return `\${${name}${pick(['#', '##', '%', '%%'])}${pick(patterns)}}`;
      case 3:
        return `\${${name}${pick(['/', '//'])}${pick(patterns)}/${pick(['', '-', 'Z', '"y"'])}}`;
      case 4:
        return `\${${name}:${next(3)}:${next(4)}}`;
      case 5:
        return `\${#${name}}`;
      case 6:
        return `\${${name}${pick(['^', '^^', ',', ',,'])}}`;
      case 7:
        return `$((${next(9)}${pick(['+', '-', '*'])}${next(9)}))`;
      case 8:
        return `$(echo ${word(depth)})`;
      case 9:
        return `$(printf '%s' "${inner(depth)}")`;
      case 10:
        return `\`echo ${pick(['a', 'b c', '$v', "'q r'"])}\``;
      default:
        return pick([`$${name}`, `\${${name}}`]);
    }
  };
  const setup = ['v', 'w', 'u'].map((name) => `${name}=${pick(values)}`).join('; ');
  return `${setup}; unset n; probe ${Array.from({ length: 1 + next(3) }, () => word(0)).join(' ')}`;
}
