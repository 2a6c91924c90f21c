import { expect, test } from 'vitest';
import { isDoubted, planLine, testThatNoneIsMissed } from '../../../test/fixtures/lines-that-remove.ts';

/** Lines whose characters bash puts together otherwise than the parser does. */
const readOtherwise = [
  // Lines that go on within an operator.
  'c=ls; c=rm &\\\n> x; $c a',
  'c=ls; : `:`; c=rm &\\\n\\\n> x; $c a',
  'cat <<\\\n-E\n\tE\nrm a',
  '$(echo rm {f\\\nd}> x) a',
  '$(echo rm 1\\\n2> x) a',
  "$\\\n'rm' a",
  '$\\\n"rm" a',
  '$\\\n""rm a',
  'set -- ls {1.\\\n.2} rm ls; $4 a',
  "cat <<-'\tE'\n\tE\nrm a",
  'f() { $3 a; }; f ls 99999999999> x rm ls',
  '((${x-)} | rm a))',
  'c=rm; COPROC() { $c a; }; : $(coproc ls); c=ls',
  'c=rm; COPROC() { $c a; }; cat <(coproc ls); c=ls',
  '${!+ls} rm a',
  ": $(cat <<A)\n: '\nA\nrm a #'",
  ': $(cat <<E <<F\nE rm a)\nE\nF\n)',
  'c=rm; case a in ["a"b]) ;; *) c=ls ;; esac; $c a',
  'c=xrm; ${c#[]"x"]} a',
  ': $(> x ! rm a)',
  ': $(<<< x ! rm a)',
  'unset x; "${x-$\'rm\'}" a',
  ': $((rm +$(<<E\n)\nE)))',
  'set -- <() ls rm; $2 a',
  'coproc "$(rm a)" { :; }',
  'set -o history; set -H\n: rm\n!$ a',
  'c=rm; : $(cat <<E\nE\nc=ls; $c a)',
  'c=rm; cat <(cat <<E\nE\nc=ls; $c a)',
  `sh -c ': "\${x-'\\''}"; rm a; : "'\\''}"'`,
  'cat <<$(A  B)\n$(A B)\nrm a',
  ': <((()))#; rm a',
  "printf 'rm\\\\' | bash",
  "((cat <<'E'\nrm a\nE\n) | cat)",
  'f() ((ls <<E; ls\nrm a\nE\n) && ls); f',
  "c=(ls rm); i=0; let $'i=\\n1'; ${c[i]} a",
  // Aliases, which bash puts in while it reads.
  "shopt -s expand_aliases; alias if='rm a; if'\nif :; then ls; fi",
  "shopt -s expand_aliases; alias {='rm a; {'\n{ ls; }",
  'shopt -s expand_aliases; alias ~=rm\n~ a',
  'shopt -s expand_aliases; alias ls=rm\nunalias ls; ls a',
  'shopt -s expand_aliases; alias ls=rm\nf() { ls a; }\nunalias ls\nf',
  'shopt -s expand_aliases; alias f=ls\nc=rm; f() { $c a; }; ls; c=ls',
  'shopt -s expand_aliases; : ${BASH_ALIASES[ls]:=rm}\nls a',
  "shopt -s expand_aliases; declare 'BASH_ALIASES[ls]=rm'\nls a",
  'echo > rm; shopt -s extglob\n!(x)',
];

testThatNoneIsMissed(readOtherwise);

test.each([
  'ls a \\\n  -b \\\n  2>&1',
  'ls a &&\\\nls b',
  '(( (a + 1) * 2 > $(ls | wc -l) )) && ls',
  '(( $(wc -l < "$(ls)") > "3" )) && ls',
  'cat <<-E\n\tx\n\tE\nls',
  'coproc ls',
  'git commit -m "$(cat <<\'EOF\'\nText (with brackets)\nEOF\n)"',
  'git commit -m "$(cat <<EOF\nText\nEOF)"',
])('%j leaves no doubt', (line) => {
  expect(isDoubted(planLine(line))).toBe(false);
});

// Not run: an interactive shell asks for the terminal.
test.each([
  "bash -i -c 'shopt -u interactive_comments\n: # ; rm a'",
  "bash -O extglob -c '!(x)'",
  "bash -o posix -c 'c=ls; c=rm :; $c a'",
  'shopt -so posix',
])('%j changes how the rest is read, which is a doubt', (line) => {
  expect(isDoubted(planLine(line))).toBe(true);
});
