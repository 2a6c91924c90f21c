import { defineProgram, type Call, type Found } from '../define.ts';

const publishing = 'contact: packages + change remote force: publishes a package';
const packages = 'contact: packages + change packages';

/** Of them all, only one asks. */
function initiated(call: Call, found: Found): void {
  const { name, stdin } = call.invocation;
  if (name === 'composer' && !call.has('-n') && stdin.kind === 'inherited') found.effect({ kind: 'terminal' });
}

/** Package managers of PHP, Ruby, Perl and Lua. */
export const libraryPackages = [
  defineProgram({
    names: 'composer bundle bundler luarocks',
    summary: 'Install packages of projects in PHP, Ruby and Lua.',
    quiet: true,
    isGlobal: true,
    options: {
      '-d --working-dir=': 'folder',
      '-C=': 'folder',
      '-i --install-dir=': 'write',
      '-v --version=': 'text',
      '-n --no-interaction': 'flag',
      '-q': 'text',
    },
    help: '--help --version -v -h',
    subs: {
      'list show info search outdated check why validate licenses env which contents specification help': 'quiet',
      'install i update upgrade require add lock create-project dump-autoload': packages,
      'remove uninstall clean': 'change packages',
      global: 'contact: packages + change global-packages',
      'exec run run-script': { style: 'posix', operands: { rest: 'argv' }, effects: 'run' },
      'push yank publish owner': publishing,
      config: {
        options: { '-g --global': 'change settings force: of all projects' },
        effects: 'change settings',
      },
      sources: 'change settings',
      init: { effects: 'write: composer.json', inspect: initiated },
      'self-update': 'contact: packages + change global-packages',
      'build test console': 'run',
    },
    otherwise: packages,
    examples: {
      'bundle exec rm x': 'run rm, > rm x',
      'composer install': 'contact, change packages',
      'bundle list': 'quiet',
      'composer config --global x y': 'change settings x force, change settings x',
      'composer init': 'write, terminal',
      'composer init -n': 'write',
      'bundle init': 'write',
    },
  }),
  defineProgram({
    names: 'gem cpan cpanm pear pecl',
    summary: 'Install packages of Ruby, Perl and PHP for the user or the system.',
    quiet: true,
    options: { '-i --install-dir=': 'write', '-v --version=': 'text', '-q -n': 'text' },
    help: '--help --version -v -h',
    subs: {
      'list search info outdated check env which contents specification help query environment': 'quiet',
      'uninstall cleanup': 'change global-packages',
      'push yank owner': publishing,
      'config sources': 'change settings',
      build: 'run',
    },
    otherwise: 'contact: packages + change global-packages',
    examples: {
      'gem push a.gem': 'contact, change remote a.gem force',
      'gem list': 'quiet',
      'gem install rails': 'contact, change global-packages install',
      'gem uninstall x': 'change global-packages x',
    },
  }),
];
