import { defineProgram } from '../define.ts';
import { joined } from '../languages/arguments.ts';
import { literal } from '../words.ts';

const publishing = 'contact: packages + change remote force: publishes a package';
const packages = 'contact: packages + change packages';

/** Tools of projects in Rust and Go. */
export const rustAndGo = [
  defineProgram({
    names: 'cargo',
    summary: 'Builds and tests Rust projects.',
    quiet: true,
    options: {
      '-C=': 'folder',
      '--config=': 'run: settings may name programs',
      '--color -Z=': 'text',
      '-q -v --offline --locked --frozen': 'text',
    },
    subs: {
      'tree metadata search pkgid locate-project verify-project version help info read-manifest': 'quiet',
      'build b check c test t run r bench doc d clippy fmt fix nextest miri expand rustc rustdoc insta': {
        style: 'posix',
        options: {
          '--config=': 'run: settings may name programs',
          '--manifest-path=': 'read: cd',
          '--target-dir=': 'write',
          '-p --package --bin --example -F --features --target=': 'text',
        },
        effects: 'run: code of the project',
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
      'version list doc help bug vet': 'quiet',
      env: { quiet: true, options: { '-w -u': 'change settings force: of go', '-json': 'text' } },
      'build test run generate tool': {
        style: 'dash',
        options: {
          '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir=': 'write',
          '-exec -toolexec -vettool=': 'script',
          '-run -bench -tags -ldflags -count -timeout -mod=': 'text',
        },
        effects: 'run: code of the project',
      },
      fmt: { operands: 'write' },
      fix: { operands: 'write' },
      'get mod work': packages,
      install: { options: { '-toolexec=': 'script' }, effects: 'contact: packages + change global-packages' },
      clean: { options: { '-cache -modcache -testcache -i -r': 'flag' }, effects: 'delete: what was built' },
    },
    examples: {
      'go test ./...': 'run ./...',
      "go test -exec 'rm x' ./a": 'run ./a, > sh: rm x',
      'go version': 'quiet',
      'go env -w GOPROXY=x': 'change settings GOPROXY=x force',
      'go build -o /usr/bin/x': 'write /usr/bin/x, run',
    },
  }),
];
