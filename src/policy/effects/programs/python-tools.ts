import { defineProgram } from '../define.ts';

/** Tools of Python projects; what they run comes from the project. */
export const pythonTools = [
  defineProgram({
    names: 'coverage coverage3',
    summary: 'Tells which code was run.',
    quiet: true,
    subs: {
      run: { style: 'posix', effects: 'run: code of the project' },
      'html annotate': { options: { '-d --directory=': 'write' }, effects: 'write: a report' },
      'xml json lcov': { options: { '-o=': 'write' }, effects: 'write: a report' },
      'report debug help': 'quiet',
    },
    otherwise: 'run: code of the project',
    examples: {
      'coverage run -m pytest': 'run pytest',
      'coverage xml -o a.xml': 'write a.xml, write',
      'coverage html -d out': 'write out, write',
      'coverage report -m': 'quiet',
    },
  }),
  defineProgram({
    names: 'jupyter',
    summary: 'Runs notebooks.',
    isGlobal: true,
    options: { '--output --output-dir=': 'write', '--to --port --ip --kernel=': 'text' },
    subs: { 'console qtconsole': 'run: code by hand + terminal', 'kernelspec troubleshoot': 'quiet' },
    otherwise: 'run: code of the project',
    examples: {
      'jupyter console': 'run, terminal',
      'jupyter nbconvert --to html --output a.html a.ipynb': 'write a.html, run nbconvert',
    },
  }),
  defineProgram({
    names: 'mkdocs sphinx-build',
    summary: 'Make pages from the documents of a project.',
    style: 'gnu',
    options: { '-d --site-dir=': 'write', '-f --config-file -b -c -D -A -j -t -a --dev-addr=': 'text' },
    effects: 'run: code of the project',
    inspect({ operands: [, second], invocation: { name } }, found) {
      if (second && name === 'sphinx-build') found.effect({ kind: 'write', target: second });
    },
    examples: { 'mkdocs build -d out': 'write out, run build', 'sphinx-build docs out': 'run docs, write out' },
  }),
];
