import { defineProgram } from '../define.ts';
import { namePrefix } from '../languages/names.ts';
import { runsOption } from '../languages/attached.ts';
import { textOf } from '../words.ts';

/** Programs that change and check source files of many languages. */
export const source = [
  defineProgram({
    names: 'patch gpatch',
    summary: 'Applies differences to files.',
    options: {
      '-d --directory=': 'folder',
      '-o --output -r --reject-file=': 'write',
      '-i --input=': 'read',
      '-B --prefix -Y --basename-prefix=': namePrefix,
      '-p --strip -D --ifdef -z --suffix -F --fuzz -V --version-control -g --get --read-only --reject-format=': 'text',
      '-b --backup --backup-if-mismatch --no-backup-if-mismatch --merge --follow-symlinks --posix --binary': 'text',
      '--dry-run': 'help',
    },
    operands: { first: 'read + write', second: 'read' },
    effects: 'write: the files that the difference names',
    examples: {
      'patch -p1 -i a.diff': 'read a.diff, write',
      'patch -b -B ../x/ a b.diff': 'write ../x/…, read a, write a, read b.diff, write',
      'patch -d sub a b.diff': 'cd sub, read sub/a, write sub/a, read sub/b.diff, write',
    },
  }),
  defineProgram({
    names: `
      sd comby jscodeshift autoflake astyle indent perltidy stylua nixfmt ktlint swiftformat rubocop
      php-cs-fixer phpcbf rector pint
    `,
    summary: 'Change source files where they are.',
    options: { '-l --lint --check --dry-run --diff': 'flag', '-c -m -f -i -s -t --config --format=': 'text' },
    operands: 'read + write',
    effects: 'run: with the settings of the project',
    examples: { 'sd a b c': 'read a, write a, read b, write b, read c, write c, run a', 'rubocop --version': 'quiet' },
  }),
  defineProgram({
    names: 'dos2unix unix2dos mac2unix unix2mac',
    summary: 'Change the ends of lines.',
    options: { '-c --convmode=': 'text', '-f -s -k -q -n -o -m -b --force --keepdate --quiet --newfile': 'text' },
    operands: 'read + write',
    examples: { 'dos2unix -f a': 'read a, write a', 'dos2unix --version': 'quiet' },
  }),
  defineProgram({
    names: 'gofmt goimports gofumpt clang-format google-java-format',
    summary: 'Format source files.',
    quiet: true,
    options: {
      '-w -i --in-place --replace': 'flag',
      '-r -cpuprofile -style --style -fallback-style -assume-filename --edition --config-path -local=': 'text',
    },
    operands: [{ if: '-w', each: 'read + write' }, { each: 'read' }],
    examples: { 'gofmt -l .': 'quiet, read .', 'gofmt -w a.go': 'read a.go, write a.go' },
  }),
  defineProgram({
    names: 'rustfmt',
    summary: 'Formats source files of Rust where they are.',
    quiet: true,
    options: { '--check': 'flag', '--edition --config-path --config --emit --color=': 'text', '-q -v -l': 'text' },
    operands: [{ if: '--check', each: 'read' }, { each: 'read + write' }],
    examples: { 'rustfmt --check a.rs': 'quiet, read a.rs', 'rustfmt a.rs': 'read a.rs, write a.rs' },
  }),
  defineProgram({
    names: 'ctags etags cscope',
    summary: 'List the names in source files.',
    options: { '-f -o=': 'write', '-L --options=': 'read' },
    operands: 'read',
    effects: 'write: a list of names',
    examples: { 'ctags -R src': 'read src, write', 'ctags -f /etc/x a': 'write /etc/x, read a, write' },
  }),
  defineProgram({
    names: `
      golangci-lint staticcheck clang-tidy cppcheck tflint terraform-docs luacheck swiftlint phpcs phpstan psalm
      phpunit rspec pest minitest ast-grep semgrep trivy snyk gitleaks trufflehog grype syft sonar-scanner act
      renovate dependabot
    `,
    summary: 'Check and test source files.',
    options: { '-o --output --output-file --report-path=': 'write', '-c --config -f --format -p=': 'text' },
    effects: 'run: with the settings of the project',
    help: '--help --version -v -h',
    examples: { 'rspec spec/a_spec.rb': 'run spec/a_spec.rb', 'phpunit --version': 'quiet' },
  }),
  defineProgram({
    names: `
      pbcopy pbpaste wl-copy wl-paste notify-send tput clear reset stty tset mesg xset xrandr
    `,
    summary: 'Speak to the screen and the clipboard.',
    quiet: true,
    examples: { clear: 'quiet', 'tput cols': 'quiet' },
  }),
  defineProgram({
    names: 'cowsay cowthink',
    summary: 'Lets a cow say it; a cow in a file is code.',
    quiet: true,
    options: {
      '-f=': (value, found, call) => {
        if (/[\\/]|\.(?:cow|pm)$/.test(textOf(value) ?? '/')) runsOption(value, found, call);
      },
      '-e -T -W=': 'text',
    },
    examples: { 'cowsay -f tux hi': 'quiet', 'cowsay -f ./x hi': 'run ./x' },
  }),
  defineProgram({
    names: 'xclip xsel',
    summary: 'Put files where other programs can take them.',
    style: 'dash',
    quiet: true,
    options: {
      '-selection -sel -se -s -target -t -loops -display -d=': 'text',
      // With a value for xsel, and for xclip to end after so many times.
      '-l -logfile=': 'write',
      '-i -in -o -out -f -filter -r -rmlastnl -b -p -c -k -q -quiet -silent -verbose': 'text',
    },
    operands: 'read',
    examples: {
      'xclip -i .env': 'quiet, read .env',
      'xclip -sel clip a': 'quiet, read a',
      'xsel -b': 'quiet',
      'xsel -l ../x': 'write ../x',
    },
  }),
  defineProgram({
    names: 'logger say espeak espeak-ng spd-say',
    summary: 'Tell something to the log of the system, or aloud.',
    quiet: true,
    options: {
      '-f --file --input-file=': 'read',
      '-o -w --output-file=': 'write',
      '-n --server --network-device=': 'contact: network tool',
      '-t --tag -p --priority -P --port -u --socket -v --voice -r --rate -a -s -S -k=': 'text',
    },
    examples: {
      'logger -t x hello': 'quiet',
      'logger -f .env': 'quiet, read .env',
      'logger -n a.example x': 'contact a.example',
    },
  }),
];
