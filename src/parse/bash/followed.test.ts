import { expect, test } from 'vitest';
import { describeFew } from '../../../test/fixtures/few-programs.ts';
import { startedByBash } from '../../../test/fixtures/stubbed-bash.ts';
import type { ShellPlan } from '../../protocol/shell.ts';
import { planBash } from './index.ts';

function plan(line: string): ShellPlan {
  return planBash(line, {
    cwd: '/home/someone/project',
    home: '/home/someone',
    env: { PWD: '/home/someone/project', HOME: '/home/someone', PATH: '/usr/bin:/bin' },
    describe: describeFew,
    readScript: () => undefined,
  });
}

const isDoubted = ({ doubts, commands }: ShellPlan) =>
  doubts.length > 0 || commands.some((command) => command.doubts.length > 0);

/** Lines whose variables, arguments and outputs have to be followed as bash does, or `rm` is taken for something else. */
const followed = String.raw`
c=rm; f() { local c=ls; g; }; g() { unset c; $c a; }; f
c=ls; f() { local c=ls; g; }; g() { unset c; c=rm; }; f; $c a
c=ls; f() { local c; $c rm a; }; f
readonly c=rm; f() { local c=ls; $c a; }; f
c=rm; \f() { c=ls; }; f; $c a
declare -n r=c; declare -n r='c[1]'; c=(ls rm); $r a
c=ls; for x in 1 2; do for y in 1 2; do c=rm; break 2; done; c=ls; done; $c a
c=ls; n=2; for x in 1 2; do for y in 1 2; do c=rm; break $n; done; c=ls; done; $c a
set ls; set - rm; $1 a
set -- rm; set -; $1 a
c=rm; false && c=ls || $c a
c=rm; foo || c=ls && $c a
c=rm; false && bar && c=ls || false || $c a
c=rm; [[ $x ]] && c=ls || $c a
[[ -f x && ${'${c:=ls}'} ]]; ${'${c:=rm}'} a
test "${'${zz:+${c:=ls}}'}"; ${'${c:=rm}'} a
test ${'${zz:+${c:=ls}}'}; ${'${c:=rm}'} a
c=(rm ls); i=0; [[ $a -eq 1 && i++ -eq 3 ]]; ${'${c[i]}'} a
set -- rm; set -e; $1 a
set - -- rm; shift; $1 a
c=(rm ls); c[0]=x unset 'c[1]'; "${'${c[@]}'}"
c=rm; c=ls read c <<< foo; $c a
c=xrm; "${'${c[@]:1}'}" a
c=xrmx; ${'${c[*]:1:2}'} a
c=x; "${'${c[@]:9}'}" rm a
c=x; "${'${c[@]: -9}'}" rm a
${'${BASH_REMATCH+ls}'} rm a
${'${FUNCNAME-rm}'} a
c=ls; printf -v 'c[0]' %s rm; $c a
c=(ls x); i=0; printf -v "c[$i]" %s rm; "${'${c[@]}'}"
c=; exec {c}> out; ${'${c:+rm}'} a
BASH_ARGV0=rm; $0 a
env 'BASH_FUNC_ls%%=() { rm a; }' bash -c ls
. <(echo 'set -- rm'); $1 a
. <(echo 'set -- rm') x; $1 a
x=rm; . <(echo 'return; x=ls'); $x a
x=rm; f() { . <(echo 'return; x=ls'); $x a; }; f
exec -a rm bash -c '$0 a'
/proc/self/exe -c 'rm a'
f() { echo rm >&2; echo a; }; $(f 2>&1)
$( { echo rm >&2; } 2>&1 ) a
$( { echo ls; echo rm >&3; } 3>&1 >/dev/null ) a
$(echo rm 3>&1 >/dev/null 1>&3) a
$(echo rm > /dev/fd/1) a
$(echo rm > /dev/stdout) a
$(exec 3>&1 >/dev/null; echo rm >&3) a
{ echo 'rm a' >&2; } |& bash
{ echo 'rm a' >&2; } 2>&1 | bash
{ echo 'rm a' >&2; } &> new.sh; bash new.sh
{ echo 'rm a' >&2; } > new.sh 2>&1; bash new.sh
(echo 'rm a' >&2) >& new.sh; bash new.sh
eval 'echo "rm a" >&2' |& bash
c=(ls ls); read 'c[1]' <<< rm; ${'${'}c[1]} a
read 1 <<< ls; set -- rm; $1 a
set -- rm; printf -v 1 ls; $1 a
set -- rm; unset 1; $1 a
c=rm; unset -n c; $c a
ls() { $c a; }; c=true; ls; c=rm; unset -vf ls; ls
c=rm; read c <&-; $c a
c=ls; declare -n r=c; mapfile -t r <<< rm; $c a
c=(a a a a a a a a ls ls ls); printf -v 'c[010]' rm; ${'${'}c[8]} a
c=rm; printf -v c; $c a
printf -v c 'rm%cx' ''; $c a
$(printf 'rm%5%') a
c=; printf 'x%n' c; ${'${'}c:+rm} a
eval "$(printf %b "echo \\' ; rm a ; \\'")"
echo -e "echo \\' ; rm a ; \\'" | bash
echo -e "echo \\47 ; rm a; \\47" | bash
set -- rm ls; shift 0x1; $1 a
c=(rm ls); i=0; let '1+' i=1; ${'${'}c[i]} a
exec -- <<< 'rm a'; bash
exec <<< 'ls'; { bash; } <<< 'rm a'
exec <<< 'ls'; f() { bash; }; f <<< 'rm a'
exec <<< 'ls'; eval bash <<< 'rm a'
exec <<< 'rm a'; { exec <<< ls; } < /dev/null; bash
exec <<< 'rm a'; f() { exec <<< ls; }; f < /dev/null; bash
exec <<< ls; cat; $(cat) rm a
bash -c 'cat; $(cat) rm a' <<< ls
eval 'cat; $(cat) rm a' <<< ls
echo ls | eval 'cat; $(cat) rm a'
echo ls | eval '$(cat >&2)$(cat) rm a'
c=rm; foo && readonly c; read c <<< ls; $c a
c=rm; while foo; do readonly c; break; done; read c <<< ls; $c a
c=rm; trap 'readonly c' DEBUG; read c <<< ls; $c a
c=ls; f() { $c a; }; trap f EXIT; c=rm
trap '. ./f' EXIT; echo 'rm a' > f
set -- ls; (trap '$1 a' EXIT; set -- rm)
c=ls; trap '$c a' DEBUG; read c d <<< 'rm x'; :; c=ls
set -- ls rm; trap '$1 a' DEBUG; shift; :; set -- ls
f() { trap '$1 a' RETURN; shift; }; f ls rm
c=ls; PS4='$($c a)'; set -x; c=rm; :
PS4='${'${'}c:=ls}'; ${'${'}c:=rm} a
PS4=' rm '; set -x; $( { :; } 2>&1 ) ls
set -T; trap 'echo rm' DEBUG; $(:) ls
set -E; trap 'echo rm' ERR; $(false) ls
c=rm; if foo; then logout; else c=ls; fi; $c a
shopt -s extdebug; trap '[[ $BASH_COMMAND != "c=ls" ]]' DEBUG; c=rm; c=ls; $c a
shopt -s execfail; c=rm; if foo; then exec nosuch; else c=ls; fi; $c a
shopt -uo braceexpand; set -- {a,b} rm; $2 a
shopt -so posix; c=ls; c=rm :; $c a
shopt -s nocasematch; c=rXm; ${'${'}c/x/} a
POSIXLY_CORRECT=1; c=ls; c=rm :; $c a
set -o -- -- rm; shift; $1 a
set -oo emacs vi rm; $1 a
set -- rm; set -o nosuch ls; $1 a
set -- ls; set + rm; $1 a
set -a; c=ls; grep() { $c a; }; grep; c=rm; bash -c grep
c=ls; f() { :; }; export -f f; f() { $c a; }; f; c=rm; export c; bash -c f
f() { rm a; }; readonly -f f; f() { ls a; }; f
: ${'${'}BASH_CMDS[ls]:=$(type -P rm)}; ls a
declare "BASH_CMDS[ls]=$(type -P rm)"; ls a
declare -n r='BASH_CMDS[ls]'; r=$(type -P rm); ls a
c=ls; f() { c=rm; }; compgen -F f x; $c a
> ';rm a'; eval echo *
hash rm; $(hash -t rm) ls
$(pwd -x) rm a
$(command -v eval) "rm a"
set -- $(export); ${'${'}1:+rm} a
set -- $(declare); ${'${'}1:+rm} a
set -- $(set -o); ${'${'}1:+rm} a
c=rm; read c <<< ls 3< /nonexistent; $c a
c=rm; { c=ls; } < /nonexistent; $c a
c=rm; { c=ls; } > /; $c a
c=rm; f() { c=ls; }; f < /nonexistent; $c a
c=rm; export c=ls < /nonexistent; $c a
set -- rm ls; shift < /nonexistent; $1 a
c=rm; eval c=ls < /nonexistent; $c a
c=rm; for x in 1; do c=ls; done < /nonexistent; $c a
c=rm; read c <<< ls 3<&7; $c a
c=rm; { c=ls; } >&7; $c a
c=rm; ulimit -Sn 3; read c <<< ls; ulimit -Sn 50; $c a
trap 'source f' EXIT; echo 'rm a' > f
f() { $c a; }; g() { f; }; c=ls; trap g EXIT; c=rm
read c d < /dev/null; ${'${'}c:+ls} rm a
c=rm; false && echo c=ls > g; . ./g; $c a
`
  .trim()
  .split('\n')
  .concat([
    'shopt -s expand_aliases\nalias ls=rm\nf() { ls a; }\nunalias ls\nf',
    'shopt -s expand_aliases\nalias while="rm a; while"\nwhile false; do :; done',
    'shopt -s expand_aliases\n: ${BASH_ALIASES[ls]:=rm}\nls a',
    'rm 2\\\n>&1',
  ]);

test.each(followed)('%j: rm is in the plan, or the plan is in doubt', (line) => {
  const planned = plan(line);
  expect(isDoubted(planned) || planned.commands.some(({ name }) => name === 'rm')).toBe(true);
});

test('bash really runs rm for those lines', () => {
  const started = startedByBash(followed);
  expect(followed.filter((_, at) => !started[at]?.includes('rm'))).toEqual([]);
});

test.each([['set +B; ls {a,b}'], ['set -k; ls a=1 b'], ['shopt -s localvar_inherit']])(
  '%j changes what words become, which is a doubt',
  (line) => {
    expect(isDoubted(plan(line))).toBe(true);
  },
);

test.each([
  'DIR="$(cd "$(dirname "$0")" >/dev/null 2>&1 && pwd)"; ls "$DIR"',
  'make > log 2>&1; bash test.sh',
  'for a in 1 2; do for b in 1 2; do break 2; done; done; ls',
  'f() { local a b; a=x; ls "$a"; }; f',
  'trap "echo interrupted" INT TERM; make',
  'cleanup() { ls "$tmp"; }; trap cleanup EXIT; tmp=$(mktemp -d); make > log 2>&1',
  'set -Eeuo pipefail; make',
])('%j leaves no doubt', (line) => {
  expect(isDoubted(plan(line))).toBe(false);
});

test('a substitution without an end in a prompt is a doubt, as bash drops its last letter', () => {
  expect(isDoubted(plan('x=\'$(rm -rf build\'; : "${x@P}"'))).toBe(true);
  expect(isDoubted(plan('x=\'$(rm -rf build)\'; : "${x@P}"'))).toBe(false);
});

test('quotes around nothing but the end of a line are an empty argument', () => {
  expect(plan('ls "\\\n" a').commands[0]?.argv.map(({ pieces }) => pieces)).toEqual([['ls'], [], ['a']]);
});

test('a tilde in what braces made is one only at its beginning', () => {
  const words = plan('ls x={a,~} x=~ {~,b}').commands[0]?.argv.flatMap(({ pieces }) => pieces);
  expect(words).toEqual(['ls', 'x=a', 'x=~', 'x=/home/someone', '/home/someone', 'b']);
});

test('a pattern that may match nothing is an argument that may not be there', () => {
  const words = (line: string) =>
    plan(line)
      .commands.at(-1)
      ?.argv.map(({ isSplit }) => isSplit);
  expect(words('ls *.c')).toEqual([false, false]);
  expect(words('shopt -s nullglob; ls *.c')).toEqual([false, true]);
});
