import { defineProgram } from '../define.ts';
import { code, scriptFile, withoutScript } from '../languages/code.ts';

/** Languages that are mostly spoken by hand; without a script they wait for a person. */
export const repls = [
  defineProgram({
    names: 'guile sbcl clisp racket',
    summary: 'Runs Lisp.',
    style: 'posix',
    options: { '-e -c -x --eval=': code('Lisp'), '-f -l --load --script=': 'run' },
    operands: { first: scriptFile() },
    inspect(call, found) {
      if (!call.has('-f')) withoutScript('Lisp')(call, found);
    },
    examples: {
      'racket x.rkt': 'run x.rkt',
      racket: 'terminal',
      'guile -c \'(system "rm x")\'': 'run, run, > sh: rm x',
    },
  }),
  defineProgram({
    names: 'scala amm',
    summary: 'Runs Scala.',
    style: 'posix',
    options: { '-e -c --code=': code('Java') },
    operands: { first: scriptFile() },
    inspect: withoutScript('Java'),
    examples: {
      scala: 'terminal',
      'scala a.scala': 'run a.scala',
      'scala -e \'"rm a".!\'': 'run, run, > sh: rm a',
    },
  }),
  defineProgram({
    names: 'elixir',
    summary: 'Runs Elixir.',
    style: 'posix',
    options: { '-e --eval --rpc-eval=': code('Elixir'), '-r -pr -pa -pz -S=': 'run', '-v --version': 'help' },
    operands: { first: scriptFile() },
    examples: {
      'elixir -e \'File.rm_rf!("a")\'': 'run, delete a recursive',
      'elixir -e \'System.cmd("rm", ["a"])\'': 'run, run, > rm a',
      'elixir a.exs': 'run a.exs',
    },
  }),
  defineProgram({
    names: 'groovy',
    summary: 'Runs Groovy.',
    style: 'posix',
    options: { '-e=': code('Java'), '-cp --classpath -c -D=': 'text', '-v --version': 'help' },
    operands: { first: scriptFile() },
    examples: { 'groovy -e \'"rm a".execute()\'': 'run, run, > sh: rm a', 'groovy a.groovy': 'run a.groovy' },
  }),
  defineProgram({
    names: 'jshell groovysh',
    summary: 'Runs Java by hand, and goes on after the files it is given.',
    options: { '--class-path --startup --feedback --module-path --add-modules -C -R -J=': 'text' },
    operands: scriptFile(),
    also: [{ if: 'operands tty', effects: 'terminal' }],
    inspect: withoutScript('Java'),
    examples: {
      jshell: 'terminal',
      'jshell a.jsh': 'run a.jsh, terminal',
      'jshell <<< Runtime.getRuntime().exec("rm x")': 'run, run, > sh: rm x',
    },
  }),
  defineProgram({
    names: 'iex',
    summary: 'Runs Elixir by hand, and goes on after all it is given.',
    style: 'posix',
    options: { '-S -r -pr -pa -e --eval --sname --name --cookie --dot-iex=': 'run', '-v --version': 'help' },
    operands: { first: 'run' },
    also: [{ if: 'tty', effects: 'terminal' }],
    inspect({ invocation: { stdin } }, found) {
      if (stdin.kind !== 'inherited') found.effect({ kind: 'run', note: 'standard input' });
    },
    examples: { iex: 'terminal', 'iex -S mix': 'run mix, terminal', 'iex <<< 1': 'run' },
  }),
  defineProgram({
    names: 'erl',
    summary: 'Runs Erlang.',
    style: 'posix',
    options: {
      '-eval=': code('Elixir'),
      '-s -run -pa -pz -config -sname -name -setcookie=': 'run',
      '-noshell -noinput': 'flag',
      '-version --version': 'help',
    },
    also: [{ if: '!-noshell !-noinput tty', effects: 'terminal' }],
    examples: {
      'erl -noshell -eval \'os:cmd("rm a"), halt().\'': 'run, run, > sh: rm a',
      erl: 'terminal',
    },
  }),
  defineProgram({
    names: 'ghci runghc runhaskell',
    summary: 'Runs Haskell.',
    style: 'posix',
    options: { '-e=': code('Haskell'), '-ghci-script=': 'run', '-f=': 'program', '--version': 'help' },
    operands: { first: scriptFile('Haskell') },
    inspect(call, found) {
      const { name, stdin } = call.invocation;
      // It goes on after the files it is given.
      if (name === 'ghci' && !call.has('-e') && stdin.kind === 'inherited') found.effect({ kind: 'terminal' });
      else withoutScript('Haskell')(call, found);
    },
    examples: {
      'ghci -e 1': 'run',
      'runghc x.hs': 'run x.hs',
      'runghc <<< main = callCommand "rm x"': 'run, run, > sh: rm x',
      ghci: 'terminal',
      'ghci A.hs': 'run A.hs, terminal',
    },
  }),
  defineProgram({
    names: 'ocaml utop swipl gprolog coqtop idris2 evcxr gore maxima',
    summary: 'Runs other languages.',
    style: 'posix',
    options: { '-e -c -g -eval --eval=': 'run: code', '-f -l -s -noshell=': 'run', '-version --version': 'help' },
    operands: { first: scriptFile() },
    also: [{ if: '!operands !-e !-f tty', effects: 'terminal' }],
    inspect({ operands, invocation: { stdin } }, found) {
      if (operands.length === 0 && stdin.kind !== 'inherited') found.effect({ kind: 'run', note: 'standard input' });
    },
    examples: { ocaml: 'terminal', utop: 'terminal', 'ocaml x.ml': 'run x.ml', 'ocaml -e 1': 'run 1' },
  }),
];
