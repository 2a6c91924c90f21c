import type { Reader } from '../define.ts';
import { literal, textOf } from '../words.ts';

/** Modules of Python that are programs in their own right; any other is a script. */
const programs: ReadonlySet<string> = new Set(
  (
    'pip pytest black mypy ruff tox nox flake8 pylint isort coverage poetry pipx uv virtualenv build twine mkdocs ' +
    'pyright bandit gunicorn uvicorn flask celery alembic jupyter pre_commit httpie ansible autopep8 yapf pdm hatch conda'
  ).split(' '),
);

/** Modules of Python itself that only look or compute. */
const quiet =
  /^(json\.tool|this|timeit|platform|sysconfig|calendar|tokenize|ast|dis|pydoc|site|unittest|doctest|compileall|py_compile|inspect|trace)$/;

/** `-m name`, with its own arguments after it. */
export const pythonModule: Reader = (value, found, { operands, invocation }) => {
  const name = textOf(value);
  const target = value;
  if (name === undefined) return found.doubt('a module that is known only when it runs');
  if (programs.has(name)) {
    found.nest({
      kind: 'argv',
      via: `${invocation.name} -m`,
      words: [literal(name.replace('_', '-'), value.span), ...operands],
    });
  } else if (name === 'http.server' || name === 'smtpd' || name === 'xmlrpc.server') {
    found.effect({ kind: 'contact', target: literal('localhost', value.span), note: 'serves this folder' });
  } else if (name === 'venv' || name === 'ensurepip') {
    for (const folder of operands.filter((word) => !textOf(word)?.startsWith('-')))
      found.effect({ kind: 'write', target: folder });
    found.effect({ kind: 'change', thing: 'packages', note: 'makes an environment' });
  } else if (/^(i?pdb|pudb|bpdb)$/.test(name)) {
    found.effect({ kind: 'run', target });
    found.effect({ kind: 'terminal' });
  } else if (/^(IPython|bpython|ptpython|code)$/.test(name) && operands.length === 0) {
    if (invocation.stdin.kind === 'inherited') found.effect({ kind: 'terminal' });
    else found.effect({ kind: 'run', note: 'standard input' });
  } else if (name === 'zipfile' || name === 'tarfile') {
    const [option, archive, ...rest] = operands;
    const isMaking = option !== undefined && /^-c|^--create/.test(textOf(option) ?? '');
    if (archive) found.effect({ kind: isMaking ? 'write' : 'read', target: archive });
    for (const path of rest) found.effect({ kind: isMaking ? 'read' : 'write', target: path });
  } else
    found.effect(
      quiet.test(name) ? { kind: 'run', target, note: 'a module of Python itself' } : { kind: 'run', target },
    );
};
