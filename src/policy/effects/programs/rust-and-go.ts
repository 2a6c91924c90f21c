import { defineProgram, type Part, type Reader } from '../define.ts';
import { joined } from '../languages/arguments.ts';
import { optionsFor, runsOption } from '../languages/attached.ts';
import { headOf, literal, shown } from '../words.ts';

const publishing = 'contact: packages + change remote force: publishes a package';
const packages = 'contact: packages + change packages';

/** `key=value`, or a file of them: some name programs, and some what is compiled into those of the project. */
const cargoSetting: Reader = (value, found, call) => {
  const key = /^[\w."'-]+(?=\s*=)/.exec(headOf(value))?.[0].replaceAll(/["']/g, '');
  if (key === undefined || startingKeys.test(key)) return runsOption(value, found, call);
  if (/^(?:source|patch|paths|registr)/.test(key)) found.effect({ kind: 'run', target: value, note: 'other code' });
};

const startingKeys =
  /(?:^|\.)(?:runner|linker|ar|rustc|rustdoc|(?:rustc-(?:workspace-)?)?wrapper|rustc-wrapper|rustc-workspace-wrapper|\w*flags|browser|target|.*credential.*)$|^(?:env|host|include|alias)(?:\.|$)/;

const projectBuild: Part = {
  style: 'posix',
  options: {
    '--manifest-path=': 'read: cd',
    '--target-dir --artifact-dir --out-dir=': 'write',
    '-p --package --bin --example -F --features --target=': 'text',
  },
  effects: 'run: code of the project',
};

/** `-extld ./x` and `-extldflags '…'` among the options for the linker. */
const linkerFlags: Reader = (value, found, call) => {
  const text = shown(value);
  const [, program] = /-extld(?:=|\s+)["']?([^\s"']+)/.exec(text) ?? [];
  if (program !== undefined && !/^(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)$/.test(program))
    runsOption(literal(program, value.span), found, call);
  const [, flags] = /-extldflags(?:=|\s+)(?:["']([^"']*)|(?=\S))/.exec(text) ?? [];
  const rest = flags ?? /-extldflags(?:=|\s+)(\S+)/.exec(text)?.[1];
  if (rest !== undefined) optionsFor('cc', /\s+/)(literal(rest, value.span), found, call);
};

/** What everything that compiles Go is told. */
const goBuild: Part['options'] = {
  '-o -pkgdir -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir -testlogfile=':
    'write',
  '-exec -toolexec -vettool -fixtool=': 'program',
  '-ldflags=': linkerFlags,
  '-overlay=': 'read',
  '-modfile=': 'read + write',
  '-run -bench -tags -count -timeout -mod -gcflags -asmflags -p -covermode -coverpkg -cpu -parallel -skip -fuzz=':
    'text',
};

/** Tools of projects in Rust and Go. */
export const rustAndGo = [
  defineProgram({
    names: 'cargo',
    summary: 'Builds and tests Rust projects.',
    quiet: true,
    isGlobal: true,
    options: {
      '-C=': 'folder',
      '--config=': cargoSetting,
      '--color -Z=': 'text',
      '-q -v --offline --locked --frozen': 'text',
    },
    subs: {
      'tree metadata search pkgid locate-project verify-project version help info read-manifest': 'quiet',
      'build b check c test t run r bench doc d clippy fmt fix nextest miri expand insta': projectBuild,
      // What follows `--` is for the compiler.
      'rustc rustdoc': {
        ...projectBuild,
        inspect({ operands, separator }, found) {
          const [first] = operands;
          if (separator === undefined || !first) return;
          const words = [literal('rustc', first.span), ...operands.slice(separator)];
          found.nest({ kind: 'argv', via: 'cargo rustc', words });
        },
      },
      'fetch update generate-lockfile vendor': packages,
      'add remove rm': 'change packages',
      install: {
        options: { '--git --registry --index=': 'contact', '--path=': 'read', '--root=': 'write' },
        effects: 'contact: packages',
        also: [{ if: '!--root', effects: 'change global-packages' }],
      },
      watch: {
        style: 'posix',
        options: {
          '-s --shell=': 'script',
          '-x --exec=': (value, found) => {
            const text = joined([literal('cargo', value.span), value]);
            found.nest({ kind: 'script', via: 'cargo watch -x', text, shell: 'bash' });
          },
          '-w --watch -i --ignore -d --delay -C --workdir -E --env -L -B=': 'text',
          '-c -q --clear --quiet --poll --postpone --why --no-vcs-ignores': 'text',
        },
        operands: { rest: 'argv' },
        effects: 'run: code of the project',
      },
      uninstall: 'change global-packages',
      clean: 'delete: what was built',
      'new init': { operands: 'write' },
      publish: {
        options: {
          '-n --dry-run': 'flag',
          '-p --package --token --registry --index --manifest-path --target-dir=': 'text',
        },
        effects: 'contact: packages + run',
        also: [{ if: '!-n', effects: 'change remote force: publishes a package' }],
      },
      'yank owner': publishing,
      login: {
        options: { '--registry=': 'text' },
        effects: 'change settings',
        also: [{ if: '!operands tty', effects: 'terminal' }],
      },
      logout: 'change settings',
      package: 'run',
    },
    otherwise: 'run: an extension of cargo',
    examples: {
      'cargo build --release': 'run',
      'cargo test foo': 'run foo',
      'cargo publish': 'contact, run, change remote force',
      'cargo publish --dry-run': 'contact, run',
      'cargo tree': 'quiet',
      'cargo login': 'change settings, terminal',
      'cargo install x': 'contact, change global-packages x',
      'cargo install --path . --root ./out': 'read ., write ./out, contact',
      "cargo watch -s 'rm x'": 'run, > sh: rm x',
      'cargo watch -x test': 'run, > sh: cargo test',
      'cargo --config x.toml build': 'run x.toml, run',
      'cargo build --config profile.dev.debug=0': 'run',
      'cargo run --config target.x.runner="./x"': 'run target.x.runner=./x, run',
      'cargo rustc --release -- -C linker=./x': 'run, > rustc -C linker=./x',
      'cargo +nightly fmt': 'run +nightly',
    },
  }),
  defineProgram({
    names: 'rustup ghcup swiftenv elan juliaup',
    summary: 'Installs toolchains.',
    quiet: true,
    subs: {
      'show which doc help check list': 'quiet',
      run: { style: 'posix', operands: { first: 'text', rest: 'argv' } },
      'update install toolchain target component self uninstall': 'contact: packages + change global-packages',
      'default override set': 'change settings',
    },
    examples: {
      'rustup show': 'quiet',
      'rustup update': 'contact, change global-packages',
      'rustup run nightly rm x': '> rm x',
    },
  }),
  defineProgram({
    names: 'go tinygo',
    summary: 'Builds and tests Go projects.',
    style: 'dash',
    quiet: true,
    options: { '-C=': 'folder' },
    subs: {
      'version doc help bug': 'quiet',
      'list vet': { style: 'dash', quiet: true, options: { ...goBuild, '-f=': 'text' } },
      env: { quiet: true, options: { '-w -u': 'change settings force: of go', '-json': 'text' } },
      'build test run generate tool': { style: 'dash', options: goBuild, effects: 'run: code of the project' },
      fmt: { operands: 'write' },
      fix: { style: 'dash', options: goBuild, operands: 'write' },
      'get mod work': { style: 'dash', options: goBuild, effects: packages },
      install: { style: 'dash', options: goBuild, effects: 'contact: packages + change global-packages' },
      clean: { options: { '-cache -modcache -testcache -i -r': 'flag' }, effects: 'delete: what was built' },
    },
    examples: {
      'go test ./...': 'run ./...',
      "go test -exec 'rm x' ./a": 'run rm x, run ./a, > sh: rm x',
      'go vet -vettool=./x ./...': 'run ./x, > sh: ./x',
      'go list -m all': 'quiet',
      'go build -ldflags "-s -w -extldflags \'-static\'" .': 'run ., > cc -static',
      'go build -ldflags -extld=./x .': 'run ./x, run .',
      'go build -ldflags "-X main.v=$V" .': 'run .',
      'go test -cpuprofile ../x .': 'write ../x, run .',
      'go version': 'quiet',
      'go env -w GOPROXY=x': 'change settings GOPROXY=x force',
      'go build -o /usr/bin/x': 'write /usr/bin/x, run',
    },
  }),
];
