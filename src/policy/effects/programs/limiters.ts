import { defineProgram } from '../define.ts';
import { headOf } from '../words.ts';
import { launcher } from './launchers.ts';

/** Programs that start another one within limits, on other terms or under watch. */
export const limiters = [
  defineProgram({
    names: 'setarch arch',
    summary: 'Starts a program as on another machine, or tells which it is.',
    quiet: true,
    inspect({ invocation: { name, args } }, found) {
      // Options stand on both sides of the machine, and are machines themselves: `arch -x86_64 ls`.
      const operands = args.filter((word) => !headOf(word).startsWith('-'));
      const program = operands[name === 'arch' ? 0 : 1];
      if (program) found.nest({ kind: 'argv', via: name, words: args.slice(args.indexOf(program)) });
    },
    examples: {
      'setarch x86_64 -R rm -f x': 'quiet, > rm -f x',
      'arch -x86_64 rm x': 'quiet, > rm x',
      arch: 'quiet',
    },
  }),
  launcher('fakechroot', '-s -h -v --use-system-libs', '-l -d -b -c -e --lib --elfloader --bindir --config-dir', {
    'fakechroot -s rm x': 'quiet, > rm x',
    'fakechroot ls': 'quiet, > ls',
  }),
  launcher(
    'numactl',
    '-s -H -l -a -b --show --hardware --localalloc --all --balancing',
    '-i -N -C -m -p -P -w --interleave --cpunodebind --physcpubind --membind --preferred --weighted-interleave',
    { 'numactl -N 0 rm x': 'quiet, > rm x', 'numactl --membind=1 ls': 'quiet, > ls' },
  ),
  launcher('cgexec trickle', '-s -h -v --sticky', '-g -d -u -w -t -l -n -p -L -N', {
    'cgexec -g cpu:a rm x': 'quiet, > rm x',
    'trickle -d 10 ls': 'quiet, > ls',
  }),
  launcher('softlimit', '-h', '-a -c -d -f -l -m -o -p -r -s -t', {
    'softlimit -m 100 rm x': 'quiet, > rm x',
    'softlimit ls': 'quiet, > ls',
  }),
  launcher('ifne with-contenv', '-n', '-h', { 'ifne -n rm x': 'quiet, > rm x', 'with-contenv ls': 'quiet, > ls' }),
  launcher('retry', '-v -q -h --verbose', '-t -d -m -n -s --times --delay --max --tries --sleep --until', {
    'retry -t 3 -- rm x': 'quiet, > rm x',
    'retry ls': 'quiet, > ls',
  }),
  launcher('runcon', '-c --compute', '-u -r -t -l --user --role --type --range', {
    'runcon -t a rm x': 'quiet, > rm x',
    'runcon -c ls': 'quiet, > ls',
  }),
  launcher('sandbox-exec', '-h', '-f -n -p -D', {
    'sandbox-exec -n no-network rm x': 'quiet, > rm x',
    'sandbox-exec -f a.sb ls': 'quiet, > ls',
  }),
  defineProgram({
    names: 'mispipe',
    summary: 'Starts two programs, with a pipe between them.',
    operands: 'script',
    examples: { "mispipe 'rm x' ls": '> sh: rm x, > sh: ls', 'mispipe --help': 'quiet' },
  }),
  defineProgram({
    names: 'rr',
    summary: 'Records what a program does.',
    quiet: true,
    subs: {
      record: { style: 'posix', quiet: true, options: { '-n -h -w': 'text' }, operands: { rest: 'argv' } },
      replay: 'terminal',
    },
    examples: { 'rr record rm x': 'quiet, > rm x', 'rr replay': 'terminal' },
  }),
  defineProgram({
    names: 'foreman honcho',
    summary: 'Start what a Procfile says, or a program with its settings.',
    subs: {
      run: {
        style: 'posix',
        options: { '-e --env -f --procfile -d --root=': 'text' },
        operands: { rest: 'argv' },
      },
      'check version help': 'quiet',
    },
    otherwise: 'run: programs of the project',
    examples: { 'foreman run rm x': '> rm x', 'foreman start': 'run start' },
  }),
];
