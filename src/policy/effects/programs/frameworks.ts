import { defineProgram, type Part } from '../define.ts';
import { code } from '../languages/code.ts';
import { tasks } from '../languages/frameworks.ts';
import { sql } from '../languages/sql.ts';
import { textOf } from '../words.ts';

const waits: Part = { effects: 'run: code of the project', also: [{ if: 'tty', effects: 'terminal' }] };
const asks: Part = {
  options: { '--noinput --no-input': 'flag' },
  effects: 'run: code of the project',
  also: [{ if: '!--noinput tty', effects: 'terminal' }],
};
const drops: Part = { effects: 'change database force' };
const runs: Part = { effects: 'run: code of the project', inspect: tasks };

/** The programs that web frameworks put into a project. */
export const frameworks = [
  defineProgram({
    names: 'rails',
    summary: 'Runs tasks of a project in Ruby on Rails.',
    style: 'posix',
    help: '--help --version -h -v',
    subs: {
      'console c dbconsole db': waits,
      'credentials:edit secrets:edit encrypted:edit': 'terminal',
      'runner r': { style: 'posix', options: { '-e --environment=': 'text' }, operands: { first: code('Ruby') } },
    },
    otherwise: runs,
    examples: {
      'rails console': 'run, terminal',
      '| rails c': 'run',
      'rails db:drop': 'run db:drop, change database db:drop force',
      'rails db:migrate': 'run db:migrate',
      'rails runner \'system("rm x")\'': 'run, run, > sh: rm x',
      'rails --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'rake',
    summary: 'Builds by rules in Ruby.',
    options: {
      '-C --directory=': 'folder',
      '-f --rakefile -I --libdir -R --rakelibdir=': 'text',
      '-r --require=': 'run',
      '-e --execute -E --execute-continue -p --execute-print=': code('Ruby'),
      '-T --tasks -P --prereqs -W --where[=]': 'text',
      '-n -s -q -t -v -m -j --dry-run --silent --quiet --trace --verbose': 'text',
    },
    effects: 'run: a rule of the project',
    inspect: tasks,
    examples: {
      'rake test': 'run test',
      'rake db:reset': 'run db:reset, change database db:reset force',
      'rake -e \'system("rm x")\'': 'run, run, run, > sh: rm x',
    },
  }),
  defineProgram({
    names: 'manage.py django-admin',
    summary: 'Runs tasks of a project in Django.',
    subs: {
      'shell shell_plus': {
        options: { '-c --command=': code('Python'), '-i --interface=': 'text' },
        effects: 'run: code of the project',
        also: [{ if: '!-c tty', effects: 'terminal' }],
      },
      dbshell: {
        effects: 'run: a client of the database',
        also: [{ if: 'tty', effects: 'terminal' }],
        inspect(call, found) {
          if (call.invocation.stdin.kind !== 'inherited') sql.ofInput(call, found);
        },
      },
      'createsuperuser changepassword': asks,
      'flush reset_db': { ...asks, ...drops },
      migrate: {
        effects: 'run: code of the project',
        inspect({ operands: [, target] }, found) {
          if (target && textOf(target) === 'zero')
            found.effect({ kind: 'change', thing: 'database', target, force: true, note: 'takes back all' });
        },
      },
    },
    otherwise: 'run: code of the project',
    examples: {
      'manage.py shell': 'run, terminal',
      "manage.py shell -c 'print(1)'": 'run, run',
      'manage.py dbshell <<< drop table a': 'run, change database drop table a force',
      'manage.py createsuperuser': 'run, terminal',
      'manage.py createsuperuser --noinput': 'run',
      'manage.py flush --noinput': 'change database force',
      'manage.py migrate': 'run',
      'manage.py migrate app zero': 'run app, change database zero force',
      'manage.py runserver': 'run runserver',
    },
  }),
  defineProgram({
    names: 'artisan',
    summary: 'Runs tasks of a project in Laravel.',
    subs: {
      tinker: {
        options: { '--execute=': code('PHP') },
        effects: 'run: code of the project',
        also: [{ if: '!--execute tty', effects: 'terminal' }],
      },
      db: waits,
    },
    otherwise: runs,
    examples: {
      'artisan tinker': 'run, terminal',
      "artisan tinker --execute='echo 1;'": 'run, run',
      'artisan migrate:fresh': 'run migrate:fresh, change database migrate:fresh force',
      'artisan migrate': 'run migrate',
    },
  }),
  defineProgram({
    names: 'console',
    summary: 'Runs tasks of a project in Symfony.',
    subs: { 'dbal:run-sql doctrine:query:sql': { operands: { first: sql } } },
    otherwise: runs,
    examples: {
      'console doctrine:database:drop --force':
        'run doctrine:database:drop, change database doctrine:database:drop force',
      'console cache:clear': 'run cache:clear',
      "console dbal:run-sql 'DROP TABLE a'": 'change database DROP TABLE a force',
    },
  }),
  defineProgram({
    names: 'flask',
    summary: 'Runs a project in Flask.',
    options: { '-A --app -e --env-file=': 'text', '--debug --no-debug': 'text' },
    subs: {
      shell: waits,
      db: { subs: { downgrade: drops }, otherwise: 'run: code of the project' },
    },
    otherwise: 'run: code of the project',
    examples: {
      'flask shell': 'run, terminal',
      'flask run': 'run run',
      'flask db downgrade': 'change database force',
      'flask db upgrade': 'run upgrade',
    },
  }),
];
