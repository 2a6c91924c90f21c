import { defineProgram, type Part, type Reader } from '../define.ts';
import { fed, inParallel, joined, splitString } from '../languages/arguments.ts';
import { after, headOf, textOf } from '../words.ts';

/** The options end where the other program begins. */
const wrapper: Part = { style: 'posix', strict: true, quiet: true, operands: { rest: 'argv' } };
const withNumber: Part = { ...wrapper, operands: { first: 'text', rest: 'argv' } };

/** A file, or `|command`. */
const outputOrProgram: Reader = (value, found) => {
  if (/^[|!]/.test(headOf(value))) found.nest({ kind: 'script', via: '-o', text: after(value, 1), shell: 'bash' });
  else found.effect({ kind: 'write', target: value });
};

/** Programs that start another one. */
export const wrappers = [
  defineProgram({
    ...wrapper,
    names: 'env genv',
    summary: 'Starts a program with a changed environment, or prints it.',
    options: {
      '- -i --ignore-environment -0 --null -v --debug --list-signal-handling': 'text',
      '-u --unset -P=': 'text',
      '-a --argv0=': 'flag',
      '-C --chdir=': 'last-folder',
      '-S --split-string=…': splitString,
      '--block-signal --default-signal --ignore-signal[=]': 'text',
    },
    operands: [{ if: '-S' }, { rest: 'argv', assignments: true }],
    forgets: '- -i --ignore-environment -u --unset',
    // Busybox and its like do what their name says.
    also: [{ if: '-a', doubt: '"env -a" gives a program another name' }],
    examples: {
      env: 'quiet',
      'env -i A=1 rm -rf /': 'quiet, > A=1 rm -rf /',
      "env -S 'rm -rf /'": 'quiet, > env rm -rf /',
      "env -S '-i A=1 rm' x": 'quiet, > env -i A=1 rm x',
      'env -C sub -u X ls -l': 'quiet, cd sub, > in sub ls -l',
      'env --ch=sub ls': 'quiet, cd sub, > in sub ls',
      'env -C a -C ../b rm x': 'quiet, cd a, cd ../b, > in ../b rm x',
      "env -C a -S '-C b rm x'": 'quiet, cd a, > in a env -C b rm x, ?',
      'env a-b=c =x rm a': 'quiet, > rm a',
      'env $X rm a': 'quiet, > … rm a, ?',
      'env -a ls rm a': 'quiet, > rm a, ?',
      'env --argv0=ls rm a': 'quiet, > rm a, ?',
    },
  }),
  defineProgram({
    ...wrapper,
    names: 'nohup setsid linux32 linux64 catchsegv eatmydata torify torsocks run-one winpty dumb-init i386 x86_64',
    summary: 'Starts a program apart from the terminal or with another view of the machine.',
    options: { '-c -f -w -v -R -L -B -X -Z -3 --ctty --fork --wait --verbose --single-child': 'text' },
    examples: { 'nohup rm -rf x': 'quiet, > rm -rf x', 'setsid -w ls': 'quiet, > ls', 'nohup --help': 'quiet' },
  }),
  defineProgram({
    ...withNumber,
    names: 'gdbserver',
    summary: 'Starts a program for a debugger elsewhere.',
    options: { '--once --multi': 'text' },
    examples: { 'gdbserver :1 ls': 'quiet, > ls', 'gdbserver --once :1 rm x': 'quiet, > rm x' },
  }),
  defineProgram({
    ...withNumber,
    names: 'timeout gtimeout',
    summary: 'Starts a program for a limited time.',
    options: { '-k --kill-after -s --signal=': 'text', '-p -f -v --preserve-status --foreground --verbose': 'text' },
    examples: {
      'timeout -k 5 10 rm -rf x': 'quiet, > rm -rf x',
      'timeout --sig=KILL 5s ls': 'quiet, > ls',
      'timeout 5 sh -c "ls"': 'quiet, > sh -c ls',
    },
  }),
  defineProgram({
    ...wrapper,
    names: 'nice ionice stdbuf',
    summary: 'Starts a program with another priority or buffer.',
    options: {
      '-n -c -i -o -e -p -P -u --pgid --uid --adjustment --class --classdata --input --output --error --pid=': 'text',
      '-# -t --ignore': 'text',
    },
    examples: {
      'nice -n 10 rm -rf x': 'quiet, > rm -rf x',
      'stdbuf -oL grep a': 'quiet, > grep a',
      'ionice -c2 -n7 tar cf a b': 'quiet, > tar cf a b',
    },
  }),
  defineProgram({
    ...withNumber,
    names: 'chrt taskset',
    summary: 'Starts a program with another scheduler or on other processors.',
    options: {
      '-p --pid': 'change process',
      '-T -P -D --sched-runtime --sched-period --sched-deadline=': 'text',
      '-a -b -d -f -i -m -o -r -R -v -c --cpu-list --all-tasks --batch --deadline --fifo --idle --other --rr': 'text',
      '--reset-on-fork --max --verbose': 'text',
    },
    operands: [{ if: '-p' }, { first: 'text', rest: 'argv' }],
    examples: {
      'taskset 0x3 rm x': 'quiet, > rm x',
      'chrt -f 10 make': 'quiet, > make',
      'taskset -p 3 42': 'change process 3',
    },
  }),
  defineProgram({
    ...wrapper,
    names: 'time gtime',
    summary: 'Starts a program and tells how long it took.',
    options: {
      '-o --output=': 'write',
      '-f --format=': 'text',
      '-a -p -v -l --append --portability --verbose': 'text',
    },
    examples: { 'time -o t.txt rm x': 'write t.txt, > rm x', 'time -p ls': 'quiet, > ls' },
  }),
  defineProgram({
    ...wrapper,
    names: 'strace',
    summary: 'Starts a program and shows what it does.',
    options: {
      '-o --output=': outputOrProgram,
      '-p --attach=': 'change process',
      '-e -s -E -u -a -O -S -P -I -X -U -b --trace --string-limit --env --user --signal --status=': 'text',
      '--trace-path --columns --abbrev --raw --read --write --kvm --const-print-style --inject --fault=': 'text',
      '--detach-on --interruptible --summary-syscall-overhead --summary-sort-by --summary-columns=': 'text',
      '--daemonize --verbose --quiet --decode-fds --decode-pids --relative-timestamps --absolute-timestamps[=]': 'text',
      '--syscall-times --strings-in-hex --tips[=]': 'text',
      '--output-separately --successful-only --failed-only --stack-traces --no-abbrev --summary --summary-only': 'text',
      '--instruction-pointer --syscall-number --output-append-mode --summary-wall-clock --debug --seccomp-bpf': 'text',
      '-D -DD -DDD -w -Z -Y -d -N -A -n -F -h': 'text',
      '-f -ff -t -tt -T -c -C -y -yy -v -q -r -i -k -x -z --follow-forks': 'text',
    },
    examples: {
      'strace -f -e trace=file rm -rf x': 'quiet, > rm -rf x',
      "strace -o '|rm x' ls": 'quiet, > sh: rm x, > ls',
      'strace -A -n rm x': 'quiet, > rm x',
      'strace -p 4': 'change process 4',
    },
  }),
  defineProgram({
    ...wrapper,
    names: 'ltrace dtruss',
    summary: 'Starts a program and shows the calls it makes.',
    options: {
      '-o --output=': 'write',
      '-p=': 'change process',
      '-F --config=': 'read',
      '-a -A -D -e -l -n -s -u -w -x -X -t -W --align --debug --library --indent --where --max-call=': 'text',
      '-b -c -C -f -h -i -L -r -S -T --no-signals --demangle': 'text',
    },
    examples: { 'ltrace -n 2 rm x': 'quiet, > rm x', 'ltrace -o l ls': 'write l, > ls' },
  }),
  defineProgram({
    ...wrapper,
    names: 'flock',
    summary: 'Starts a program while it holds a lock.',
    options: {
      '-w --timeout --wait -E --conflict-exit-code=': 'text',
      '-c --command=': 'script',
      '-s -x -e -u -n -o -F --shared --exclusive --unlock --nonblock --close --no-fork --verbose': 'text',
    },
    operands: { first: 'write' },
    inspect({ operands: [, second, third, ...more] }, found) {
      if (!second) return;
      const isText = textOf(second) === '-c' || textOf(second) === '--command';
      if (isText && third) found.nest({ kind: 'script', via: 'flock -c', text: third, shell: 'bash' });
      else found.nest({ kind: 'argv', via: 'flock', words: third ? [second, third, ...more] : [second] });
    },
    examples: {
      'flock -n a.lock rm -rf x': 'write a.lock, > rm -rf x',
      "flock a.lock -c 'rm x'": 'write a.lock, > sh: rm x',
    },
  }),
  defineProgram({
    ...wrapper,
    names: 'xargs gxargs',
    summary: 'Starts a program with what it reads as arguments.',
    options: {
      '-0 --null': 'flag',
      '-r --no-run-if-empty -t --verbose -x --exit -o --open-tty --show-limits': 'text',
      '-p --interactive': 'terminal',
      '-a --arg-file=': 'read',
      '-I=': 'flag',
      '-i --replace[=]': 'flag',
      '-d --delimiter=': 'flag',
      '-n --max-args=': 'flag',
      '-L=': 'flag',
      '-s --max-chars=': 'flag',
      '-l --max-lines[=]': 'flag',
      '-E=': 'flag',
      '-P --max-procs -J -R -S=': 'text',
      '--process-slot-var=': 'flag',
      '-e --eof[=]': 'flag',
    },
    operands: [],
    inspect: fed,
    also: [{ if: '--process-slot-var', doubt: 'a variable that programs may run something by' }],
    examples: {
      'xargs rm -rf': 'quiet, > rm -rf …',
      'xargs -n1 -P 4 rm <<< -rf /': 'quiet, > rm -rf /, > rm -rf, > rm /',
      'xargs -n1 env <<< true reboot': 'quiet, > env true reboot, > env true, > env reboot',
      'xargs -L1 env <<< true reboot': 'quiet, > env true reboot, > env true, > env reboot',
      'xargs -I% mv % out <<< a': 'quiet, > mv a out',
      'xargs -I {} rm {}': 'quiet, > rm …',
      'xargs -I a -I % rm % <<< x': 'quiet, > rm %, > rm x',
      'xargs -d, rm <<< ,a': 'quiet, > rm  a',
      'xargs -d, -0 rm <<< a,b': 'quiet, > rm …',
      'xargs -E b rm <<< a b': 'quiet, > rm …',
      'xargs -I % % x <<< rm': 'quiet, > rm x, > % x',
      'xargs --process-slot-var=BASH_ENV rm': 'quiet, > rm …, ?',
      'xargs -I % -n1 rm <<< x': 'quiet, > rm x, > rm',
      'xargs -0 -r grep -l x': 'quiet, > grep -l x …',
      'xargs --arg=list cat': 'quiet, read list, > cat …',
    },
  }),
  defineProgram({
    ...wrapper,
    names: 'parallel sem',
    summary: 'Starts many programs at once.',
    options: {
      '-j --jobs -n -N -I -S --sshlogin --joblog --delay --timeout --retries -a -C --colsep -d --load --halt=': 'text',
      '-k -q -v -t -0 -X -m -u --keep-order --bar --progress --dry-run --will-cite --eta --line-buffer --tag': 'text',
      '--no-notice --null --citation --quote --ungroup --linebuffer --gnu --pipe --silent': 'text',
      '--results --tmpdir=': 'write',
    },
    operands: [],
    inspect: inParallel,
    examples: {
      'parallel rm -rf ::: a b': 'quiet, > sh: rm -rf a, > sh: rm -rf b',
      'parallel -j4 gzip {}': 'quiet, > sh: gzip …',
      "parallel sh -c ::: 'rm x'": "quiet, > sh: sh -c 'rm x'",
      "parallel ::: 'rm x'": 'quiet, > sh: rm x',
      '| parallel': '> input',
    },
  }),
  defineProgram({
    names: 'busybox toybox uutils coreutils shx',
    summary: 'Many programs in one.',
    style: 'posix',
    quiet: true,
    strict: true,
    options: { '--list --list-full': 'text', '--install': 'write: links to itself' },
    operands: { rest: 'argv' },
    examples: { 'busybox rm -rf /': 'quiet, > rm -rf /', 'busybox --list': 'quiet' },
  }),
  defineProgram({
    names: 'watch viddy hwatch',
    summary: 'Runs a command again and again on a screen.',
    style: 'posix',
    options: { '-n --interval -q --equexit=': 'text', '-b -c -d -e -g -p -t -x -w -r -C': 'text' },
    effects: 'terminal',
    inspect({ operands }, found) {
      if (operands.length > 0) found.nest({ kind: 'script', via: 'watch', text: joined(operands), shell: 'bash' });
    },
    examples: { 'watch -n1 rm x': 'terminal, > sh: rm x', 'watch --help': 'quiet' },
  }),
  defineProgram({
    ...wrapper,
    names: 'watchexec cross-env cross-env-shell',
    summary: 'Starts a program with settings, or again when files change.',
    strict: false,
    options: {
      '-x --exec=': 'script',
      '-e --ext -w --watch -f -i --ignore -s --env-file=': 'text',
      '-c -r -d -n -p -z': 'text',
    },
    operands: { rest: 'argv', assignments: true },
    examples: { 'cross-env CI=1 rm x': 'quiet, > CI=1 rm x', 'watchexec -e ts -- rm x': 'quiet, > rm x' },
  }),
  defineProgram({
    ...wrapper,
    names: 'entr',
    summary: 'Starts a program again when files change.',
    options: { '-s': 'flag', '-a -c -d -n -p -r -x -z': 'text' },
    operands: [{ if: '-s', first: 'script' }, { rest: 'argv' }],
    examples: { "entr -s 'rm x'": 'quiet, > sh: rm x', 'entr -cr make test': 'quiet, > make test' },
  }),
  defineProgram({
    names: 'script scriptlive',
    summary: 'Records what a terminal shows.',
    style: 'posix',
    options: {
      '-c --command=': 'script',
      '-I -O -B -T --log-in --log-out --log-io --log-timing=': 'write',
      '-t --timing[=]': 'write',
      '-E -m -o --echo --output-limit=': 'text',
      '-a -e -f -q': 'text',
    },
    operands: { first: 'write', rest: 'argv' },
    also: [
      { if: '!operands', effects: 'write: typescript' },
      { if: '!-c !second', effects: 'terminal' },
    ],
    examples: {
      "script -qc 'rm x' log": 'write log, > sh: rm x',
      'script log': 'write log, terminal',
      'script -c true -t../x': 'write ../x, write, > sh: true',
    },
  }),
];
