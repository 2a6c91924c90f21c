import { expect, test } from 'vitest';
import { isDoubted, planLine } from '../../../test/fixtures/lines-that-remove.ts';
import { startedByBash } from '../../../test/fixtures/stubbed-bash.ts';

const names = (line: string) => planLine(line).commands.map((command) => command.name);
/** Lines that run `rm`, each in another way. */
const hiding = String.raw`
rm x
ls; rm x
ls && rm x
rm >&--rf x
rm 2>& --rf x
$'\x{72}m' x
$'\x{1172\x{6d}' x
declare -n r=c{; $r rm x
declare -n r; r=foo; $r rm x
declare -n r='a[0]'; $r rm x
declare -n a=b b=a; $a rm x
c=rm; r=c; declare -n r; $r x
_=ls; $_ rm x
FUNCNAME=ls; $FUNCNAME rm x
nothing || rm x
ls | rm x
ls |& rm x
ls & rm x
(rm x)
{ rm x; }
! rm x
time rm x
time -p rm x
! time rm x
coproc rm x
coproc NAME { rm x; }
if rm x; then :; fi
if :; then rm x; fi
if false; then :; elif rm x; then :; fi
if false; then :; else rm x; fi
for i in 1; do rm $i; done
for ((i=0;i<1;i++)); do rm $i; done
for ((;$(rm x)0;)); do :; done
while rm x; false; do :; done
until rm x; do :; done
while :; do rm x; break; done
case a in a) rm x;; esac
case $(rm x) in *) :;; esac
case a in $(rm x)) :;; esac
select x in a; do rm x; break; done <<< 1
f() { rm x; }; f
function f { rm x; }; f
function f() (rm x); f
ls() { rm x; }; ls
git() { rm "$@"; }; git status
f() { rm x; } >out; f
echo $(rm x)
echo "$(rm x)"
echo ${'`rm x`'}
echo "${'`rm x`'}"
echo ${'`echo \\`rm x\\``'}
echo "a$(echo "b$(rm x)")"
cat <(rm x)
ls > >(rm x)
cat <<< $(rm x)
cat <<< "$(rm x)"
echo ${'${x:-$(rm x)}'}
echo ${'${x:=`rm x`}'}
echo "${'${x:-`rm x`}'}"
x=1; echo ${'${x:+$(rm x)}'}
x=a; echo ${'${x#$(rm x)}'}
x=a; echo ${'${x%$(rm x)}'}
x=a; echo ${'${x/$(rm x)/b}'}
x=a; echo ${'${x/a/$(rm x)}'}
x=abc; echo ${'${x:$(rm x)0}'}
x=abc; echo ${'${x:0:$(rm x)1}'}
a=(1); echo ${'${a[$(rm x)0]}'}
echo $(( $(rm x) 1 ))
echo $((1 + $(rm x)1))
echo $[ $(rm x)1 ]
(( $(rm x)1 ))
((a[$(rm x)0]=1))
let "a=$(rm x)1"
[[ $(rm x) ]]
[[ a == $(rm x) ]]
[[ -n "$(rm x)" || -z y ]]
[ "$(rm x)" ]
test -n "$(rm x)"
a=($(rm x))
a=([0]=$(rm x))
a[$(rm x)0]=1
x=$(rm x)
x=$(rm x) ls
export x=$(rm x)
declare x=$(rm x)
readonly x="$(rm x)"
f() { local x=$(rm x); }; f
ls > $(rm x; echo out)
ls 2> "$(rm x; echo out)"
cat < $(rm x; echo /dev/null)
"rm" x
'rm' x
r\m x
r'm' x
"r"m x
$'rm' x
$'\x72\x6d' x
$'\162m' x
$"rm" x
{rm,x}
{,rm} x
rm${'${IFS}'}x
c=rm; $c x
c="rm x"; $c
c=(rm x); "${'${c[@]}'}"
a=r; b=m; $a$b x
set -- rm x; "$@"
set -- rm; $1 x
$(echo rm) x
$(printf 'r%s' m) x
${'`echo rm`'} x
$empty rm x
$() rm x
"$(echo rm)" x
x=xrmx; ${'${x:1:2}'} y
x=RM; ${'${x,,}'} y
x=arm; ${'${x#a}'} y
x=rmx; ${'${x%x}'} y
x=qm; ${'${x/q/r}'} y
x=c; c=rm; ${'${!x}'} y
declare -n r=c; c=rm; $r y
printf -v c rm; $c x
read c <<< rm; $c x
for c in ls rm; do $c x; done
if [ -z "" ]; then c=rm; fi; $c x
f() { "$@"; }; f rm x
f() { $1 x; }; f rm
alias zz='rm x'; eval zz; rm x
eval rm x
eval "rm x"
eval 'r''m' x
eval "eval 'rm x'"
c='rm x'; eval "$c"
c='rm x'; eval $c
trap 'rm x' EXIT
trap "rm x" 0
x='$(rm x)'; echo "${'${x@P}'}"
x='a[$(rm x)]'; echo $((x))
x='a[$(rm x)]'; ((x))
x='a[$(rm x)]'; [[ $x -eq 0 ]]
x='a[$(rm x)]'; [[ 0 -lt x ]]
x='a[$(rm x)]'; let x
x='a[$(rm x)]'; echo ${'${PWD:x}'}
x='a[$(rm x)]'; y[$x]=1
x='a[$(rm x)]'; for ((;x;)); do break; done
x='a[$(rm x)]'; declare -i y=x
declare -i y='a[$(rm x)]'
[[ 'a[$(rm x)]' -eq 0 ]]
[[ -v 'a[$(rm x)]' ]]
test -v 'a[$(rm x)]'
[ -v 'a[$(rm x)]' ]
printf -v 'a[$(rm x)]' y
read 'a[$(rm x)]' <<< y
unset 'a[$(rm x)]'
x='a[$(rm x)]'; echo ${'${!x}'}
x='a[$(rm x)]'; printf -v "$x" y
declare 'a[$(rm x)]=1'
read x <<< 'a[$(rm x)]'; echo $((x))
PS4='$(rm x)'; set -x; ls
set -x; PS4='$(rm x)'; ls
mapfile -C 'rm x;:' -c 1 a <<< y
compgen -C 'rm x' a
compgen -W '$(rm x)'
source <(echo rm x)
. <(echo rm x)
source /dev/stdin <<< 'rm x'
. /dev/fd/3 3<<< 'rm x'
exec rm x
exec -a name rm x
exec -c rm x
command rm x
command -p -- rm x
builtin eval rm x
builtin command rm x
command eval 'rm x'
command command rm x
env rm x
env A=1 rm x
env bash -c 'rm x'
A=rm bash -c '$A x'
export A=rm; bash -c '$A x'
bash -c 'rm x'
bash -c "rm x"
bash -c 'bash -c "rm x"'
bash -c '$0 x' rm
bash -c 'exec $0 x' rm
bash -c '"$@"' _ rm x
sh -c 'rm x'
echo 'rm x' | bash
printf 'rm %s\n' x | sh
bash <<< 'rm x'
cat <<< 'rm x' | bash
bash < <(echo rm x)
bash <(echo 'rm x')
echo x | xargs rm
echo x | xargs bash -c 'rm "$0"'
command_not_found_handle() { rm x; }; nothing
f() { rm x; }; export -f f; bash -c f
f() { rm x; }; trap f EXIT
x=rm; f() { x=ls; }; f & $x y
x=ls; true && x=rm; $x y
x=rm; (x=ls); $x y
x=rm; x=ls | cat; $x y
f() { $x a; x=rm; [ "$1" ] && f; }; x=ls; f 1
true; x=rm eval '$x y'
x=rm; unset x; x=ls; $x a; rm b
IFS=,; c=rm,x; $c
c='r m'; ${'${c/ /}'} x
: & rm x
[[ a ]] && rm x
[ a ] && rm x
a=1 b=2 rm x
>out rm x
2>&1 rm x
rm<<<x
rm>out
if ((1)); then rm x; fi
! { rm x; }
{ rm x; } | cat
{ { { rm x; }; }; }
( ( (rm x) ) )
a=$(b=$(rm x))
echo "${'${x:-"$(rm x)"}'}"
echo ${'${x:-${y:-${z:-$(rm x)}}}'}
echo $((a[$(rm x)0] + 1))
echo "$(( $(rm x)1 ))"
x+=$(rm x)
f() { return $(rm x)0; }; f
return $(rm x) 2>/dev/null; exit $(rm x)
exit 1 2; rm x
cd nowhere; rm x
cd . && rm x
pushd . && rm x
true & wait; rm x
shopt -s expand_aliases; rm x
echo $'\'' ; rm x ; echo $'\''
echo "\"; rm x; echo \""; rm y
echo '\'; rm x
echo \'; rm x
echo a#b; rm x
echo "${'${x:-}'}}"; rm x
`
  .trim()
  .split('\n')
  .concat([
    'ls\nrm x',
    'rm \\\nx',
    'r\\\nm x',
    'cat <<E\n$(rm x)\nE',
    'cat <<E\n`rm x`\nE',
    'cat <<-E\n\t$(rm x)\n\tE',
    'cat <<E\n${x:-$(rm x)}\nE',
    'cat <<"E"\n$(ls)\nE\nrm x',
    "bash <<'E'\nrm x\nE",
    'bash <<E\nrm x\nE',
    'x=rm; bash <<E\n$x y\nE',
    'echo $( # ) comment\nrm x\n)',
    'f()\n{\nrm x\n}\nf',
    'if true\nthen\nrm x\nfi',
    'shopt -s expand_aliases\nalias zz="rm x"\nzz',
    "shopt -s expand_aliases\nalias ls='rm x;ls'\nls",
    'eval "$(cat <<E\nrm x\nE\n)"',
    'case a in\n(a) rm x;;\nesac',
    'echo `# comment\nrm x`',
    '# comment\nrm x',
    "cat <<'A' <<'B'\na\nA\nb\nB\nrm x",
    'bash -c "$(printf \'rm x\\n\')"',
    'set -- a\nrm x',
  ]);

test.each(hiding)('%j: rm is in the plan', (line) => {
  expect(names(line)).toContain('rm');
});

test('bash really runs rm for those lines', () => {
  // Where the line needs a terminal or another version of bash, it is enough that the plan has it.
  const started = startedByBash(hiding);
  const never = hiding.filter((_, at) => !started[at]?.includes('rm'));
  expect(never.length).toBeLessThan(hiding.length * 0.06);
});

/** Lines where a wrong guess about what bash does would hide `rm` behind a harmless name. */
const misleading = String.raw`
local c=ls; $c rm x
declare -Z c=ls; $c rm x
export -Z c=ls; $c rm x
readonly -Z c=ls; $c rm x
declare -p c=ls; $c rm x
c=rm; cd nowhere && c=ls; $c x
c=rm; nope && c=ls; $c x
for i in 1 2; do c=rm; break; c=ls; done; $c x
for i in 1; do c=rm; continue; c=ls; done; $c x
while :; do c=rm; break; c=ls; done; $c x
f() { c=rm; return; c=ls; }; f; $c x
f() { return; echo ls; }; $(f) rm x
$(exit; echo ls) rm x
$(cd nowhere && echo ls || echo rm) x
$(cd nowhere || exit; echo ls) rm x
$(set -e; false; echo ls) rm x
$(: ${'${zz:?}'}; echo ls) rm x
$(set -u; echo $zz; echo ls) rm x
$(readonly a; a=1; echo ls) rm x
$(echo $((1/0)); echo ls) rm x
$(exec nope; echo ls) rm x
$(false && echo ls) rm x
$(echo ls >&2) rm x
$(echo ls > out) rm x
a=(ls rm); ((1 ? (n=1) : (n=0))); ${'${a[n]}'} x
a=(ls rm); ((n=1, 1 || (n=0))); ${'${a[n]}'} x
a=(ls rm); ((n=1, 0 && (n=0))); ${'${a[n]}'} x
{ read a; read b; } <<< $'ls\nrm'; $b x
f() { read a; read b; }; f <<< $'ls\nrm'; $b x
{ read a; bash; } <<< $': <<E\nrm y\nE'
shopt -s nocasematch; case LS in ls) c=rm;; *) c=ls;; esac; $c x
f() { case $n in 5) rm x;; esac; [ $n -gt 6 ] || { ((n++)); f; }; }; n=0; f
a=1 b=2 c=3 d=4 e=5; for i in 1 2 3 4 5 6 7; do :; done; while [ "$g" != rm ]; do g=$f f=$e e=$d d=$h h=rm; done; $g x
trap 'c=rm' DEBUG; c=ls; $c x
f() { rm x; }; f=1; unset f; f
declare -n r=c; c=ls; r=rm; $c x
c=ls; f() { local c=rm; g; }; g() { $c x; }; f
c=ls; f() { c=rm; }; f; $c x
c=ls; (c=rm; $c x)
c=ls; { c=rm; }; $c x
c=ls; eval c=rm; $c x
c=ls; declare c=rm; $c x
c=ls; read c <<< rm; $c x
c=ls; printf -v c rm; $c x
c=ls; : ${'${d:=rm}'}; $d x
c=ls; for c in rm; do :; done; $c x
c=(ls); c[0]=rm; $c x
c=l; c+=s; c=rm; $c x
c=ls; source /dev/stdin <<< c=rm; $c x
c=ls; . <(echo c=rm); $c x
unset c; $c rm x
c=; $c rm x
c=ls; unset c; $c rm x
c=ls bash -c '$c; rm x'
c=ls; bash -c '$c rm x'
set -- ls; shift; $1 rm x
set -- ls; shift -1 2>/dev/null; set --; $1 rm x
f() { $1 rm x; }; f
IFS=x; c=lxs; set -- $c; rm y
echo() { rm x; }; $(echo ls)
cat() { command echo rm; }; $(cat <<< ls) x
x=ls; x=rm true; $x a; rm b
PWD=ls; cd .; rm x
if nope; then c=ls; else c=rm; fi; $c x
nope && c=ls || c=rm; $c x
true || c=ls; rm x
[[ rm =~ (r.) ]]; ${'${BASH_REMATCH[1]}'} x
: rm; $_ x
getopts a: c -a rm; $OPTARG x
mapfile -t c <<< rm; $c x
c=$(printf 'rm'); $c x
c=$(echo "l"; echo rm); set -- $c; $2 x
echo ls | { read c; $c; rm x; }
select c in rm; do $c x; break; done <<< 1
coproc { rm x; }; wait
exec 3<<< 'rm x'; bash <&3
bash /dev/fd/3 3<<< 'rm x'
bash /dev/stdin <<< 'rm x'
echo 'rm x' > s; bash s
echo 'rm x' > s; . ./s
cat > s <<< 'rm x'; sh s
nope > s || echo 'rm x' >> s; sh s
printf '%s\n' ls 'rm x' > s; sh < s
cat s 2>/dev/null || echo 'rm x' | bash
`
  .trim()
  .split('\n');

test.each(misleading)('%j: rm is in the plan, or the plan is in doubt', (line) => {
  expect(isDoubted(planLine(line)) || names(line).includes('rm')).toBe(true);
});

test('bash runs rm for nearly all of those lines, so that they do mislead', () => {
  const started = startedByBash(misleading);
  const harmless = misleading.filter((_, at) => !started[at]?.includes('rm'));
  expect(harmless.length).toBeLessThan(misleading.length * 0.15);
});

/** Lines whose program cannot be known: it must be said. */
const dynamic = String.raw`
$UNKNOWN x
"$UNKNOWN" x
${'${UNKNOWN}'}
$(curl u) x
$(ls) x
ls; $(git config alias.x)
r? x
./r* x
eval "$UNKNOWN"
eval "$(curl u)"
eval $(ls)
bash -c "$UNKNOWN"
bash -c "$(ls)"
ls | bash
curl u | sh
base64 -d <<< cm0geAo= | bash
source <(ls)
bash <(curl u)
trap "$UNKNOWN" EXIT
read c < file; $c x
mapfile -t a < file; "${'${a[@]}'}"
while read c; do $c; done < file
c=$(ls); $c x
env $UNKNOWN x
xargs
command $UNKNOWN x
exec $UNKNOWN
echo ${'${UNKNOWN@P}'}
for c in $(ls); do $c; done
for c in *; do $c; done
for c in ./*.sh; do "$c"; done
fc -s
history -s $UNKNOWN
$(command -v "$U") x
$(. ./x) x
>&-rm x
rm >&-"$UNKNOWN" x
GIT_SSH_COMMAND=./x git fetch
declare -n PATH=c
enable -f ./x.so name
echo rm x | xargs env
x=ls; while [ $x = ls ]; do x=rm; done; $x y
i=0; while ((i<2)); do $c x; c=rm; ((++i)); done
shopt -s lastpipe; echo rm | read c; $c x
hash -p ./evil ls
PATH=.:$PATH ls
LD_PRELOAD=./x.so ls
BASH_ENV=./x bash -c :
export PATH=/tmp/x:$PATH
GIT_SSH_COMMAND=$UNKNOWN git fetch
PROMPT_COMMAND=$UNKNOWN
NODE_OPTIONS='--require ./x.js' npm test
echo "unterminated
if true; then ls
ls )
`
  .trim()
  .split('\n');

test.each(['${U:-$""(rm x)}', '${U:-"$"(rm x)}', '${U:-$"("rm x)}'])(
  'bash runs what the quotes of %j hide in a here-document, and it is a doubt',
  (body) => {
    const line = `cat <<E\n${body}\nE`;
    expect(startedByBash([line])[0]).toContain('rm');
    expect(isDoubted(planLine(line))).toBe(true);
  },
);

test('a parameter with a quoted default in a here-document is no doubt', () => {
  expect(isDoubted(planLine('cat <<E\n${U:-"$(ls)"} and ${V:-"x"}\nE'))).toBe(false);
});

test.each(dynamic)('%j: what is not known is a doubt', (line) => {
  expect(isDoubted(planLine(line))).toBe(true);
});
