import { expect, test } from 'vitest';
import { isDoubted, planLine, removes, testThatNoneIsMissed } from '../../../test/fixtures/lines-that-remove.ts';
import { describe } from '../../policy/effects/index.ts';

/** Lines that run `rm` by way of a file that a program has written, linked or changed, or by an option of a program. */
const lines = String.raw`
/bin/ln -s /dev/stdin x; bash x <<< 'rm a'
/bin/ln -s f g; echo 'rm a' > g; bash f
> f; /bin/ln f g; echo 'rm a' >> g; bash f
/bin/ln -s . d; echo 'rm a' > d/f; bash f
/bin/mkdir d; echo 'rm a' > d/f; /bin/ln -s f d/g; bash d/g
/bin/mkdir d; echo 'rm a' > d/f; /bin/cp -r d e; bash e/f
/bin/mkdir d; echo 'rm a' > d/f; /bin/mv d e; bash e/f
echo 'rm a' > f; /usr/bin/tee g < f; bash g
printf r > f; /usr/bin/tee -a f <<< 'm a'; bash f
printf r > g; printf ls > f; /bin/cp g f; printf 'm a' >> f; bash f
echo 'xx a' > f; /bin/sed -i s/xx/rm/ f; bash f
/usr/bin/find . -maxdepth 0 -fprintf f 'rm a\n'; bash f
echo 'rm a' > /proc/$$/cwd/f; bash f
echo 'rm a' > /dev/fd/../cwd/f; bash f
printf '#!/usr/bin/env -S rm sh\n' > f; /bin/chmod +x f; ./f
echo ls > f; printf '#!/usr/bin/env rm\n' > f; /bin/chmod +x f; ./f
echo 'rm a' > f.sh; bash -norc f.sh
echo 'rm a' > f.sh; bash -noprofile f.sh
bash -O xpg_echo -c 'echo ": \nrm a" | bash'
bash -O lastpipe -c 'c=ls; echo rm | read c; $c a'
bash +B -c 'set -- {a,b} rm; $2 a'
bash --posix -c 'c=ls; c=rm :; $c a'
sh -c 'c=ls; c=rm :; $c a'
sh -c "$(printf 'alias ls=rm\n{ unalias ls; ls a; }')"
export c=ls; env -S 'c=rm' bash -c '$c a'
xargs -d, bash -c '$2 a' x <<< ',rm'
xargs -E ls bash -c 'shift $(($#-1)); $1 a' _ <<< 'rm ls'
xargs -I% -l1 env <<< rm
/usr/bin/find -- . -maxdepth 0 -exec rm \;
echo rm a > f; . .$(true)/f
echo rm a > f; cd /; cd "$OLDPWD"; bash .$x/./f
env -u"$x" ls rm a
env -u"$(true)" ls A=1 rm a
env -u"$x" ls -u"$y" ls rm a
`
  .trim()
  .split('\n');

testThatNoneIsMissed(lines, { describe });

test.each([
  'cp a.sh b.sh && bash b.sh',
  "sed -i 's/a/b/' notes.txt && bash build.sh",
  'ln -s dist/cli.js bin/cli && node bin/cli',
  'sort -u words -o words; bash build.sh',
])('%j leaves no doubt', (line) => {
  expect(isDoubted(planLine(line, { describe }))).toBe(false);
});

test('a program is in the plan beside a function of its name that may not be there', () => {
  const { commands } = planLine('foo && bar() { :; }; bar x', { describe });
  expect(commands.filter(({ name }) => name === 'bar').map(({ isBuiltin }) => isBuiltin)).toEqual([false, true]);
});

test.each(['while foo; do rm() { :; }; done; rm x', 'rm() { :; }; while foo; do unset -f rm; done; rm x'])(
  '%j runs the program where no turn was taken, or one',
  (line) => {
    expect(removes(planLine(line, { describe }))).toBe(true);
  },
);
