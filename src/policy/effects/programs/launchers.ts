import { defineProgram, type Part, type Program } from '../define.ts';

/** A wrapper whose options end where the other program begins; letters mean other things in each of them. */
export function launcher(names: string, flags: string, values: string, examples: Program['examples']): Program {
  return defineProgram({
    names,
    summary: 'Starts a program with other settings.',
    style: 'posix',
    strict: true,
    quiet: true,
    options: { [flags]: 'text', [`${values}=`]: 'text' },
    operands: { rest: 'argv' },
    examples,
  });
}

const argv: Part = { style: 'posix', operands: { rest: 'argv' } };

/** Programs that start another one, less common than the wrappers. */
export const launchers = [
  launcher(
    'env-cmd',
    '-x --expand-envs --fallback --no-override --silent --use-shell --verbose',
    '-e -f -r --environments --file --rc-file',
    {
      'env-cmd -x rm y': 'quiet, > rm y',
      'env-cmd -f a.env ls': 'quiet, > ls',
    },
  ),
  launcher(
    'flatpak-spawn',
    '--host --clear-env --watch-bus --sandbox --latest-version',
    '--env --directory --unset-env',
    {
      'flatpak-spawn --host rm y': 'quiet, > rm y',
      'flatpak-spawn ls': 'quiet, > ls',
    },
  ),
  defineProgram({
    names: 'guix',
    summary: 'Installs programs, and starts some with others at hand.',
    quiet: true,
    subs: {
      'search show describe size graph hash weather': 'quiet',
      'shell environment': {
        effects: 'run: an environment of the project',
        also: [{ if: '!-- tty', effects: 'terminal' }],
        inspect({ operands, separator = operands.length }, found) {
          const words = operands.slice(separator);
          if (words.length > 0) found.nest({ kind: 'argv', via: 'guix shell', words });
        },
      },
      remove: 'change system-packages force',
      'install upgrade package pull': 'contact: packages + change system-packages',
    },
    otherwise: 'run: code of the project',
    examples: {
      'guix shell -- rm y': 'run, > rm y',
      'guix shell': 'run, terminal',
      'guix search x': 'quiet',
    },
  }),
  launcher('bear', '-a -v --append --verbose', '--output --config', {
    'bear -- rm y': 'quiet, > rm y',
    'bear make': 'quiet, > make',
  }),
  defineProgram({
    names: 'ccache sccache distcc',
    summary: 'Start a compiler and keep what it made.',
    style: 'posix',
    quiet: true,
    options: { '-d --dir -F -M -o -k --max-size --max-files --set-config --get-config --directory=': 'text' },
    operands: { rest: 'argv' },
    examples: { 'ccache -s': 'quiet', 'ccache gcc --version': 'quiet, > gcc --version' },
  }),
  defineProgram({
    names: 'nyc c8',
    summary: 'Start a program and measure which of its code is run.',
    style: 'posix',
    quiet: true,
    options: {
      '-r --reporter -n --include -x --exclude -e --extension --src --cwd --config --nycrc-path -i --require=': 'text',
      '--report-dir --reports-dir -o --temp-dir --temp-directory -t=': 'write',
    },
    operands: { rest: 'argv' },
    examples: { 'c8 -r text rm y': 'quiet, > rm y', 'nyc mocha': 'quiet, > mocha' },
  }),
  launcher('systemd-inhibit', '--no-ask-password --no-pager --no-legend --list', '--what --who --why --mode', {
    'systemd-inhibit --why=x rm y': 'quiet, > rm y',
    'systemd-inhibit ls': 'quiet, > ls',
  }),
  launcher('dbus-run-session dbus-launch', '--sh-syntax --exit-with-session', '--config-file --dbus-daemon', {
    'dbus-run-session -- rm x': 'quiet, > rm x',
    'dbus-run-session ls': 'quiet, > ls',
  }),
  defineProgram({
    names: 'nix-shell',
    summary: 'Starts a shell with packages.',
    options: {
      '--run --command=': 'script',
      '-p --packages -A --attr -I -i -j --arg --argstr --option --keep -E --expr=': 'text',
      '--pure --impure -Q -v': 'text',
    },
    effects: 'run: an environment of the project',
    also: [{ if: '!--run tty', effects: 'terminal' }],
    examples: { "nix-shell -p jq --run 'rm x'": 'run, > sh: rm x', 'nix-shell': 'run, terminal' },
  }),
  launcher('caffeinate', '-d -i -m -s -u', '-t -w', {
    'caffeinate -is rm x': 'quiet, > rm x',
    'caffeinate -t 5 ls': 'quiet, > ls',
  }),
  launcher('tini', '-s -v -g -w -h', '-p -e', { 'tini -s -- rm x': 'quiet, > rm x', 'tini -e 143 ls': 'quiet, > ls' }),
  launcher('xvfb-run', '-a -l --auto-servernum', '-n -s -e -p -f -w --server-args --server-num --error-file', {
    "xvfb-run -a -s '-screen 0' rm x": 'quiet, > rm x',
    'xvfb-run --server-num=1 ls': 'quiet, > ls',
  }),
  launcher('choom aa-exec', '-d -i -v --debug --verbose', '-n -p --adjust --profile --namespace', {
    'choom -n 5 -- rm x': 'quiet, > rm x',
    'aa-exec -p x ls': 'quiet, > ls',
  }),
  launcher('ld.so ld-linux* ld-musl*', '--list --verify --inhibit-cache', '--library-path --preload --argv0 --audit', {
    'ld-linux-x86-64.so.2 --library-path /x /bin/rm a': 'quiet, > /bin/rm a',
    'ld.so --list ls': 'quiet, > ls',
  }),
  launcher('fakeroot', '-u -h -v --unknown-is-real', '-l -s -i -b --lib --faked', {
    'fakeroot -s state rm x': 'quiet, > rm x',
    'fakeroot ls': 'quiet, > ls',
  }),
  launcher('proxychains proxychains4', '-q', '-f', {
    'proxychains -q rm x': 'quiet, > rm x',
    'proxychains4 ls': 'quiet, > ls',
  }),
  launcher('systemd-cat', '-h', '-t -p --identifier --priority', {
    'systemd-cat -t a rm x': 'quiet, > rm x',
    'systemd-cat ls': 'quiet, > ls',
  }),
  launcher('unbuffer chronic', '-p -v -e', '-E', { 'unbuffer -p rm x': 'quiet, > rm x', 'chronic ls': 'quiet, > ls' }),
  launcher('cpulimit', '-z -i -f -q -v --lazy --include-children', '-l -p -e --limit --pid --exe', {
    'cpulimit -l 50 -- rm x': 'quiet, > rm x',
    'cpulimit -l 50 ls': 'quiet, > ls',
  }),
  defineProgram({
    names: 'rlwrap',
    summary: 'Starts a program and remembers what is typed.',
    style: 'posix',
    strict: true,
    quiet: true,
    options: {
      '-H -l --history-filename --logfile=': 'write',
      '-f --file=': 'read',
      '-z --filter=': 'program',
      '-b -C -e -p -P -q -S -w -s -t -D -g -O -M=': 'text',
      '-a -A -c -i -I -m -n -N -r -R -v -o -E -U -W -X': 'text',
    },
    operands: { rest: 'argv' },
    examples: {
      'rlwrap -f x rm a': 'quiet, read x, > rm a',
      'rlwrap ls': 'quiet, > ls',
      'rlwrap -l ../x ls': 'write ../x, > ls',
      "rlwrap -z 'rm x' ls": 'run rm x, > sh: rm x, > ls',
    },
  }),
  defineProgram({
    names: 'valgrind heaptrack prlimit',
    summary: 'Starts a program and watches or limits it; their options carry their values with them.',
    style: 'posix',
    quiet: true,
    operands: { rest: 'argv' },
    options: { '--log-file --xml-file --output=': 'write', '-o=': 'write', '-p --pid=': 'change process' },
    examples: {
      'valgrind --leak-check=full rm x': 'quiet, > rm x',
      'valgrind --log-file=l ls': 'write l, > ls',
    },
  }),
  defineProgram({
    names: 'perf',
    summary: 'Measures programs.',
    quiet: true,
    subs: {
      'stat record trace': {
        quiet: true,
        style: 'posix',
        strict: true,
        options: {
          '-o --output=': 'write',
          '-p --pid=': 'change process',
          '-e --event -F --freq -r --repeat -C --cpu -c -t -I -G -D --call-graph=': 'text',
          '-a -g -d -v -q -s -n -A -x -B --all-cpus --verbose --no-big-num': 'text',
        },
        operands: { rest: 'argv' },
      },
      'report annotate list script diff top version': 'quiet',
    },
    examples: { 'perf stat -e cycles rm -rf /': 'quiet, > rm -rf /', 'perf list': 'quiet' },
  }),
  defineProgram({
    names: 'dotenv dotenv-cli dotenvx direnv',
    summary: 'Starts a program with settings from a file.',
    style: 'posix',
    options: { '-f -e --file --env-file=': 'read', '-q -o -c --overload --quiet': 'text' },
    subs: {
      run: { ...argv, options: { '-f --env-file=': 'read', '-o --overload -q --quiet --override': 'text' } },
      exec: { style: 'posix', operands: { first: 'folder', rest: 'argv' } },
      'get list ls status version': 'quiet',
      'set unset allow deny edit encrypt decrypt': 'change settings',
    },
    otherwise: { style: 'posix', operands: { rest: 'argv' } },
    examples: {
      'dotenv -f .env run rm x': 'read .env, > rm x',
      'direnv exec sub rm x': 'cd sub, > in sub rm x',
      'dotenv rm x': '> rm x',
      'dotenvx run -- rm x': '> rm x',
    },
  }),
  defineProgram({
    names: 'hyperfine multitime',
    summary: 'Measure how long commands take.',
    options: {
      '-p --prepare -s --setup -c --cleanup --conclude=': 'script',
      '--export-json --export-csv --export-markdown=': 'write',
      '-w --warmup -r --runs -n --command-name -S --shell -m --min-runs -M --max-runs -u --time-unit --output=': 'text',
      '-L --parameter-list==': 'text',
      '-i -N': 'text',
    },
    operands: 'script',
    examples: {
      "hyperfine 'rm x' ls": '> sh: rm x, > sh: ls',
      "hyperfine -i 'rm x'": '> sh: rm x',
      'hyperfine --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'run-parts',
    summary: 'Starts the programs of a folder.',
    options: { '--regex -a --arg -u --umask=': 'text' },
    operands: { first: 'run' },
    examples: { 'run-parts /etc/cron.daily': 'run /etc/cron.daily', 'run-parts --regex x a': 'run a' },
  }),
  defineProgram({
    names: 'start-stop-daemon',
    summary: 'Starts and stops programs in the background.',
    options: {
      '-x --exec=': 'run',
      '-a --startas=': 'run',
      '-p --pidfile -c --chuid -d --chdir -u --user -g --group -n --name -s --signal -R --retry -N -I -P -k -r -O=':
        'text',
      '-S --start -b --background -m -o -q -t -v -C -i -w': 'text',
      '-K --stop': 'change process',
    },
    inspect(call, found) {
      const [program] = [...call.values('-a'), ...call.values('-x')];
      const words = program && [program, ...call.operands];
      if (words && !call.has('-K')) found.nest({ kind: 'argv', via: 'start-stop-daemon', words });
    },
    examples: {
      'start-stop-daemon -S -x /bin/rm -- a': 'run /bin/rm, > /bin/rm a',
      'start-stop-daemon -K -p a.pid': 'change process',
    },
  }),
  launcher('daemonize', '-a -v', '-c -e -o -p -l -u -E', {
    'daemonize -p a /bin/rm x': 'quiet, > /bin/rm x',
    'daemonize ls': 'quiet, > ls',
  }),
  defineProgram({
    style: 'posix',
    strict: true,
    quiet: true,
    names: 'logsave',
    summary: 'Starts a program and writes what it prints to a file.',
    options: { '-a -s -v': 'text' },
    operands: { first: 'write', rest: 'argv' },
    examples: { 'logsave -a ../log ls': 'write ../log, > ls', 'logsave log rm x': 'write log, > rm x' },
  }),
  defineProgram({
    style: 'posix',
    strict: true,
    quiet: true,
    operands: { first: 'text', rest: 'argv' },
    names: 'faketime scl lckdo',
    summary: 'Start a program with another clock, lock or set of tools.',
    options: { '-f -p -d -W=': 'text', '-a -e -m -s -v -w -q': 'text' },
    examples: { 'faketime yesterday rm x': 'quiet, > rm x', 'faketime --version': 'quiet' },
  }),
  defineProgram({
    style: 'posix',
    strict: true,
    operands: { first: 'write', rest: 'argv' },
    names: 'setlock',
    summary: 'Starts a program with a lock.',
    options: { '-a -s -v -n -N -x -X': 'text' },
    examples: { 'setlock log ls': 'write log, > ls', 'setlock -n ../x rm y': 'write ../x, > rm y' },
  }),
  launcher('grc', '-e -s --colour --pty', '-c -m -d -l -a -o -p -f -t -r', {
    'grc rm y': 'quiet, > rm y',
    'grc -e ls': 'quiet, > ls',
  }),
  defineProgram({
    style: 'posix',
    strict: true,
    quiet: true,
    operands: { rest: 'argv' },
    names: 'sshpass',
    summary: 'Types a password for another program.',
    options: { '-f=': 'read', '-p -d -P=': 'text', '-e -v': 'text' },
    examples: { 'sshpass -p a ssh h': 'quiet, > ssh h', 'sshpass -f key ssh h': 'quiet, read key, > ssh h' },
  }),
];
