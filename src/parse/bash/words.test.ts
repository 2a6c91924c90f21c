import { expect, test } from 'vitest';
import { isDoubted, planLine, testThatNoneIsMissed } from '../../../test/fixtures/lines-that-remove.ts';

/** Lines in which a name for `rm` comes out of variables, arrays, arguments and arithmetic, as bash expands them. */
const words = String.raw`
declare -u c; declare +u c; c=rm; $c a
declare -lu c; c=rm; $c a
declare -al c=(RM); $c a
a=(x ls rm y z w v u t s r q); declare -i i=1; i+=1; "${'${a[i]}'}" z
declare -ai n=(1-1); case ${'${n[0]}'} in 0) c=rm;; *) c=ls;; esac; $c a
declare -ai n=(1); n[0]+=1; case ${'${n[0]}'} in 2) c=rm;; *) c=ls;; esac; $c a
declare -A c=(); k=0; c[k]=rm; c[0]=ls; ${'${c[k]}'} a
declare -A c=(ls rm); "${'${c[@]}'}" a
declare -A c; c=(ls rm); "${'${c[@]}'}" a
c=(x); declare c='(rm a)'; "${'${c[@]}'}"
declare -a c='(rm a)'; "${'${c[@]}'}"
c=rm; f() { local -I c; $c ls a; }; f
c=rm; f() { unset c; $c a; }; c=ls f
f() { local c; $c a; }; c=rm f
declare -u c; c=rm eval '$c a'
c=r; c+=m eval '$c a'
c=r; c+=m bash -c '$c a'
c=ls; c=rm d=$c eval '$d a'
c=ls; c=rm d=$c bash -c '$d a'
c=; d=${'${c:=rm}'} : <<< ${'${c:=ls}'}; $c a
c=; c+=rm <<< ${'${c:=ls}'}; $c a
declare -n r=rm; rm=ls; ls=foo; ${'${!r}'} a
declare -n r=c; c=ls; mapfile -t r <<< rm; $c a
c=rm; declare -n r=x; for r in c; do $r a; done
c=rm; f() { local -n c=c; $c a; }; f
c=ls; declare -n r='c[0]'; r=rm; $c a
declare -n r=c; c=rm; r=ls eval :; $c a
x=c; c=; : ${'${!x:=rm}'}; $c a
x=c[@]; c=(ls rm); "${'${!x:1}'}" a
c=(rm); : ${'${c[1]:=ls}'}; $c a
c=m; ${'${c/#/r}'} a
c=r; ${'${c/%/m}'} a
c=xrm; ${'${c#["x"]}'} a
c=xrm; x=xy; ${'${c#[$x]}'} a
x=xy; case x in [$x]) c=rm;; *) c=ls;; esac; $c a
shopt -s nocasematch; c=Xrm; ${'${c/x/}'} a
c=é; b=(x ls rm); ${'${b[${#c}]}'} a
bash -c '"${'${@:0:1}'}" a' rm
read -n 2 x <<< rm; set -- $x; c=${'${1:-ls}'}; $c a
set -- rm ls; shift 0x1; $1 a
set -- rm; printf -v 1 %s ls; $1 a
set -- rm; read 1 <<< ls; $1 a
read -n 1 x <<< c; c=ls; unset $x; $c rm a
c='rm a'; IFS+=,; $c
export IFS=,; c='rm a' bash -c '$c'
c='rm a' IFS=, bash -c '$c'
IFS=,; set -- rm a; c=$@; IFS=' '; $c
IFS=,; set -- rm a; c="$@"; IFS=' '; $c
a='x '; b=',rm'; IFS=', '; set -- $a$b; $2 a
set -- rm a; c=; "${'${c:-$@}'}"
b=(rm a); c=1; "${'${c:+${b[@]}}'}"
set --; "${'${@:+x}'}" rm a
set -- "" ""; c=ls; "${'${*:+rm}'}" a
c=; "${'${'}c:-$'\x72m'}" a
c=${'${OSTYPE-x}'}; ${'${c#linux-gnu}'} rm a
c=${'${UID-x}'}; c=${'${c//[0-9]/}'}; $c rm a
export OPTIND; ${'${OPTIND:+rm}'} a
> b.txt; > c.txt; a=(*.txt rm ls); ${'${a[2]}'} a
> b.txt; > c.txt; a=(*.txt rm ls); "${'${a[@]:2}'}" a
> b.txt; > c.txt; a=(*.txt); c=(x ls rm); ${'${c[${#a[@]}]}'} a
> b.txt; > c.txt; set -- *.txt rm ls; $3 a
> b.txt; > c.txt; f() { shift 2; $1 a; }; f *.txt rm ls
> b.txt; > c.txt; bash -c '$2 a' *.txt rm ls
a=(x ls y); unset 'a[2]'; a+=(rm); ${'${a[2]}'} a
x=$(printf %b '\"'); ${'${'}x#\\\"}rm a
x=$(echo -e '\154'); ${'${'}x#\\154}rm a
"$(foo > /dev/null; false || exit; echo x/l)"rm a
c=(ls rm); ${'${c[$(( ~(1<<32) != -1 ))]}'} a
c=(ls rm); ${'${c[$(( ((1<<31)|0) > 0 ))]}'} a
x=1+1; a=(ls ls ls rm ls); ${'${a[$(($x*2))]}'} z
x=c; c=0; a=(ls rm); (($x=1)); ${'${a[c]}'} z
i=0; a=(ls rm); ((b[i++])); ${'${a[i]}'} z
i=0; a=(ls rm); ((b[i=1]=2)); ${'${a[i]}'} z
i=0; a=(ls rm); x='b[i++]'; ((x)); ${'${a[i]}'} z
i=0; a=(ls rm); c=(1 2); unset 'c[i++]'; ${'${a[i]}'} z
i=0; a=(ls rm); printf -v 'c[i++]' x; ${'${a[i]}'} z
i=0; a=(ls rm); read 'c[i++]' <<< x; ${'${a[i]}'} z
i=0; a=(ls rm); [[ -v c[i++] ]]; ${'${a[i]}'} z
i=0; a=(ls rm); declare 'c[i++]=x'; ${'${a[i]}'} z
i=0; a=(ls rm); x='c[i++]'; : ${'${!x}'}; ${'${a[i]}'} z
i=0; b[i++]=$i; case ${'${b[0]}'} in 0) c=rm;; *) c=ls;; esac; $c a
set -- x ${'${zz:+x}'} rm ls; $2 a
> b.txt; > c.txt; a=(); for f in *.txt; do a+=(rm); done; "${'${a[@]:1}'}" a
> b.txt; > c.txt; i=0; for f in *.txt; do ((i++)); done; c=(x ls rm); ${'${c[i]}'} a
i=0; a=(rm ls); unset c; : ${'${c:i++}'}; ${'${a[i]}'} z
i=0; a=(rm ls); unset c; : ${'${c#$((i++))}'}; ${'${a[i]}'} z
set -m; shopt -s lastpipe; c=rm; : | c=ls; $c a
i=0; a=(rm ls); x[++i]=5 eval :; ${'${a[i]}'} z
r=rm; unset -n r; $r a
c=$(false); ${'${c:+ls}'} rm a
declare -A m; ${'${m[k]+ls}'} rm a
c=$(false); d=(${'${c:+ls}'} rm); "${'${d[@]}'}" a
IFS=; set -- r m; c=$($*)
IFS=,; set -- a '' rm ls; set -- $*; $3 a
IFS=' ,'; set -- a ,rm; set -- $@; $2 a
> 'a rm'; for f in 'a rm'*; do set -- $f; $2 a; done
c=rm; declare -n r=c; f() { $c a; }; c=r; r+=m f
c=rm; for r in ls 'x y'; do declare -n r=c; done; $c a
x=(a b); c=${'${x[2]@A}'}; ${'${c:0:0}'}${'${c:+rm}'} a
c=rm; for x in $(foo); do c=ls; done; $c a
shopt -s nullglob; c=rm; for x in *.none; do c=ls; done; $c a
`
  .trim()
  .split('\n')
  // After an error the rest of the line is left out, and the next line runs.
  .concat([
    'c=rm\nreadonly x; x=1; c=ls\n$c a',
    'c=rm; true && readonly c\nc=ls\n$c a',
    'c=rm\n: $((1/0)); c=ls\n$c a',
    'c=rm\n: $((1+)); c=ls\n$c a',
    'c=rm\n: ${1:=x}; c=ls\n$c a',
    'c=rm\nx="a b"; : ${!x}; c=ls\n$c a',
    'c=rm\n: $((08)); c=ls\n$c a',
    'c=rm\n: $((2**-1)); c=ls\n$c a',
    'c=rm\nn="1 2"; : $((n)); c=ls\n$c a',
    'c=rm\nn=n; : $((n)); c=ls\n$c a',
    'c=rm\nx=(1); x[-5]=1; c=ls\n$c a',
    'c=rm\n: ${!zz}; c=ls\n$c a',
    'c=rm\nx=(1 2); : "${x[@]:0:-1}"; c=ls\n$c a',
    'c=rm\nx=1; : "${x:1:-1}"; c=ls\n$c a',
    'x=(rmm ls); declare -n r=x; "${!r%m}" a',
  ]);

testThatNoneIsMissed(words);

test('what may not be printed at all gives words that may not be there', () => {
  const argv = planLine('git clean $(foo || exit; echo x --dry-run)').commands[0]?.argv;
  expect(argv?.slice(2).map(({ isSplit }) => isSplit)).toEqual([true, true]);
});

test('the length of what is not ASCII, and where it is cut, hang on the locale', () => {
  const words = planLine('x=é; ls "${x:0:1}" "${#x}" "${x^}" "$x"').commands[0]?.argv.slice(1);
  expect(words?.map(({ pieces }) => pieces.every((piece) => typeof piece === 'string'))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test.each([
  'a=(one two); for f in "${a[@]}"; do ls "$f"; done',
  'declare -A m=([a]=b); for k in "${!m[@]}"; do ls "${m[$k]}"; done',
  'i=0; while ((i < 3)); do ((i++)); ls "$i"; done',
  'set -- *.txt; ls "$@"; [ $# -gt 0 ] && ls "$1"',
  'f() { local dir=${1:-.}; shift; ls "$dir" "$@"; }; f a b',
  'x=a.b; ls "${x%%.*}" "${x#*.}" "${x/./-}" "${x:0:1}" "${x^^}"',
  'n=4; ls $((n / 2)) $((n % 3 + 1))',
  'FOO=1 BAR=$HOME ls',
  'unset FOO BAR; ls',
])('%j leaves no doubt', (line) => {
  expect(isDoubted(planLine(line))).toBe(false);
});
