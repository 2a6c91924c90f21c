import { defineProgram, type Reader } from '../define.ts';
import { code } from '../languages/code.ts';
import { headOf, shown } from '../words.ts';

/** Conditions are code, of which most only compare. */
const expression: Reader = (value, found, call) => {
  if (/[`(]|\b(?:system|exec|open|unlink|eval|do|require|qx)\b/.test(shown(value))) code('Perl')(value, found, call);
};

/** Programs that show files and the machine. */
export const looking = [
  defineProgram({
    names: 'ls dir vdir gls exa eza lsd ll la',
    summary: 'Lists folders.',
    quiet: true,
    options: {
      '-I -w -T --ignore --hide --width --tabsize --block-size --format --sort --time --time-style --level=': 'text',
      '-L': 'text',
      '--color --hyperlink --indicator-style[=]': 'text',
    },
    operands: 'read: names',
    examples: { 'ls -la dd': 'quiet, read dd', ls: 'quiet' },
  }),
  defineProgram({
    names: 'cat tac gcat zcat bzcat xzcat zstdcat gzcat lz4cat',
    summary: 'Prints files.',
    quiet: true,
    operands: 'read',
    examples: { 'cat -n .env': 'quiet, read .env', 'cat - a': 'quiet, read -, read a' },
  }),
  defineProgram({
    names: 'head tail ghead gtail tailf multitail',
    summary: 'Prints the beginning or end of files.',
    quiet: true,
    options: { '-n -c -s --lines --bytes --pid --sleep-interval --max-unchanged-stats=': 'text', '-#': 'text' },
    operands: 'read',
    examples: { 'tail -n 20 -f log': 'quiet, read log', 'head -5 /etc/shadow': 'quiet, read /etc/shadow' },
  }),
  defineProgram({
    names: `
      wc readlink realpath greadlink namei cksum sum md5sum md5 sha1sum sha224sum sha256sum sha384sum sha512sum
      shasum b2sum b3sum otool getfacl lsattr mediainfo identify pdfinfo cloc scc
      tokei wdiff colordiff difft lscolors
    `,
    summary: 'Tell something about files.',
    quiet: true,
    options: { '--files0-from=': 'names read', '--relative-to --relative-base --length=': 'text' },
    operands: 'read',
    examples: {
      'wc -l .env': 'quiet, read .env',
      'readlink -f a': 'quiet, read a',
      'sha256sum key.pem': 'quiet, read key.pem',
    },
  }),
  defineProgram({
    names: 'stat gstat',
    summary: 'Tells size, owner and times of files.',
    quiet: true,
    options: { '-c --format --printf=': 'text' },
    operands: 'read: names',
    examples: { 'stat -c %s a': 'quiet, read a', 'stat .env': 'quiet, read .env' },
  }),
  defineProgram({
    names: 'cmp',
    summary: 'Compares bytes.',
    quiet: true,
    options: { '-i -n --ignore-initial --bytes=': 'text' },
    operands: 'read',
    examples: { 'cmp -s a b': 'quiet, read a, read b', 'cmp -n 4 a b': 'quiet, read a, read b' },
  }),
  defineProgram({
    names: 'file',
    summary: 'Tells what kind of files they are.',
    quiet: true,
    options: {
      '-f --files-from=': 'names read',
      '-m --magic-file=': 'read',
      '-C --compile': 'write: magic.mgc',
      '-e -F -P --exclude --exclude-quiet --separator --parameter=': 'text',
      '-b -i -k -L -h -z -Z -s -S -n -N -0 -p -r -E -v -l -d --brief --mime --mime-type --mime-encoding': 'text',
    },
    operands: 'read',
    examples: {
      'file -b a': 'quiet, read a',
      'file -C -m ../x': 'write, read ../x',
      'file -f list': 'quiet, read list, read …',
    },
  }),
  defineProgram({
    names: 'strings od hexdump hd god',
    summary: 'Show what is in files.',
    quiet: true,
    options: {
      '-f --files-from=': 'read',
      '-n -N -j -A -t -e -S -F -P --bytes --radix --format --skip-bytes --read-bytes --encoding=': 'text',
      // With a value for some of them and none for others.
      '-s -w': 'text',
    },
    operands: 'read',
    examples: { 'od -w .env': 'quiet, read .env', 'od -c .env': 'quiet, read .env', 'strings -n 4 a': 'quiet, read a' },
  }),
  defineProgram({
    names: 'ldd',
    summary: 'Tells which libraries a program needs; it may start the program for that.',
    operands: 'read + run',
    examples: { 'ldd ./a': 'read ./a, run ./a', 'ldd --version': 'quiet' },
  }),
  defineProgram({
    names: 'pdftotext',
    summary: 'Takes the text out of documents.',
    options: { '-f -l -r -x -y -W -H -enc -eol -opw -upw=': 'text' },
    operands: { first: 'read', second: 'write' },
    examples: { 'pdftotext a.pdf b.txt': 'read a.pdf, write b.txt', 'pdftotext --help': 'quiet' },
  }),
  defineProgram({
    names: 'exiftool',
    summary: 'Shows and changes what files say about themselves.',
    quiet: true,
    style: 'dash',
    options: {
      '-o -out -w -tagOut=': 'write',
      '-p -@ -tagsFromFile -csv -j -json=': 'read',
      '-config=': 'run: option: settings are code',
      '-if -api -userParam=': expression,
      '-ext -d -c=': 'text',
    },
    operands: 'read',
    inspect({ operands, invocation: { args } }, found) {
      if (!args.some((word) => /^-[\w:.]+[-+^<]?=/.test(headOf(word)))) return;
      for (const target of operands) found.effect({ kind: 'write', target });
    },
    examples: {
      'exiftool -if \'system("rm x")\' a.jpg': 'run, run, read a.jpg, > sh: rm x',
      "exiftool -if '$iso > 100' a.jpg": 'quiet, read a.jpg',
      'exiftool a.jpg': 'quiet, read a.jpg',
      'exiftool -all= a.jpg': 'read a.jpg, write a.jpg',
    },
  }),
  defineProgram({
    names: 'diff gdiff sdiff diff3 delta icdiff',
    summary: 'Compares files.',
    quiet: true,
    options: {
      '-r --recursive': 'recursive',
      '-o --output=': 'write',
      '--diff-program=': 'program',
      '-U -C -W -x -I -F -L --exclude --label --width --horizon-lines --ifdef -D -S --starting-file --tabsize=': 'text',
      '--ignore-matching-lines --show-function-line --color --palette --line-format --unified --context[=]': 'text',
      '-X --exclude-from --to-file --from-file=': 'read',
      '--text --brief --new-file --unidirectional-new-file --report-identical-files --side-by-side --minimal': 'text',
      '--ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines --strip-trailing-cr --merge': 'text',
      '--easy-only --ed --show-overlap --show-all --no-dereference --speed-large-files --suppress-common-lines': 'text',
    },
    operands: 'read',
    examples: { 'diff -u a b': 'quiet, read a, read b', 'sdiff -o out a b': 'write out, read a, read b' },
  }),
  defineProgram({
    names: 'xxd',
    summary: 'Shows bytes, and turns them back.',
    quiet: true,
    style: 'dash',
    options: {
      '-c -cols -g -groupsize -l -len -n -name -o -s -seek -R=': 'text',
      '-r -p -ps -plain -postscript -revert -i -include -u -uppercase -b -bits -e -E -EBCDIC -a -autoskip -C': 'text',
      '-d -t -v -version -h -help -capitalize': 'text',
    },
    operands: { first: 'read', second: 'write' },
    // After the first operand there are no options.
    inspect({ operands, invocation: { args } }, found) {
      const [first, second] = operands;
      const target = first && !second ? args[args.indexOf(first) + 1] : undefined;
      if (target) found.effect({ kind: 'write', target });
    },
    examples: {
      'xxd -p a': 'quiet, read a',
      'xxd -r a /bin/x': 'read a, write /bin/x',
      'xxd a -b': 'read a, write -b',
    },
  }),
  defineProgram({
    names: 'base64 base32 basenc uuencode uudecode gbase64',
    summary: 'Encodes and decodes.',
    quiet: true,
    options: { '-w --wrap -b --break=': 'text', '-i --input=': 'read', '-o --output=': 'write' },
    operands: 'read',
    examples: { 'base64 -d a': 'quiet, read a', 'base64 -w0 .env': 'quiet, read .env' },
  }),
  defineProgram({
    names: 'tree',
    summary: 'Shows folders as a tree.',
    quiet: true,
    style: 'gnu',
    options: {
      '-o --output=': 'write',
      '-L -P -I -H -T --filelimit --timefmt --charset --sort --fromfile --gitfile --infofile=': 'text',
      '-R': 'text',
    },
    operands: 'read recursive',
    examples: { 'tree -L 2 src': 'quiet, read src recursive', 'tree -o out.html': 'write out.html' },
  }),
  defineProgram({
    names: 'du df dust duf lsblk blkid findmnt',
    summary: 'Tell how much room is used.',
    quiet: true,
    options: {
      '--files0-from=': 'names read: names',
      '-X --exclude-from=': 'read',
      '-d -t -x -B --max-depth --exclude --block-size --threshold --type --output -o=': 'text',
    },
    operands: 'read',
    examples: { 'du -sh src': 'quiet, read src', 'df -h': 'quiet' },
  }),
  defineProgram({
    names: `
      ps pgrep pidof pstree lsof netstat free uptime vmstat iostat mpstat sar lscpu lsmod lspci lsusb
      lsns lsipc nproc uname id whoami who w users groups logname last lastlog tty getconf locale
      printenv ulimit times dmidecode sensors acpi nvidia-smi sw_vers system_profiler lsb_release neofetch
      fastfetch screenfetch vm_stat pmap ipcs cpuid inxi hostid dnsdomainname
    `,
    summary: 'Tell something about the machine, its processes and people.',
    quiet: true,
    examples: { 'ps aux': 'quiet', 'printenv PATH': 'quiet', 'lsof -i :3000': 'quiet' },
  }),
  defineProgram({
    names: 'date gdate',
    summary: 'Tells the time, or sets it.',
    quiet: true,
    options: {
      '-s --set=': 'change kernel: the clock',
      '-d --date -v=': 'text',
      // Lines that are no dates are printed.
      '-f --file -r --reference=': 'read',
      '-j': 'flag',
      '-I --iso-8601 --rfc-3339[=]': 'text',
    },
    inspect(call, found) {
      const target = call.operands.find((word) => /^\d{8,12}(?:\.\d\d)?$/.test(headOf(word)));
      if (target && !call.has('-j')) found.effect({ kind: 'change', thing: 'kernel', target, note: 'the clock' });
    },
    examples: {
      'date -f .env': 'quiet, read .env',
      'date 010100002020': 'change kernel 010100002020',
      'date +%F': 'quiet',
      'date -s tomorrow': 'change kernel tomorrow',
      'date --se=now': 'change kernel now',
    },
  }),
  defineProgram({
    names: 'hostname domainname',
    summary: 'Tells the name of the machine, or sets it.',
    quiet: true,
    options: { '-F --file=': 'read + change settings' },
    effects: 'text',
    also: [{ if: 'operands', effects: 'change settings: the name of the machine' }],
    examples: { 'hostname -f': 'quiet', 'hostname x': 'change settings x' },
  }),
  defineProgram({
    names: 'dmesg journalctl',
    summary: 'Shows messages of the system.',
    quiet: true,
    options: {
      '-C --clear -c --read-clear': 'change kernel: clears its messages',
      '--vacuum-size --vacuum-time --vacuum-files=': 'change settings force: removes messages',
      '--rotate --flush --sync': 'change settings',
      '-u --unit -n --lines -p --priority -S --since -U --until -o --output -g --grep -t --facility --level=': 'text',
      '--file --root -D --directory=': 'read',
    },
    examples: { 'journalctl -u ssh -n 50': 'quiet', 'journalctl --vacuum-time=1s': 'change settings 1s force' },
  }),
  defineProgram({
    names: 'man info tldr help pinfo cheat perldoc pydoc pydoc3 ri yelp',
    summary: 'Shows manuals.',
    quiet: true,
    options: {
      '-P --pager=': 'program',
      '-H --html[=]': 'program',
      '-C --config-file=': 'run: option: settings may name programs',
      '-o --output=': 'write',
      '-M -S -s -e -L -m -p -r -E -R --manpath --sections --locale=': 'text',
      '-l --local-file': 'text',
    },
    examples: {
      'man ls': 'quiet',
      "man -P 'rm x' ls": 'run rm x, > sh: rm x',
      'man --htm=./x ls': 'run ./x, > sh: ./x',
    },
  }),
];
