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
c=rm; { c=ls; } < nofile; $c a
c=rm; { c=ls; } > /nodir/x; $c a
c=rm; { c=ls; } >&7; $c a
c=rm; if :; then c=ls; fi < nofile; $c a
c=rm; for c in ls; do :; done < nofile; $c a
c=rm; f() { c=ls; }; f < nofile; $c a
c=rm; export c=ls < nofile; $c a
c=rm; eval c=ls < nofile; $c a
set -- rm; set -- ls < nofile; $1 a
`
  .trim()
  .split('\n')
  .concat(['rm 2\\\n>&1']);

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
