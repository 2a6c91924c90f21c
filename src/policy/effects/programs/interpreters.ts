import { defineProgram, type Reader } from '../define.ts';
import { code, scriptFile, withoutScript } from '../languages/code.ts';
import { frameworkScript } from '../languages/frameworks.ts';
import { pythonModule } from '../languages/modules.ts';
import type { Language } from '../languages/signs.ts';
import { headOf, literal, textOf } from '../words.ts';

const script = (language?: Language) => ({ first: scriptFile(language) });

/** Programs that run code of another language; the arguments after the script are its own. */
export const interpreters = [
  defineProgram({
    names: 'python python2 python3 python3.* pypy pypy3 ipython ipython3 bpython ptpython ptipython py',
    summary: 'Runs Python.',
    style: 'posix',
    options: {
      '-c=…': code('Python'),
      '-m=…': pythonModule,
      '-W -X -Q --check-hash-based-pycs=': 'text',
      '-V --version -h': 'help',
      '-i': 'terminal',
    },
    operands: [{ if: '-c' }, { if: '-m' }, script('Python')],
    also: [{ if: '!-c !-m', operands: { first: frameworkScript } }],
    inspect: withoutScript('Python'),
    examples: {
      'python3 -c "print(1)"': 'run',
      'python3.11 -c "import os; os.system(\'rm -rf /\')"': 'run, run, > sh: rm -rf /',
      'python -c "import shutil; shutil.rmtree(\'/\')"': 'run, delete / recursive',
      'python -c "import subprocess as s; s.run(x)"': 'run, ?',
      "python -c \"import subprocess; subprocess.run(['rm', '-rf', 'a'])\"": 'run, run, > rm -rf a',
      'python -c "exec(x)"': 'run, ?',
      'python -uc "$CODE"': 'run …, ?',
      'python -m pytest -m slow': '> pytest -m slow',
      'python -m pip install x': '> pip install x',
      'python -m mine': 'run mine',
      'python x.py -c evil': 'run x.py',
      'python manage.py flush': 'run manage.py, > manage.py flush',
      'python -m pdb a.py': 'run pdb, terminal',
      bpython: 'terminal',
      python: 'terminal',
      'python3 -V': 'quiet',
      '| python3 -': 'run, ?',
      'python <<< print(1)': 'run',
      'python3 -$X code': 'run code, ?',
      'python3 -c "# os.system(\'rm -rf /\')"': 'run',
      'python3 -c "print(\'os.system(1)\')"': 'run',
      "python3 -c \"print('a') or os.system('rm x')\"": 'run, run, > sh: rm x',
      "python3 -c 'while True: os.fork()'": 'run, change power',
    },
  }),
  defineProgram({
    names: 'node nodejs tsx ts-node jiti qjs esno vite-node babel-node',
    summary: 'Runs JavaScript.',
    style: 'posix',
    options: {
      '-e --eval=': code('JavaScript'),
      '-p -pe --print=': code('JavaScript'),
      '-r --require --import --loader --experimental-loader=': 'run',
      '-x --exec=': 'script',
      '--ext -w --watch-path --ignore=': 'text',
      '--env-file --env-file-if-exists=': 'read',
      '-C --conditions --title --input-type --stack-trace-limit -P --project=': 'text',
      '--test --watch --check -c --run --inspect --trace-warnings': 'text',
      '-i --interactive': 'terminal',
      '-v --version -h --help': 'help',
    },
    operands: [{ if: '-e' }, { if: '-p' }, script('JavaScript')],
    inspect(call, found) {
      const [script] = call.operands;
      if (script && /^(inspect|debug)$/.test(textOf(script) ?? '')) found.effect({ kind: 'terminal' });
      else if (!call.has('--test')) withoutScript('JavaScript')(call, found);
    },
    examples: {
      'node -e "console.log(2)"': 'run',
      "node -e \"require('child_process').execSync('rm -rf /')\"": 'run, run, > sh: rm -rf /',
      'node -p "fs.rmSync(\'a\', {recursive: true})"': 'run, delete a recursive',
      'node --ev "eval(x)"': 'run, ?, ?',
      'node -e "fetch(u).then(eval)"': 'run, contact, ?',
      'node -e "// execSync(\'rm -rf /\')"': 'run',
      'node -e "// a\nexecSync(\'rm x\')"': 'run, run, > sh: rm x',
      'node -r ./evil.js app.js': 'run ./evil.js, run app.js',
      'node server.js -e x': 'run server.js',
      'node --test': '',
      'node inspect a.js': 'run inspect, terminal',
      'node --inspect a.js': 'run a.js',
      node: 'terminal',
      'node --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'nodemon',
    summary: 'Runs a script again when files change.',
    style: 'posix',
    options: {
      '-x --exec=': 'script',
      '-r --require=': 'run',
      '-e --ext -w --watch -i --ignore -d --delay -s --signal --config --cwd=': 'text',
      '-C -L -q -V -I --on-change-only --legacy-watch --quiet --verbose --inspect': 'text',
      '-v --version -h --help': 'help',
    },
    operands: script('JavaScript'),
    inspect(call, found) {
      if (!call.has('-x')) withoutScript('JavaScript')(call, found);
    },
    examples: { "nodemon -C -x 'rm x'": '> sh: rm x', 'nodemon -w src a.js': 'run a.js' },
  }),
  defineProgram({
    names: 'perl perl5* raku',
    summary: 'Runs Perl.',
    style: 'posix',
    options: {
      '-e -E=': code('Perl'),
      '-M -m -I=': 'text',
      '-i[=]': 'text',
      '-d': 'flag',
      '-F -x -D[=]': 'text',
      '-v -V': 'help',
      '-n -p -w -a -l -0 -C -s -t -T -u -U -W -X -S -c': 'text',
    },
    operands: [{ if: '-e -i', each: 'read + write' }, { if: '-e', each: 'read' }, script('Perl')],
    inspect(call, found) {
      // A name after it is that of a profiler or the like.
      if (call.has('-d') && !call.invocation.args.some((word) => /^-\w*d:/.test(headOf(word))))
        found.effect({ kind: 'terminal' });
      else withoutScript('Perl')(call, found);
    },
    examples: {
      "perl -pi -e 's/a/b/' x": 'run, read x, write x',
      'perl -e \'system("rm -rf /")\'': 'run, run, > sh: rm -rf /',
      "perl -lane 'print 1' log": 'run, read log',
      "perl -ne 'print if /a/' log": 'run, read log',
      'perl -e \'unlink("a")\'': 'run, delete a',
      'perl -e \'unlink glob "/*"\'': 'run, delete /* recursive',
      "perl -e 'unlink <*.o>'": 'run, delete *.o',
      "perl -e 'fork while 1'": 'run, change power',
      'perl -e \'# system("rm -rf /")\'': 'run',
      'perl -e \'print "${\\ system(1)}"\'': 'run, run, ?',
      'perl x.pl': 'run x.pl',
      'perl -d x.pl': 'run x.pl, terminal',
      'perl -de 0': 'run, terminal',
      'perl -d:NYTProf x.pl': 'run x.pl',
    },
  }),
  defineProgram({
    names: 'ruby jruby irb pry',
    summary: 'Runs Ruby.',
    style: 'posix',
    help: '--help --version -v',
    options: {
      '-e=': code('Ruby'),
      '-r -I -C -E=': 'text',
      '-i[=]': 'text',
      '-v --verbose -n -p -w -a': 'text',
      '--version': 'help',
    },
    operands: [{ if: '-e -i', each: 'read + write' }, { if: '-e', each: 'read' }, script('Ruby')],
    also: [{ if: '!-e', operands: { first: frameworkScript } }],
    inspect: withoutScript('Ruby'),
    examples: {
      'ruby -e "puts 1"': 'run',
      'ruby -e \'FileUtils.rm_rf("/")\'': 'run, delete / recursive',
      'ruby -e "system(\'rm x\')"': 'run, run, > sh: rm x',
      'ruby -v -e "system(\'rm x\')"': 'run, run, > sh: rm x',
      'ruby -v': 'quiet',
      "ruby -i -pe 'puts 1' a": 'run, read a, write a',
      irb: 'terminal',
    },
  }),
  defineProgram({
    names: 'php php8* php7*',
    summary: 'Runs PHP.',
    style: 'posix',
    help: '--help --version -v -i -m',
    options: {
      '-r -R -B -E=': code('PHP'),
      '-f -F=': 'run',
      '-S=': 'contact: serves web pages',
      '-d -c -t -z=': 'text',
      '-a': 'terminal',
      '-i -m -v --version': 'text',
      '-l': 'flag',
    },
    operands: [{ if: '-r' }, { if: '-l', each: 'read' }, script('PHP')],
    also: [{ if: '!-r !-l', operands: { first: frameworkScript } }],
    inspect(call, found) {
      if (!['-S', '-i', '-f', '-a'].some((option) => call.has(option))) withoutScript('PHP')(call, found);
    },
    examples: {
      "php -r 'echo 1;'": 'run',
      'php -r \'system("rm x");\'': 'run, run, > sh: rm x',
      'php artisan migrate': 'run artisan, > artisan migrate',
      'php bin/console cache:clear': 'run bin/console, > console cache:clear',
      'php -S localhost:8000': 'contact localhost',
    },
  }),
  defineProgram({
    names: 'lua lua5* luajit',
    summary: 'Runs Lua.',
    style: 'posix',
    help: '--help --version -v',
    options: { '-e=': code('Lua'), '-l=': 'run', '-i': 'terminal', '-v -W -E': 'text' },
    operands: [{ if: '-e' }, script('Lua')],
    inspect: withoutScript('Lua'),
    examples: { 'lua -e "os.execute(\'rm x\')"': 'run, run, > sh: rm x', 'lua a.lua': 'run a.lua' },
  }),
  defineProgram({
    names: 'Rscript R julia octave gnuplot sage',
    summary: 'Runs programs for statistics and mathematics.',
    style: 'posix',
    options: { '-e -E --eval=': code('R'), '-f --file=': 'run', '--version': 'help' },
    operands: [{ if: '-e' }, script('R')],
    inspect: withoutScript('R'),
    examples: {
      'Rscript -e \'system("rm x")\'': 'run, run, > sh: rm x',
      'Rscript a.R': 'run a.R',
      'julia -e \'rm("a", recursive=true)\'': 'run, delete a recursive',
      R: 'terminal',
    },
  }),
  defineProgram({
    names: 'tclsh wish expect',
    summary: 'Runs Tcl, also to speak with other programs.',
    style: 'posix',
    options: { '-c=': code('Tcl'), '-f -b=': 'run', '-d -n -N -i': 'text', '-v': 'help' },
    operands: script('Tcl'),
    inspect(call, found) {
      if (!call.has('-f')) withoutScript('Tcl')(call, found);
    },
    examples: { "expect -c 'spawn rm -rf /'": 'run, run, > sh: rm -rf /', 'expect x.exp': 'run x.exp' },
  }),
  defineProgram({
    names: 'osascript',
    summary: 'Runs AppleScript.',
    style: 'posix',
    options: { '-e=': appleScript, '-l -s=': 'text' },
    operands: script(),
    examples: {
      'osascript -e \'do shell script "rm x"\'': 'run, > sh: rm x',
      'osascript -e \'do shell script "id" with administrator privileges\'': 'run, privilege, > sh: id',
      'osascript a.scpt': 'run a.scpt',
    },
  }),
  defineProgram({
    names: 'deno',
    summary: 'Runs JavaScript and TypeScript.',
    subs: {
      'eval repl': {
        options: { '-p --print --ext=': 'text' },
        operands: { first: code('JavaScript') },
        also: [{ if: '!operands tty', effects: 'terminal' }],
      },
      'run serve test bench task': {
        style: 'posix',
        operands: {
          first: (word, found) => {
            if (/^https?:/i.test(headOf(word))) found.effect({ kind: 'contact', target: word, note: 'network tool' });
            found.effect({ kind: 'run', target: word });
          },
        },
      },
      'fmt lint check info doc types coverage': 'change repository',
      'install add remove uninstall cache outdated update': {
        options: { '-g --global': 'change global-packages' },
        effects: 'contact: packages + change packages',
      },
      'publish deploy': 'contact: packages + change remote force: publishes a package',
      upgrade: 'contact: packages + change global-packages',
      'compile bundle init': { options: { '-o --output=': 'write' }, operands: { first: 'run' } },
    },
    otherwise: { operands: { first: 'run' } },
    also: [{ if: '!operands tty', effects: 'terminal' }],
    examples: {
      'deno run -A x.ts': 'run x.ts',
      'deno run https://a.example/x.ts': 'contact https://a.example/x.ts, run https://a.example/x.ts',
      'deno eval "unlink(\'a\')"': 'run, delete a',
      deno: 'terminal',
    },
  }),
];

/** `do shell script "text"`; one that is put together is a doubt. */
function appleScript(...[value, found]: Parameters<Reader>): void {
  found.effect({ kind: 'run', note: 'code of AppleScript' });
  const text = textOf(value);
  if (/administrator\s+privileges/i.test(text ?? '')) found.effect({ kind: 'privilege' });
  const calls = [...(text ?? '').matchAll(/do shell script(?: "((?:\\.|[^"\\])*)")?/gi)].slice(0, 16);
  if (text === undefined || calls.some(([, command]) => command === undefined))
    found.doubt('code of AppleScript that is known only when it runs');
  for (const [, command] of calls) {
    if (command === undefined) continue;
    const unquoted = literal(command.replaceAll(/\\(.)/g, '$1'), value.span);
    found.nest({ kind: 'script', via: 'osascript', text: unquoted, shell: 'bash' });
  }
}
