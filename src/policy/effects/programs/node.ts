import { defineProgram, type Part } from '../define.ts';
import { code } from '../languages/code.ts';
import { headOf, textOf } from '../words.ts';

/** Also understood before the subcommand. */
const everywhere = { '-g --global': 'flag', '--location=': 'flag' };
const inAllProjects = [
  { if: '-g', effects: 'change global-packages' },
  { if: '--location', effects: 'change global-packages' },
];
const installing: Part = {
  options: everywhere,
  effects: 'contact: packages + change packages',
  also: inAllProjects,
};
const removing: Part = { options: everywhere, effects: 'change packages', also: inAllProjects };
/** Options of npm are understood after the name of a script too, up to `--`. */
const npmScripts: Part = { effects: 'run: a script of the package' };
const scripts: Part = { ...npmScripts, style: 'posix' };
/** Everything after its name is for the script, also `--help`. */
const own: Part = { ...scripts, help: '' };
const publishing = 'contact: packages + change remote force: publishes a package';
/** With `--dry-run` only the scripts of the package are run. */
const publication: Part = {
  options: { '--dry-run[=]': 'flag', '--no-dry-run': 'flag' },
  effects: 'contact: packages + run: scripts of the package',
  inspect(call, found) {
    const taken = [...call.values('--dry-run'), ...call.operands].map((word) => textOf(word));
    const isDry =
      call.has('--dry-run') &&
      !call.has('--no-dry-run') &&
      taken.every((text) => text !== undefined && !/^(?:false|null|0+)$/.test(text));
    if (!isDry) found.effect({ kind: 'change', thing: 'remote', force: true, note: 'publishes a package' });
  },
};
const packing: Part = {
  options: { '--pack-destination --out -o --filename -f=': 'write' },
  effects: 'write: an archive',
};
/** Runs a package that may have to be fetched first. */
const fetched: Part = {
  style: 'posix',
  options: {
    '-p --package=': 'contact: packages + run',
    '-c --call --shell-mode=': 'script',
    '-y --yes --no-install -q --quiet --bun --silent --no --offline --prefer-offline --ignore-existing': 'text',
    '-w --workspace --prefix --cwd --registry --cache --userconfig --loglevel --node-arg=': 'text',
    '-n': 'text',
    '--node-options=': 'run',
    '--script-shell --shell=': 'program',
  },
  inspect({ operands: words, invocation: { name } }, found) {
    const [first] = words;
    // A whole line in one word goes to a shell.
    if (first && words.length === 1 && /\s/.test(textOf(first) ?? ''))
      found.nest({ kind: 'script', via: name, text: first, shell: 'bash' });
    else if (first) found.nest({ kind: 'argv', via: name, words });
  },
};
/** Of pnpm, where `-w` is the root of all packages and needs no name. */
const ofRoot: Part = { ...fetched, options: { ...fetched.options, '-w --workspace-root': 'text' } };
const setting: Part = {
  options: { '--location=': 'flag', '-H --home': 'flag' },
  operands: {
    first: (word, found) => {
      if (/^(script-shell|shell|node-options|git|editor|browser|viewer|init-module)(=|$)/i.test(headOf(word)))
        found.effect({ kind: 'run', target: word, note: 'option: a setting that runs programs' });
    },
  },
  // They are those of the user, unless the project is named; yarn keeps them with the project.
  inspect(call, found) {
    const [target] = call.operands;
    const isYarn = call.invocation.name.startsWith('yarn') && !call.has('-H') && !call.has('-g');
    const isOfProject = isYarn || call.values('--location').some((word) => textOf(word) === 'project');
    const everywhere = { force: true, note: 'of all projects' };
    found.effect({ kind: 'change', thing: 'settings', ...(target && { target }), ...(!isOfProject && everywhere) });
  },
};
/** Tokens are settings too. */
const showing: Part = {
  quiet: true,
  operands: (word, found) => {
    if (/_auth|_password|token/i.test(headOf(word))) found.effect({ kind: 'read', note: 'secret of a registry' });
  },
};
const settings: Part = {
  quiet: true,
  subs: {
    get: showing,
    'list ls': 'quiet',
    'set delete rm unset': setting,
    edit: 'terminal + change settings',
    fix: setting,
  },
  otherwise: 'change settings',
};
/** A project is described by answers to questions, unless `-y` gives them. */
const initiating: Part = {
  style: 'posix',
  options: { '-y --yes -f --force': 'flag', '--scope -w --workspace=': 'text', '-m --minimal': 'text' },
  effects: 'contact: packages + run: a package that sets up a project',
};
const asking: Part = { ...initiating, also: [{ if: '!operands !-y tty', effects: 'terminal' }] };

/** Package managers of JavaScript. */
export const node = [
  defineProgram({
    names: 'npm cnpm tnpm',
    summary: 'Installs packages and runs their scripts.',
    quiet: true,
    isGlobal: true,
    options: {
      ...everywhere,
      '-C --prefix=': 'folder',
      '--node-options=': 'run',
      '--script-shell --shell=': 'program',
      '-w --workspace --registry --tag --cache --userconfig --loglevel --omit --include --otp --depth --access=':
        'text',
      '-s --silent -D -E -O -P -S --save-dev --save --ws --workspaces --if-present --ignore-scripts --json': 'text',
    },
    help: '--help --version -v -h',
    subs: {
      'ls list ll la view info show search outdated why explain root bin docs repo fund ping whoami help': 'quiet',
      'help-search query diff completion doctor sbom find-dupes': 'quiet',
      audit: {
        quiet: true,
        effects: 'contact: packages',
        subs: { fix: 'contact: packages + change packages', signatures: 'contact' },
      },
      'install i in add ci install-test it clean-install ic update up upgrade rebuild rb dedupe ddp link ln':
        installing,
      'uninstall un rm remove r unlink prune': removing,
      'run run-script rum urn': npmScripts,
      'test t tst start stop restart': npmScripts,
      'install-ci-test cit': installing,
      'exec x': fetched,
      'init create innit': asking,
      publish: publication,
      'unpublish deprecate dist-tag owner access team org hook star unstar undeprecate': publishing,
      'login adduser logout token profile': 'terminal + change settings',
      'config c': settings,
      get: 'quiet',
      set: setting,
      pkg: { quiet: true, subs: { get: 'quiet', 'set delete fix': 'write: package.json' } },
      version: { quiet: true, also: [{ if: 'operands', effects: 'change repository' }] },
      pack: packing,
      cache: { quiet: true, subs: { 'ls verify': 'quiet', 'clean add rm': 'change packages' } },
      shrinkwrap: 'write: a list of packages',
      edit: 'terminal',
      explore: { style: 'posix', operands: { first: 'text', rest: 'argv' } },
    },
    otherwise: 'run: an unknown subcommand',
    examples: {
      'npm test': 'run',
      'npm run build -- --force': 'run build',
      'npm ls --depth=0': 'quiet',
      'npm install': 'contact, change packages',
      'npm i -g typescript': 'contact, change packages typescript, change global-packages typescript',
      'npm uninstall -g npm-check': 'change packages npm-check, change global-packages npm-check',
      'npm -g uninstall x': 'change packages x, change global-packages x',
      'npm config set script-shell ./x': 'run script-shell, change settings script-shell force',
      'npm run build --script-shell=./x': 'run ./x, run build, > sh: ./x',
      'npm publish': 'contact, run, change remote force',
      'npm publish --dry-run': 'contact, run',
      'npm publish --dry-run --no-dry-run': 'contact, run, change remote force',
      'npm publish --dry-run false': 'contact, run false, change remote force',
      'npm exec -- rimraf /': '> rimraf /',
      'npm --prefix sub exec rm x': 'cd sub, > in sub rm x',
      'npm config set x y': 'change settings x force',
      'npm set registry=x --location=project': 'change settings registry=x',
      'npm init': 'contact, run, terminal',
      'npm init -y': 'contact, run',
      'npm init vite app': 'contact, run vite',
      'npm pack --pack-destination ..': 'write .., write',
      'npm -v': 'quiet',
    },
  }),
  defineProgram({
    names: 'pnpm yarn yarnpkg rush lerna nx turbo',
    summary: 'Installs packages and runs their scripts.',
    quiet: true,
    isGlobal: true,
    options: {
      ...everywhere,
      '-C --dir --cwd=': 'folder',
      '-F --filter --workspace --registry --loglevel --scope=': 'text',
      '-w --workspace-root': 'text',
      '-r --recursive -D --save-dev -P --prod --frozen-lockfile --silent --json -s --production': 'text',
    },
    help: '--help --version -v -h',
    subs: {
      'list ls ll why outdated licenses info view root bin audit versions help': 'quiet',
      'install i add up update upgrade import rebuild rb dedupe link fetch patch patch-commit': installing,
      'remove rm uninstall un prune unlink autoclean': removing,
      'run run-script test t start workspace workspaces build lint dev': own,
      'exec x': ofRoot,
      dlx: { ...ofRoot, effects: 'contact: packages' },
      node: { style: 'posix', operands: { rest: 'argv' } },
      global: {
        subs: {
          'add upgrade': 'contact: packages + change global-packages',
          remove: 'change global-packages',
          'list bin': 'quiet',
        },
      },
      create: initiating,
      init: {
        ...initiating,
        inspect(call, found) {
          // That of pnpm asks nothing.
          const { name, stdin } = call.invocation;
          const isAsking = name.startsWith('yarn') && !call.has('-y') && call.operands.length === 0;
          if (isAsking && stdin.kind === 'inherited') found.effect({ kind: 'terminal' });
        },
      },
      'publish unpublish npm tag owner': publishing,
      'login logout': 'terminal + change settings',
      config: settings,
      'set plugin env setup self-update': 'contact: packages + change settings',
      'store cache': { quiet: true, subs: { 'path status list dir': 'quiet' }, otherwise: 'change packages' },
      pack: packing,
      version: 'change repository',
    },
    otherwise: own,
    effects: 'contact: packages + change packages',
    examples: {
      yarn: 'contact, change packages',
      'yarn init': 'contact, run, terminal',
      'yarn test': 'run',
      'yarn --cwd sub lint': 'cd sub, run',
      'pnpm dlx rimraf /': 'contact, > rimraf /',
      'pnpm -r build': 'run',
      'pnpm -w exec rm x': '> rm x',
      'pnpm exec -w rm x': '> rm x',
      'yarn build --help': 'run',
      'yarn global add x': 'contact, change global-packages x',
      'pnpm list': 'quiet',
      'pnpm add -g x': 'contact, change packages x, change global-packages x',
      'yarn my-script': 'run my-script',
      "yarn exec 'rm -rf x'": '> sh: rm -rf x',
      'yarn config set a b': 'change settings a',
      'yarn npm publish': 'contact, change remote publish force',
    },
  }),
  defineProgram({
    ...fetched,
    names: 'npx bunx pnpx pnx',
    summary: 'Runs a package.',
    help: '--help --version -v -h',
    examples: {
      'npx rimraf /': '> rimraf /',
      'npx -y -p a b --force': 'contact a, run a, > b --force',
      "npx -c 'rm x'": '> sh: rm x',
      'npx tsc --noEmit': '> tsc --noEmit',
      'npx --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'bun',
    summary: 'Runs JavaScript, installs packages.',
    style: 'posix',
    quiet: true,
    options: {
      '--cwd=': 'folder',
      '-e --eval -p --print=': code('JavaScript'),
      '-r --preload=': 'run',
      '--env-file=': 'read',
      '-v': 'help',
    },
    subs: {
      'install i add update link patch': installing,
      'remove rm unlink': removing,
      'run test build dev': { style: 'posix', operands: { first: 'run' } },
      x: fetched,
      'create init c': asking,
      publish: publishing,
      pm: { quiet: true, subs: { 'ls bin hash cache whoami': 'quiet' }, otherwise: 'change packages' },
      upgrade: 'contact: packages + change global-packages',
      'outdated why audit info': 'quiet',
      repl: 'terminal',
    },
    otherwise: { style: 'posix', operands: { first: 'run' } },
    examples: {
      'bun run build': 'run build',
      'bun x.ts': 'run x.ts',
      'bun add a': 'contact, change packages a',
      'bun x rimraf /': '> rimraf /',
    },
  }),
];
