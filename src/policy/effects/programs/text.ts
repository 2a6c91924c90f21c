import { defineProgram, type Reader } from '../define.ts';
import { awk, awkFile } from '../languages/awk.ts';
import { sed } from '../languages/sed.ts';
import { headOf, isKnown, literal, textOf } from '../words.ts';

/** `!` up to the end of the line is a command, unless it is a comparison. */
const calculation: Reader = (value, found) => {
  const command = /!(?![<>=])(.*)/.exec(headOf(value))?.[1];
  if (!isKnown(value)) found.doubt('a calculation that is known only when it runs');
  else if (command !== undefined)
    found.nest({ kind: 'script', via: 'dc', text: literal(command, value.span), shell: 'bash' });
};

/** With `-f` an operand is a file; one that looks like a program is looked through all the same. */
const programOrFile: Reader = (value, found, call) => {
  if (/[{}]/.test(headOf(value))) awk(value, found, call);
  else found.effect({ kind: 'read', target: value });
};

/** Programs that search, sort and change text. */
export const text = [
  defineProgram({
    names: 'grep egrep fgrep zgrep ggrep bzgrep xzgrep pcregrep',
    summary: 'Finds lines.',
    quiet: true,
    options: {
      '-e --regexp=': 'flag',
      '-f --file=': 'read',
      '-r -R --recursive --dereference-recursive': 'recursive',
      '-A -B -C -m -d -D --after-context --before-context --context --max-count --directories --devices=': 'text',
      '--binary': 'text',
      '--include --exclude --exclude-dir --label --binary-files --group-separator=': 'text',
      '--exclude-from=': 'read',
      '--color --colour[=]': 'text',
      '-l --files-with-matches -L --files-without-match': 'flag',
    },
    operands: [
      { if: '-l -e', each: 'read: found' },
      { if: '-l -f', each: 'read: found' },
      { if: '-l', first: 'text', rest: 'read: found' },
      { if: '-e', each: 'read' },
      { if: '-f', each: 'read' },
      { first: 'text', rest: 'read' },
    ],
    also: [
      { if: '-r !operands', effects: 'read: what is in this folder' },
      { if: '-r operands !second !-e !-f', effects: 'read: what is in this folder' },
    ],
    examples: {
      'grep -r TOKEN': 'quiet, read recursive',
      'grep -rn "rm -rf" scripts': 'quiet, read scripts recursive',
      'grep -e a -f pats x': 'quiet, read pats, read x',
      'grep --rec --fil=pats .env': 'quiet, read pats, read .env recursive',
    },
  }),
  defineProgram({
    names: 'rg ripgrep ag ack ugrep',
    summary: 'Finds lines in folders.',
    quiet: true,
    options: {
      '-e --regexp=': 'flag',
      '-f --file=': 'read',
      '--ignore-file=': 'read',
      '--ignore': 'text',
      '--pre --hostname-bin=': 'program',
      '-z --search-zip': 'run: programs that unpack',
      '-g --glob --iglob -t --type -T --type-not --type-add -A -B -C -m -j -d -r -M -E --pre-glob=': 'text',
      '--context --after-context --before-context --max-count --max-depth --replace --sort --sortr --color=': 'text',
      '--files --type-list': 'flag',
      '--pager=': 'program',
      '--passthru --pretty --pcre2 --print0': 'text',
    },
    operands: [
      { if: '-e', each: 'read recursive' },
      { if: '-f', each: 'read recursive' },
      { if: '--files', each: 'read: found' },
      { first: 'text', rest: 'read recursive' },
    ],
    examples: {
      'rg -n sudo src': 'quiet, read src recursive',
      'rg --pre ./x a': 'run ./x, > sh: ./x',
      'rg --pre=./x a b': 'run ./x, read b recursive, > sh: ./x',
      'rg --files -g "*.ts"': 'quiet',
      'rg -z a': 'run',
    },
  }),
  defineProgram({
    names: 'sed gsed',
    summary: 'Changes text line by line.',
    quiet: true,
    strict: true,
    options: {
      '-e --expression=': 'flag',
      '-f --file=': 'run: a script of sed',
      '-i -I --in-place[=]': 'flag',
      '-l --line-length=': 'text',
      '-n -E -r -s -u -z -b -a --quiet --silent --regexp-extended --separate --unbuffered --null-data': 'text',
      '--posix --debug --sandbox --follow-symlinks --binary': 'text',
    },
    inspect: sed,
    examples: {
      "sed -n '1,20p' a": 'quiet, read a',
      "sed 's/e w/x/g; s|a|b|' a": 'quiet, read a',
      "sed -i.bak 's/a/b/' x": 'read x, write x',
      "sed -i'../y/*' 's/a/b/' x": 'write ../y/, read x, write x',
      "sed -i '' 's/a/b/' x": 'read x, write x',
      "sed '1e rm -rf /' a": 'run rm -rf /, read a, > sh: rm -rf /',
      "sed 's/.*/id/e' a": 'run, read a, ?',
      "sed -n 's/a/b/w out.txt' a": 'write out.txt, read a',
      "sed '/x/w /etc/passwd' a": 'write /etc/passwd, read a',
      'sed --expr=p -nf s.sed a': 'run s.sed, read a',
      'sed "s/a/$X/" a': 'quiet, read a',
      "sed '/^[/]e/d;$!N;s/[^/]*e$//' a": 'quiet, read a',
      "sed -e '/^#/d' -e 1d -e '/^$/d' a": 'quiet, read a',
      "sed -e p -e '1e rm x' a": 'run rm x, read a, > sh: rm x',
      "sed '$a\\\nrm -rf /\ne id' a": 'run id, read a, > sh: id',
    },
  }),
  defineProgram({
    names: 'awk gawk mawk nawk original-awk goawk',
    summary: 'A language for text in columns.',
    style: 'posix',
    quiet: true,
    options: {
      '-f --file -l --load -E --exec=': awkFile,
      '-i --include=': awkFile,
      '-e --source=': awk,
      '-F -v --field-separator --assign -m -W=': 'text',
      '-o --pretty-print -p --profile -d --dump-variables[=]': 'write',
      '-D --debug': 'terminal',
    },
    operands: [
      { if: '-f', each: programOrFile },
      { if: '-e', each: 'read' },
      { first: awk, rest: 'read' },
    ],
    inspect(call, found) {
      // Files are changed where they are.
      if (!call.values('-i').some((word) => textOf(word) === 'inplace')) return;
      for (const target of call.operands.slice(call.has('-f') ? 0 : 1)) found.effect({ kind: 'write', target });
    },
    examples: {
      "awk '{print $1}' a": 'quiet, read a',
      "awk -F: '$3 > 100 {print $1}' /etc/passwd": 'quiet, read /etc/passwd',
      'awk \'BEGIN{system("rm -rf /")}\'': 'quiet, > sh: rm -rf /',
      'awk \'{print > "out.txt"}\' a': 'write out.txt, read a',
      'awk \'{print > "\\x2e\\056/out"}\' a': 'write ../out, read a',
      'awk \'{print $1 | "sh"}\' a': 'run, read a, ?',
      'awk \'{print $1 | "sort -u"}\' a': 'quiet, read a, > sh: sort -u',
      'awk \'BEGIN{"id" | getline x; print x}\'': 'quiet, > sh: id',
      "awk '{system($1)}' a": 'run, read a, ?',
      "awk '/a|b/ && $1 ~ /x>y/ || NR > 2' a": 'quiet, read a',
      "awk '{ if ($1 > 3) print ($2 > 4) }' a": 'quiet, read a',
      'gawk -i inplace 1 a': 'run inplace, read a, write a',
    },
  }),
  defineProgram({
    names: 'sort gsort',
    summary: 'Sorts lines.',
    quiet: true,
    options: {
      '-o --output=': 'write',
      '--compress-program=': 'program',
      '--files0-from=': 'names read',
      '--random-source=': 'read',
      '-T --temporary-directory -k --key -t --field-separator -S --buffer-size --parallel --batch-size --sort=': 'text',
      '--check[=]': 'text',
    },
    operands: 'read',
    examples: {
      'sort -u a': 'quiet, read a',
      'sort -ro out a': 'write out, read a',
      'sort --out=x a': 'write x, read a',
      'sort --comp=./x a': 'run ./x, read a, > sh: ./x',
      'sort -t, -k2 a': 'quiet, read a',
      'sort -o *.txt a': 'write *.txt, read *.txt, read a',
      '| sort --files0-from=-': 'quiet, read …',
    },
  }),
  defineProgram({
    names: 'uniq guniq',
    summary: 'Leaves out lines that come twice.',
    quiet: true,
    options: { '-f -s -w --skip-fields --skip-chars --check-chars=': 'text' },
    operands: { first: 'read', second: 'write' },
    examples: { 'uniq -c a': 'quiet, read a', 'uniq a /etc/x': 'read a, write /etc/x', 'uniq *': 'read *, write *' },
  }),
  defineProgram({
    names: 'cut paste gcut',
    summary: 'Take columns out of lines, and put lines beside each other.',
    quiet: true,
    options: {
      '-b -c -d -f --bytes --characters --delimiter --delimiters --fields --output-delimiter=': 'text',
      '-s -z -n': 'text',
    },
    operands: 'read',
    examples: { 'cut -d: -f1 /etc/passwd': 'quiet, read /etc/passwd', 'paste -s .env': 'quiet, read .env' },
  }),
  defineProgram({
    names: 'fold fmt expand unexpand column rev col colrm look comm tsort numfmt factor pr csvlook',
    summary: 'Lay text out in another way.',
    quiet: true,
    options: {
      '-w --width -N -o --table-columns --tabs --output-separator --from --to=': 'text',
      '-t --table': 'text',
    },
    operands: 'read',
    examples: { 'fold -s .env': 'quiet, read .env', 'column -t a': 'quiet, read a' },
  }),
  defineProgram({
    names: 'join nl',
    summary: 'Join lines of two files, number lines.',
    quiet: true,
    options: { '-1 -2 -j -a -e -o -t -v -b -d -f -h -i -l -n -s -w=': 'text' },
    operands: 'read',
    examples: { 'join -t, -1 2 a b': 'quiet, read a, read b', 'nl -ba .env': 'quiet, read .env' },
  }),
  defineProgram({
    names: 'shuf gshuf',
    summary: 'Mixes lines.',
    quiet: true,
    options: {
      '-o --output=': 'write',
      '-n -i --head-count --input-range=': 'text',
      '--random-source=': 'read',
      '-e --echo': 'flag',
    },
    operands: [{ if: '-e' }, { each: 'read' }],
    examples: { 'shuf -n1 --outp=x a': 'write x, read a', 'shuf -e a b': 'quiet' },
  }),
  defineProgram({
    names: 'iconv uconv',
    summary: 'Changes the encoding of text.',
    quiet: true,
    options: { '-o --output=': 'write', '-f -t --from-code --to-code -x=': 'text' },
    operands: 'read',
    examples: { 'iconv -f latin1 -t utf8 a': 'quiet, read a', 'iconv -o b a': 'write b, read a' },
  }),
  defineProgram({
    names: 'bat batcat glow pygmentize highlight csvcut csvgrep csvstat xsv qsv',
    summary: 'Show text in colours or tables.',
    quiet: true,
    options: {
      '--pager=': 'program',
      '-o --output=': 'write',
      '-l --language -r --line-range -H --theme --style --delimiter=': 'text',
      '-f': 'text',
    },
    operands: 'read',
    examples: { 'bat -r 1:5 a': 'quiet, read a', "bat --pager='rm x' a": 'run rm x, read a, > sh: rm x' },
  }),
  defineProgram({
    names: 'bc',
    summary: 'Calculates.',
    quiet: true,
    options: { '-e --expression=': 'flag', '-f --file=': 'read' },
    operands: 'read',
    also: [{ if: '!operands !-e !-f tty', effects: 'terminal' }],
    examples: { bc: 'terminal', 'bc <<< 1+1': 'quiet', 'bc -l a.bc': 'quiet, read a.bc' },
  }),
  defineProgram({
    names: 'dc',
    summary: 'Calculates; `!` in its programs starts others.',
    options: { '-e --expression=': calculation, '-f --file=': 'run' },
    operands: 'run',
    also: [{ if: '!operands !-e !-f tty', effects: 'terminal' }],
    inspect({ invocation: { stdin } }, found) {
      if (stdin.kind !== 'inherited') found.effect({ kind: 'run', note: 'standard input' });
    },
    examples: { dc: 'terminal', "dc -e '1 2 + p'": '', "dc -e '!rm x'": '> sh: rm x' },
  }),
  defineProgram({
    names: `
      tr echo printf seq yes true false sleep expr basename dirname test [ cal figlet jot
      usleep pwd : gecho banner toilet lolcat
    `,
    summary: 'Compute and print.',
    quiet: true,
    help: '',
    examples: { 'echo "rm -rf /"': 'quiet', 'printf %s sudo': 'quiet', 'tr a b': 'quiet' },
  }),
  defineProgram({
    names: 'jq gojq jaq yq xq tomlq dasel fx gron',
    summary: 'Read and change structured data.',
    quiet: true,
    options: {
      '-f --from-file=': 'read',
      '-i --inplace --in-place': 'flag',
      '--arg --argjson==': 'text',
      '--slurpfile --rawfile==': 'read',
      '-L --indent -o --output-format -p --input-format=': 'text',
      '--args --jsonargs': 'text',
    },
    operands: [
      { if: '-i', first: 'text', rest: 'read + write' },
      { if: '-f', each: 'read' },
      { first: 'text', rest: 'read' },
    ],
    examples: {
      "jq '.a | .b' x.json": 'quiet, read x.json',
      "jq --arg a b --slurpfile c .env '.' x": 'quiet, read .env, read x',
      "yq -i '.a = 1' x.yml": 'read x.yml, write x.yml',
    },
  }),
  defineProgram({
    names: `
      xmllint xmlstarlet xsltproc tidy jsonlint yamllint taplo hadolint markdownlint shellcheck actionlint
      shfmt dprint vale codespell typos
    `,
    summary: 'Check and format structured text.',
    quiet: true,
    options: {
      '-o --output=': 'write',
      '-w --write --fix --write-changes -m --modify --in-place': 'flag',
      '--xpath --schema -S -e --shell=': 'text',
      // With a value for some of them and none for others.
      '-s -f -x': 'text',
      '-i[=]': 'text',
    },
    operands: [{ if: '-w', each: 'read + write' }, { each: 'read' }],
    examples: { 'xmllint --noout a.xml': 'quiet, read a.xml', 'shfmt -s -w a.sh': 'read a.sh, write a.sh' },
  }),
];
