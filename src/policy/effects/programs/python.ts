import { defineProgram, type Part } from '../define.ts';

const index = { '-i --index-url --extra-index-url -f --find-links=': 'text' };
const tree = 'contact: packages + change packages';
const publishing = 'contact: packages + change remote force: publishes a package';
const removesEnvironment = 'change settings force: removes an environment';
const argv: Part = { style: 'posix', operands: { rest: 'argv' } };

/** Package managers and tools of Python. */
export const python = [
  defineProgram({
    names: 'pip pip2 pip3 pip3.* conda mamba micromamba easy_install',
    summary: 'Installs packages.',
    quiet: true,
    subs: {
      'list show freeze check search index debug hash inspect info help': 'quiet',
      env: {
        quiet: true,
        subs: { 'list config export': 'quiet', 'create update': tree, 'remove rm': removesEnvironment },
      },
      'install upgrade': {
        options: {
          ...index,
          '-r --requirement -c --constraint=': 'read',
          '-e --editable=': 'run: builds it',
          '-t --target --prefix --root=': 'write',
          '-n --name --python --platform=': 'text',
          '-p=': 'write: an environment',
          '--user --break-system-packages': 'change global-packages',
        },
        effects: tree,
      },
      'uninstall remove': {
        options: {
          '-y --yes': 'text',
          '-n --name=': 'text',
          '--all': removesEnvironment,
          '--break-system-packages': 'change global-packages',
        },
        effects: 'change packages',
      },
      'download wheel': { options: { ...index, '-d --dest -w=': 'write', '-r=': 'read' }, effects: 'contact' },
      'create update clean': {
        options: { '-p --prefix=': 'write: an environment', '-n --name -f --file -c=': 'text' },
        effects: tree,
      },
      run: {
        style: 'posix',
        options: { '-n --name -p --prefix --cwd --python --spec=': 'text' },
        operands: { rest: 'argv' },
      },
      config: { quiet: true, subs: { 'list get debug': 'quiet' }, otherwise: 'change settings force: of pip' },
      cache: { quiet: true, subs: { 'dir info list': 'quiet' }, otherwise: 'change packages' },
      'activate deactivate init': 'change settings',
    },
    otherwise: tree,
    examples: {
      'pip install -r requirements.txt': 'read requirements.txt, contact, change packages',
      'pip install requests': 'contact, change packages requests',
      'pip3.11 install --user x': 'change global-packages x, contact, change packages x',
      'pip list': 'quiet',
      'pip config set global.index-url x': 'change settings set force',
      'conda env remove -n x': 'change settings x force',
      'pip uninstall -y x': 'change packages x',
      'conda run -p ./e rm x': '> rm x',
    },
  }),
  defineProgram({
    names: 'pipx',
    summary: 'Installs and runs programs in Python, apart from projects.',
    quiet: true,
    subs: {
      'list environment help': 'quiet',
      run: { style: 'posix', options: { '--python --spec --pip-args=': 'text' }, operands: { rest: 'argv' } },
      'uninstall uninject uninstall-all': 'change global-packages',
    },
    otherwise: 'contact: packages + change global-packages',
    examples: {
      'pipx run cowsay hi': '> cowsay hi',
      'pipx uninstall x': 'change global-packages x',
      'pipx install x': 'contact, change global-packages install',
    },
  }),
  defineProgram({
    names: 'uv rye',
    summary: 'Installs packages and runs Python.',
    quiet: true,
    options: { '--directory --project=': 'folder', '--config-file --cache-dir=': 'text', '-q -v --offline': 'text' },
    subs: {
      'add sync lock install': tree,
      remove: 'change packages',
      'tree version export help': 'quiet',
      run: {
        style: 'posix',
        options: {
          '--with --with-requirements --with-editable -p --python --env-file --extra --group --only-group --no-group=':
            'text',
          '--index --default-index -i --index-url --extra-index-url -f --find-links --project --package -C=': 'text',
          '--directory=': 'folder',
          '-m --module': 'flag',
        },
        operands: [{ if: '-m' }, { rest: 'argv' }],
        also: [{ if: '-m', effects: 'run' }],
      },
      pip: {
        quiet: true,
        subs: {
          'list show freeze check tree': 'quiet',
          'install sync compile': {
            options: {
              '-t --target --prefix -o --output-file=': 'write',
              '-r --requirements -c --constraints=': 'read',
              '-p --python --index-url --extra-index-url --index=': 'text',
            },
            effects: tree,
          },
          uninstall: 'change packages',
        },
      },
      tool: {
        subs: {
          run: argv,
          'install upgrade': 'contact: packages + change global-packages',
          uninstall: 'change global-packages',
          'list dir': 'quiet',
        },
      },
      python: {
        quiet: true,
        subs: { 'list find dir pin': 'quiet', 'install uninstall': 'contact: packages + change global-packages' },
      },
      'venv init': { operands: 'write', effects: 'change packages' },
      build: 'run',
      publish: publishing,
      self: 'contact: packages + change global-packages',
      cache: { quiet: true, subs: { dir: 'quiet' }, otherwise: 'change packages' },
    },
    examples: {
      'uv run pytest -q': '> pytest -q',
      'uv run --with rich rm x': '> rm x',
      'uv pip install x': 'contact, change packages x',
      'uv pip install --target out x': 'write out, contact, change packages x',
      'uv tree': 'quiet',
    },
  }),
  defineProgram({
    ...argv,
    names: 'uvx',
    summary: 'Runs a package.',
    options: { '--from --with -p --python --index --with-requirements=': 'contact' },
    examples: { 'uvx ruff check': '> ruff check', 'uvx --from a rm x': 'contact a, > rm x' },
  }),
  defineProgram({
    names: 'poetry pdm pipenv hatch flit',
    summary: 'Keep Python projects.',
    quiet: true,
    isGlobal: true,
    options: {
      '-C --directory -p --project=': 'folder',
      '-n --no-interaction --non-interactive': 'flag',
      '-q -v': 'text',
    },
    subs: {
      'show check list env about graph outdated info version help': 'quiet',
      'install add update lock sync self upgrade': tree,
      'remove uninstall clean': 'change packages',
      run: argv,
      shell: 'terminal',
      'build new': 'run',
      init: { effects: 'run', also: [{ if: '!-n tty', effects: 'terminal' }] },
      'publish source': publishing,
      config: 'change settings',
      export: { options: { '-o --output=': 'write', '-f --format=': 'text' } },
    },
    examples: {
      'poetry run pytest': '> pytest',
      'poetry install': 'contact, change packages',
      'poetry publish': 'contact, change remote force',
      'poetry show': 'quiet',
      'poetry init': 'run, terminal',
      'poetry init -n': 'run',
    },
  }),
  defineProgram({
    names: `
      pytest py.test tox nox nose2 nosetests behave robot locust pre-commit invoke inv fab
      uvicorn gunicorn hypercorn celery streamlit gradio jupyter-lab papermill
      scrapy airflow dbt dvc mlflow huggingface-cli cookiecutter copier
    `,
    summary: 'Test and run Python projects.',
    options: {
      '--co --collect-only': 'text',
      '-p --rootdir -c -m -k -n -o -e -W -r --cov --tb --maxfail --host --port -b -w=': 'text',
      '--junitxml --basetemp=': 'write',
    },
    effects: 'run: code of the project',
    examples: { 'pytest -x': 'run', 'pytest -k "rm -rf" tests': 'run tests', 'pytest --version': 'quiet' },
  }),
  defineProgram({
    names: `
      mypy flake8 pylint pyright basedpyright bandit pyflakes pycodestyle pydocstyle vulture safety pip-audit ty
      pyrefly interrogate
    `,
    summary: 'Check Python.',
    quiet: true,
    options: {
      '--config-file --config --rcfile --rc-file -c --select --ignore --extend-ignore -l --max-line-length=': 'text',
      '-m --module -p --package -r -f --format=': 'text',
      '--junit-xml --output-file -o --output --html-report --txt-report=': 'write',
      '--load-plugins --init-hook=': 'run',
    },
    operands: 'read',
    examples: {
      'mypy src': 'quiet, read src',
      "pylint --init-hook='import os' a.py": 'run import os, read a.py',
    },
  }),
  defineProgram({
    names: 'black isort autopep8 yapf docformatter pyupgrade',
    summary: 'Format Python.',
    quiet: true,
    options: {
      '--check --diff -d --check-only -c': 'flag',
      '-l --line-length --config -t --target-version --profile --settings-path --style=': 'text',
    },
    operands: [{ if: '--check', each: 'read' }, { each: 'read + write' }],
    examples: { 'black src': 'read src, write src', 'black --check src': 'quiet, read src' },
  }),
  defineProgram({
    names: 'ruff sqlfluff djlint',
    summary: 'Check and format Python and other languages.',
    quiet: true,
    subs: {
      'check lint': {
        quiet: true,
        options: {
          '--fix --fix-only --unsafe-fixes --add-noqa': 'flag',
          '--config --select --ignore --extend-select --output-format --target-version --dialect=': 'text',
          '-o --output-file=': 'write',
        },
        operands: [{ if: '--fix', each: 'read + write' }, { each: 'read' }],
      },
      'format fix': {
        quiet: true,
        options: { '--check --diff': 'flag', '--config --line-length --dialect=': 'text' },
        operands: [{ if: '--check', each: 'read' }, { each: 'read + write' }],
      },
      'rule config linter version help clean server': 'quiet',
    },
    examples: {
      'ruff check --fix a.py': 'read a.py, write a.py',
      'ruff check .': 'quiet, read .',
      'ruff format .': 'read ., write .',
    },
  }),
  defineProgram({
    names: 'twine virtualenv',
    summary: 'Publish packages; make environments.',
    subs: { upload: { operands: 'read', effects: publishing }, check: { quiet: true, operands: 'read' } },
    otherwise: { operands: 'write' },
    examples: {
      'twine upload dist/*': 'read dist/*, contact, change remote dist/* force',
      'virtualenv .venv': 'write .venv',
    },
  }),
];
