import { expect, test } from 'vitest';
import { isDoubted, planLine, testThatNoneIsMissed } from '../../../test/fixtures/lines-that-remove.ts';

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
COPROC() { rm a; }; : $(coproc ls b)
ls >& '$(rm a)'
k=(ls rm); i=0; let 'i=1,j$(=)'; ${'${k[i]}'} a
ls $((1 ? 0 : $(rm a)))
ls $((0 && $(rm a)))
. /$(false)dev/stdin <<< 'rm a'
c=ls; f() { readonly c; }; c=rm f; $c a
for x in 1; do (c=ls; if :; then c=rm; break; fi; $c a); done
c='a b'; set -- $c$ rm; $2 a
c=(ls x); f() { c=rm; }; c[1]=y f; $c a
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
c=($? rm); "${'${c[@]:1}'}" a
mapfile -t c <<< $'x\nrm'; "${'${c[@]:1}'}" a
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
c=ls; if false; then readonly c; fi; c=rm; $c a
c=ls; f() { if false; then local c=ls; fi; c=rm; }; f; $c a
c=rm; f() { while ls; do local c; break; done; c=ls; }; f; $c a
while ls; do declare -l c; break; done; c=RM; $c a
d=ls; while ls; do declare -n c=d; break; done; c=rm; $d a
c=rm; declare c=ls < nofile; $c a
set -- rm; set -- ls > /nodir/x; $1 a
c=rm; { c=ls; } < nofile; $c a
c=rm; f() { c=ls; }; f < nofile; $c a
c=rm; f() { c=ls; } < nofile; f; $c a
c=rm; for c in ls; do :; done < nofile; $c a
c=rm; eval c=ls <&7; $c a
c=rm; exec 2>&-; eval c=ls >&2; $c a
c=ls; if true; then c=rm; exit < nofile; fi; $c a
f() { c=ls; if true; then c=rm; return < nofile; fi; $c a; }; f
c=ls; if true; then c=rm; break; fi; $c a
c=ls; f() { break; }; if true; then c=rm; f; fi; $c a
f() { continue; }; for x in 1; do if true; then c=rm; f; else c=ls; fi; $c a; c=ls; done
c=ls; for x in 1 2; do for y in 1; do c=rm; break 0; done; c=ls; done; $c a
c=ls; shopt -s execfail; if true; then c=rm; exec nothing; fi; $c a
c=ls; case x in x) c=rm ;;& *) $c a ;; esac
c=ls; case $y in *) c=rm ;;& *) $c a ;; esac
case x in x|${'${c:=ls}'}) ;; esac; ${'${c:=rm}'} a
f() { c=rm; }; while nothing; do f() { c=ls; }; done; f; $c a
while nothing; do rm() { :; }; done; rm a
f() { $c a; }; c=ls; f; f=(x); unset f; c=rm; f
rm() { :; }; unset -f $(id; echo rm); rm a
ls() { rm a; }; readonly -f ls; ls() { :; }; ls
f() { if [ -e x ]; then c=rm; return; fi; >x; f; $c a; }; c=ls; f
c=ls; f() { $c a; }; trap f EXIT; c=rm
trap f EXIT; f() { rm a; }; exit; f() { ls; }
r=c; c=ls; trap '${'${!r}'} a' EXIT; c=rm; exit; c=ls
c=ls; declare -n r=c; trap '$r a' EXIT; c=rm; exit; c=ls
set -- ls; trap '$1 a' EXIT; set -- rm; exit; set -- ls
set -- rm ls; shift 0x1; $1 a
c=rm; eval ': $((1/0)); c=ls'; $c a
c=rm; readonly r; eval 'r=1; c=ls'; $c a
c=rm; readonly r; . <(echo 'r=1; c=ls'); $c a
c=rm; eval ': ${'${!nn}'}; c=ls'; $c a
c=rm; eval ': ${'${c:1:-9}'}; c=ls'; $c a
c=rm; eval 'x[-1]=2; c=ls'; $c a
c=ls; if :; then c=rm; eval ': $((1/0)); exit'; fi; $c a
c=rm; FUNCNEST=1; g() { :; }; f() { g; c=ls; }; eval f; $c a
c=1; x=c; (( $x = 0 )); k=(rm ls); ${'${k[c]}'} a
c1=1; y=1; (( c$y = 0 )); k=(rm ls); ${'${k[c1]}'} a
c=1; (( "c" = 0 )); k=(rm ls); ${'${k[c]}'} a
k=(rm ls); ${'${k[++0]}'} a
k=(ls rm); ${'${k[--1]}'} a
k=(rm ls); ${'${k[(~4294967296)+4294967297]}'} a
k=(rm ls); ${'${k[(2147483648&2147483648)>0?0:1]}'} a
x=1+1; k=(a b c rm ls); n=$(( $x * 2 )); ${'${k[n]}'} a
c=0; test -v 'k[c=2]'; k=(ls b rm); ${'${k[c]}'} a
c=0; k=(1); unset 'k[c=2]'; k=(ls b rm); ${'${k[c]}'} a
c=0; k=([c=2]=1); k=(ls b rm); ${'${k[c]}'} a
c=0; x='k[c=2]'; : ${'${!x}'}; k=(ls b rm); ${'${k[c]}'} a
c=rm; eval ': $((1=2)); c=ls'; $c a
declare -n r=c; c=rm; f() { :; }; r=ls f; $c a
declare -n r=c; c=rm; r=ls :; $c a
a=ls; a=rm b=$a bash -c '$b x'
a=ls; f() { $b x; }; a=rm b=$a f
f() { local c; $c a; }; c=rm f
c=rm; f() { unset c; $c a; }; c=ls f
c=ls; c=rm > $($c a; echo out)
c=0; ls <<< $((c=2)); k=(rm b ls); ${'${k[c]}'} a
declare -i n=1; n+=1; k=(x x rm); ${'${k[n]}'} a
c=rm; f() { local -I c; $c a; }; f
declare -u c; declare +u c; c=rm; $c a
declare -ul c; c=rm; $c a
shopt -s lastpipe; set -m; c=rm; : | c=ls; $c a
while nothing; do shopt -s lastpipe; done; c=rm; : | c=ls; $c a
set -a; ls() { "$@"; }; ls :; bash -c 'ls rm a'
c=rm; shopt -s extdebug; trap '[[ $BASH_COMMAND != c=ls ]]' DEBUG; c=ls; $c a
unset x; set -u; $(echo ls $x) rm a
set -e; shopt -s inherit_errexit; $(printf -v; echo ls) rm a
declare -n r=c; x=rm; c=ls; for r in x; do $r a; done
c=$(id); ${'${c:+ls}'} rm a
while nothing; do c=1; done; ${'${c+ls}'} rm a
c=rm; c=ls eval 'readonly c'; c=rm; $c a
c=rm; echo c=ls > /nodir/x.sh; . /nodir/x.sh; $c a
echo 'rm() { :; }' > /nodir/x.sh; . /nodir/x.sh; rm a
declare c=rm c=(ls); $c a
c=rm; ((c=)); $c a
c=rm; let c=; $c a
c=rm; ((c=1+)); $c a
c=rm; ((c='1')); $c a
c=($(ls)1 rm); ${'${c[@]:1}'} a
sh -c '${'${0%sh}'}rm a'
declare -an d=rm; rm=ls; $d a
c=rm; { c=ls; } < 1; $c a
exec 2>&-; c=rm; { c=ls; } >&2; $c a
c=rm; { { c=ls; } >&2; } 2>&-; $c a
c=rm; echo 'c=ls' > /nodir/s; . /nodir/s; $c a
sh -c 'c=ls; c=rm :; $c a'
sh -c 'c=ls; c=rm eval ls; $c a'
set -a; x=rm; bash -c 'c=${'${x:-ls}'}; $c a'
set -o allexport; x=rm; bash -c 'c=${'${x:-ls}'}; $c a'
c=rm c=ls :; ${'${c-rm}'} a
c=${'${x+echo }'}rm; $c a
c=rm; read c~ <<< ls; $c a
c=ls; read c$(ls) <<< rm; $c a
set -"$(ls > out)" rm ls; $1 a
c=ls; case a in a) c=rm ;;& a) $c a ;; esac
c=ls; case a in a) c=rm ;;& b) : ;; esac; $c a
c=rm; { c=ls; } > /nodir/x; $c a
c=rm; { c=ls; } >&7; $c a
c=rm; if :; then c=ls; fi < nofile; $c a
c=rm; export c=ls < nofile; $c a
c=rm; eval c=ls < nofile; $c a
set -- rm; set -- ls < nofile; $1 a
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
c=rm; ulimit -Sn 3; read c <<< ls; ulimit -Sn 50; $c a
trap 'source f' EXIT; echo 'rm a' > f
f() { $c a; }; g() { f; }; c=ls; trap g EXIT; c=rm
c=r; c+=m bash -c '$c a'
c=r; f() { $c a; }; c+=m f
f() { local -n c=$1; c=rm; }; c=ls; f c; $c a
c=ls; POSIXLY_CORRECT=1; c=rm :; $c a
unset c; (:) <<< ${'${c:=ls}'}; : ${'${c:=rm}'}; $c a
unset c zz; : ${'${zz#${c:=ls}}'}; : ${'${c:=rm}'}; $c a
unset zz; n=0; : ${'${zz:n=1}'}; k=(rm ls); ${'${k[n]}'} a
n=0; : ${'${#k[n=1]}'}; k=(rm ls); ${'${k[n]}'} a
r=rm; unset -n r; $r a
declare -n r=rm; rm=c; c=ls; ${'${!r}'} a
c=$d; ${'${c-ls}'} rm a
unset x; set -u; $(cat <<< ls$x) rm a
unset x; $(cat <<< ls${'${x?}'}) rm a
sh -c 'c=ls; c=rm :; $c a'
bash --posix -c 'c=ls; c=rm eval :; $c a'
export BASHOPTS; shopt -s lastpipe; bash -c 'c=ls; : | c=rm; $c a'
c=rm; f() { c=ls eval 'local c'; }; f; $c a
trap f USR1; c=ls; f() { c=rm; }; kill -USR1 $$; $c a
trap '. ./x.sh' USR1; c=ls; echo c=rm > x.sh; kill -USR1 $$; $c a
trap 'unset -f rm' USR1; rm() { :; }; kill -USR1 $$; rm a
trap shift USR1; set -- ls rm; kill -USR1 $$; $1 a
command_not_found_handle() { "${'${@:2}'}"; }; command_not_found_handle x ls; nothing rm a
c=$(id); d=rm; for x in $c; do d=ls; done; $d a
for x in $y; do d=ls; done; ${'${d:-rm}'} a
read c d < /dev/null; ${'${'}c:+ls} rm a
c=rm; false && echo c=ls > g; . ./g; $c a
`
  .trim()
  .split('\n')
  .concat([
    'c=rm; f() { readonly r; r=1; c=ls; }; f; c=ls\n$c a',
    'c=rm; : $((1/0)); c=ls\n$c a',
    'rm 2\\\n>&1',
    'shopt -s expand_aliases\nalias ls=rm\nf() { ls a; }\nunalias ls\nf',
    'shopt -s expand_aliases\nalias while="rm a; while"\nwhile false; do :; done',
    'shopt -s expand_aliases\n: ${BASH_ALIASES[ls]:=rm}\nls a',
  ]);

testThatNoneIsMissed(followed);

test.each([['set +B; ls {a,b}'], ['set -k; ls a=1 b'], ['shopt -s localvar_inherit']])(
  '%j changes what words become, which is a doubt',
  (line) => {
    expect(isDoubted(planLine(line))).toBe(true);
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
  expect(isDoubted(planLine(line))).toBe(false);
});

test('a substitution without an end in a prompt is a doubt, as bash drops its last letter', () => {
  expect(isDoubted(planLine('x=\'$(rm -rf build\'; : "${x@P}"'))).toBe(true);
  expect(isDoubted(planLine('x=\'$(rm -rf build)\'; : "${x@P}"'))).toBe(false);
});

test('quotes around nothing but the end of a line are an empty argument', () => {
  expect(planLine('ls "\\\n" a').commands[0]?.argv.map(({ pieces }) => pieces)).toEqual([['ls'], [], ['a']]);
});

test('a tilde in what braces made is one only at its beginning', () => {
  const words = planLine('ls x={a,~} x=~ {~,b}').commands[0]?.argv.flatMap(({ pieces }) => pieces);
  expect(words).toEqual(['ls', 'x=a', 'x=~', 'x=/home/someone', '/home/someone', 'b']);
});

test('a pattern that may match nothing is an argument that may not be there', () => {
  const words = (line: string) =>
    planLine(line)
      .commands.at(-1)
      ?.argv.map(({ isSplit }) => isSplit);
  expect(words('ls *.c')).toEqual([false, false]);
  expect(words('shopt -s nullglob; ls *.c')).toEqual([false, true]);
});
