import { expect, test } from 'vitest';
import { isDoubted, planLine, removes } from '../../../test/fixtures/lines-that-remove.ts';
import { startedByBash } from '../../../test/fixtures/stubbed-bash.ts';

/** Lines that put `rm` down somewhere and run it later. */
const later = String.raw`
echo 'rm x' > new.sh; bash new"$(id)".sh
echo 'rm x' > new.sh; . ./new"$(id)".sh
echo 'rm x' > new.sh; bash ne*.sh
echo 'rm x' > new.sh; bash *
echo 'rm x' > new.sh; . ./ne?.sh
echo 'rm x' > new.sh; bash < ne?.sh
echo 'rm x' > new.sh; bash < new"$(id)".sh
echo 'rm x' > "new$(id).sh"; bash new.sh
echo 'rm x' > "$(id)new.sh"; bash new.sh
echo 'rm x' > "new$(id).sh"; bash "ne$(id)w.sh"
echo 'rm x' > -; . -
echo 'rm x' 1<> new.sh; bash new.sh
echo 'rm x' > new.sh 1>&1; bash new.sh
echo 'rm x' > new.sh > /dev/stdout; bash new.sh
echo 'rm x' 2> new.sh >&2; bash new.sh
exec > new.sh; echo 'rm x'; bash new.sh
exec 3> new.sh; echo 'rm x' >&3; bash new.sh
exec {fd}> new.sh; echo 'rm x' >&$fd; bash new.sh
{ echo 'rm x' >&3; } 3> new.sh; bash new.sh
echo 'rm x' > new.sh; set -C; echo ls > new.sh; bash new.sh
echo 'rm x' > new.sh; false && echo ls > new.sh; bash new.sh
printf 'rm ' > new.sh; false && printf 'x' >> new.sh; bash new.sh
cd /dev; bash stdin <<< 'rm x'
bash /proc/thread-self/fd/0 <<< 'rm x'
x=ls; trap '$x a' EXIT; x=rm
x=ls; trap '$x a' DEBUG; x=rm; :; x=ls
x='\044(rm x)'; : "${'${x@P}'}"
x='$\[(rm x)'; : "${'${x@P}'}"
x='$(rm x'; : "${'${x@P}'}"
PS4='\044(rm x)'; set -x; :
PS1='$(rm x)' bash --norc -i <<< :
PS0='$(rm x)' bash --norc -i <<< :
builtin -- eval 'rm x'
BASH_ALIASES[x]='rm x'; shopt -s expand_aliases; eval x
BASH_ALIASES=([x]='rm x'); shopt -s expand_aliases; eval x
set -- 'a[$(rm x)]'; (($1))
set -- 'a[$(rm x)]'; echo $((1 + $1))
f() { (( $1 )); }; f 'a[$(rm x)]'
f() { while [ $# -gt 0 ]; do ((n=$1)); shift; done; }; f 1 'a[$(rm x)]'
bash -c '(($1))' _ 'a[$(rm x)]'
a=(1 'b[$(rm x)]'); ((a[1]))
a=(1 'b[$(rm x)]'); i=1; ((a[i]))
mapfile -t a <<< 'b[$(rm x)]'; ((a))
read -r n < <(echo 'a[$(rm x)]'); ((n))
printf 'a[$(rm x)]\n' | while read -r n; do ((n)); done
echo 'a[$(rm x)]' > n; read n < n; ((n))
echo 'a[$(rm x)]' > n; mapfile n < n; ((n))
echo 'a[$(rm x)]' > n; n=$(<n); ((n))
echo 'a[$(rm x)]' > n; n=$(cat n); ((n))
getopts a: n -a 'b[$(rm x)]'; ((OPTARG))
[[ 'b[$(rm x)]' =~ (.*) ]]; ((BASH_REMATCH))
: & wait -n -p 'b[$(rm x)]'
x='($(rm x))'; declare -a b=$x
`
  .trim()
  .split('\n')
  .concat(['x=\'a\nTEXT\nSALLYPORT_TEXT\n$(rm x)\'; : "${x@P}"']);

test.each(later)('%j: rm is in the plan, or the plan is in doubt', (line) => {
  const planned = planLine(line);
  expect(isDoubted(planned) || removes(planned)).toBe(true);
});

test('bash really runs rm for those lines', () => {
  const started = startedByBash(later);
  // An older bash has no `wait -p` and no `${x@P}`.
  expect(later.filter((_, at) => !started[at]?.includes('rm')).length).toBeLessThan(later.length * 0.2);
});

test('a file that is copied to another name is run by that name', () => {
  expect(removes(planLine("echo 'rm x' > a; cp a b; bash b"))).toBe(true);
  expect(removes(planLine("echo 'rm x' > a; cp a dir; bash dir/a"))).toBe(true);
  expect(removes(planLine("echo 'rm x' | tee a; bash a"))).toBe(true);
});

test('copies of copies of each other come to an end', () => {
  const names = Array.from({ length: 12 }, (_, at) => `f${at}`);
  const copies = names.flatMap((from) => names.filter((to) => to !== from).map((to) => `cp ${from} ${to}`));
  expect(isDoubted(planLine(`echo 'rm x' > f0; ${copies.join('; ')}; bash f11`))).toBe(true);
});

test('a text that many later ones may have replaced is a doubt, if it is not looked at', () => {
  const later = Array.from({ length: 40 }, (_, at) => `echo ${at} > f`);
  expect(isDoubted(planLine(`echo 'rm x' > f; set -C; ${later.join('; ')}; bash f`))).toBe(true);
});

test('what is on disk is looked at as well, since a write can fail', () => {
  const files = { '/home/someone/project/a.sh': 'rm x\n' };
  expect(removes(planLine('bash a.sh', { files }))).toBe(true);
  expect(removes(planLine('set -C; echo ls > a.sh; bash a.sh', { files }))).toBe(true);
});

test('which file on disk a pattern means is known only when it runs', () => {
  for (const line of ['bash *.sh', '. ./*.sh', 'bash < *.sh']) expect(isDoubted(planLine(line))).toBe(true);
});

test('a script that this line writes is run by the interpreter that it names', () => {
  const { commands } = planLine("printf '#!/usr/bin/env foo\\nrm x' > a; ./a b");
  const argv = commands.find(({ name }) => name === 'foo')?.argv.flatMap(({ pieces }) => pieces);
  expect(argv).toEqual(['foo', './a', 'b']);
});

test.each([
  'make > "$LOG"; bash test.sh',
  'echo done > "out-$x.log"; bash test.sh',
  'tmp=; trap \'ls "$tmp"\' EXIT; tmp=dir',
  String.raw`PS1='\[\033[01;32m\]\u@\h\[\033[00m\]:\w\$ '`,
  'a=(one \'two[1]\'); ls "${a[@]}"',
  'echo ls > a.sh; bash a.sh',
  'cat > a.sh <<E\nls\nE\nbash a.sh',
])('%j leaves no doubt', (line) => {
  expect(isDoubted(planLine(line))).toBe(false);
});
