import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { programAt } from '../../fixtures/real-programs.ts';

/** A program that bash started, as the stub in its place saw it. */
export interface Started {
  /** `readAsScript` when bash read the stub itself: `. ./tool`. */
  readonly name: string;
  /** Undefined when there were very many. */
  readonly args: readonly string[] | undefined;
}

/**
 * A folder that bash is locked into, with namespaces of its own and no network, as a user without rights.
 * Every program in it only writes down that it was started; nothing real can happen.
 */
export interface Cage {
  /** What each line starts, each in a folder of its own; undefined when it did not come to an end. */
  run(lines: readonly string[]): (readonly Started[] | undefined)[];
  /** The text of a file that a line finds in the cage. */
  read(path: string): string | undefined;
  [Symbol.dispose](): void;
}

/** Where the line with this number runs, as it sees it. */
export function cageFolder(at: number): string {
  return `/place/${at}`;
}

export const cageHome = '/home/user';

// A user that nothing else on the machine runs as.
const nobody = 65_533;

/** Real programs whose only act in the cage is to start others, or to name files. */
const carriers = ['env', 'find', 'nice', 'nohup', 'setsid', 'timeout', 'xargs'];

/** Undefined, with the reason said, where namespaces cannot be made. */
export function openCage(programs: readonly string[]): Cage | undefined {
  const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sallyport-cage-'));
  const dispose = () => rmSync(root, { recursive: true, force: true });
  try {
    furnish(root, programs);
    if (start(root, 10_000).status === 0)
      return { run: (lines) => runLines(root, lines), read: fileInCage, [Symbol.dispose]: dispose };
  } catch {
    // Said below: no bash, or no right to make what a cage needs.
  }
  dispose();
  console.log(
    'bash was NOT compared with the plan: a namespace with a chroot cannot be made here (needs Linux and root)',
  );
  return undefined;
}

function furnish(root: string, programs: readonly string[]): void {
  chmodSync(root, 0o755);
  for (const folder of ['bin', 'dev', 'etc', 'lines', 'log', 'proc', 'tmp', 'place', 'home/user'])
    mkdirSync(join(root, folder), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  symlinkSync('bin', join(root, 'sbin'));
  mkdirSync(join(root, 'usr'));
  symlinkSync('../bin', join(root, 'usr', 'bin'));
  for (const [name, target] of [
    ['fd', '/proc/self/fd'],
    ['stdin', '/proc/self/fd/0'],
    ['stdout', '/proc/self/fd/1'],
    ['stderr', '/proc/self/fd/2'],
  ] as const)
    symlinkSync(target, join(root, 'dev', name));
  writeFileSync(join(root, 'dev', 'null'), '');
  const real = ['bash', ...carriers].map(programAt).filter((path) => path !== undefined);
  for (const path of [...real, '/bin/sh', '/bin/cat']) {
    // Those that stubs need have names that no line uses.
    install(path, join(root, 'bin', real.includes(path) ? basename(path) : `.${basename(path)}`));
    for (const library of librariesOf(path)) install(library, join(root, library));
  }
  for (const name of ['sh', 'dash', 'zsh']) symlinkSync('bash', join(root, 'bin', name));
  writeFileSync(join(root, 'bin', '.stub'), stub, { mode: 0o755 });
  for (const name of programs) if (!existsSync(join(root, 'bin', name))) symlinkSync('.stub', join(root, 'bin', name));
  writeFileSync(join(root, 'driver'), driver, { mode: 0o755 });
}

const mostArgs = 100;

/** No program: a file that a shell reads and runs, whose text no plan knows. */
export const readAsScript = '#read';

// What cat prints a plan may know; what `emit` prints it cannot: whoever runs that must have been in doubt. `no…` fails.
// Whether bash reads it is told by an array: `bash -a` hands BASH_VERSION on to the programs that it starts.
const stub = `#!/bin/.sh
name=\${0##*/}
[ -n "$BASH_VERSINFO" ] && name='${readAsScript}'
if [ $# -gt ${mostArgs} ]; then count=many; set --; else count=$#; fi
printf '%s\\0' "\u0001$name" $count "$@" >> /log/started
case $name in
  cat) exec /bin/.cat "$@" ;;
  dirname) p=\${1%/}; case $p in */*) p=\${p%/*}; echo "\${p:-/}" ;; *) echo . ;; esac ;;
  basename) p=\${1%/}; echo "\${p##*/}" ;;
  emit) echo 'surprise from emit' ;;
  no*) exit 1 ;;
esac
`;

// Process 1 of its namespace: it alone outlives a line, and all that a line left behind ends before the next begins.
const driver = `#!/bin/bash -p
export PATH=/bin HOME=${cageHome} TERM=dumb
command_not_found_handle() { builtin printf '%s\\0' $'\\1'"$1" "$(($# - 1))" "\${@:2}" >> /log/started; return 127; }
export -f command_not_found_handle
exec 9<> <(:)
set -m
ulimit -u 400 -f 50000 -v 1000000
for ((at = $1; at < $2; at++)); do
  ((SECONDS < $3)) || exit 1
  IFS= read -r -d '' line < /lines/$at
  cd /place/$at
  builtin printf '\\2%s\\0' $at >> /log/started
  /bin/bash -c "$line" bash < /dev/null > /dev/null 2>&1 9>&- &
  for ((turn = 0; turn < 300; turn++)); do
    left=(/proc/[1-9]*)
    ((\${#left[@]} == 1)) && break
    read -t 0.002 -u 9
  done
  ((turn == 300)) && { kill -9 -1; builtin printf '\\3\\0' >> /log/started; }
  wait
done 2> /dev/null
`;

function runLines(root: string, lines: readonly string[]): (readonly Started[] | undefined)[] {
  rmSync(join(root, 'place'), { recursive: true, force: true });
  lines.forEach((line, at) => {
    const folder = join(root, cageFolder(at));
    mkdirSync(join(folder, 'sub'), { recursive: true });
    chmodSync(folder, 0o1777);
    for (const [name, text] of Object.entries(cageFiles)) writeFileSync(join(folder, name), text);
    symlinkSync('/bin/.stub', join(folder, 'tool'));
    writeFileSync(join(root, 'lines', String(at)), line);
  });
  const log = join(root, 'log', 'started');
  writeFileSync(log, '');
  chmodSync(log, 0o666);
  const broken: number[] = [];
  for (let next = 0; next < lines.length;) {
    if (start(root, 60_000, [next, lines.length]).status === 0) break;
    // Bash itself can crash, or the machine be busy; the line that was running is not compared, and the rest goes on.
    next =
      1 +
      Math.max(
        next,
        ...readFileSync(log, 'utf8')
          .split('\0')
          .filter((field) => field.startsWith('\u0002'))
          .map((field) => Number(field.slice(1))),
      );
    broken.push(next - 1);
  }
  const found = readLog(readFileSync(log, 'utf8'), lines.length);
  return found.map((started, at) => (broken.includes(at) ? undefined : started));
}

/** What lies in the folder of each line. */
const cageFiles: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\n',
  'lib.sh': 'w90 from lib\nhelper() { w91 "$1"; }\n',
  'names.txt': 'w92\nw93 x\n',
};

/** The driver ends by itself: killed from outside it may live on, and write between the lines of the next one. */
function start(root: string, timeMs: number, [first, end] = [0, 0]) {
  const inside = `mount -t proc proc "$1/proc" && mount --bind /dev/null "$1/dev/null" && exec chroot --userspec=${nobody}:${nobody} --groups= "$1" /driver "$2" "$3" "$4"`;
  const apart = ['--net', '--pid', '--mount', '--ipc', '--uts', '--fork', '--kill-child'];
  const script = ['/bin/sh', '-c', inside, 'sh', root, String(first), String(end), String(timeMs / 1000)];
  return spawnSync('unshare', [...apart, ...script], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
    timeout: 10 * timeMs,
    killSignal: 'SIGKILL',
  });
}

function readLog(log: string, lines: number): (readonly Started[] | undefined)[] {
  const found: (Started[] | undefined)[] = Array.from({ length: lines }, () => []);
  const fields = log.split('\0');
  let line = -1;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as string;
    if (field.startsWith('\u0002')) line = Number(field.slice(1));
    else if (field === '\u0003') found[line] = undefined;
    else if (field.startsWith('\u0001')) {
      const isMany = fields[at + 1] === 'many';
      const end = at + 2 + (isMany ? 0 : Number(fields[at + 1]));
      found[line]?.push({ name: field.slice(1), args: isMany ? undefined : fields.slice(at + 2, end) });
      at = end - 1;
    }
  }
  return found;
}

/** Known before the folder is made, so that a line can be planned before it runs. */
function fileInCage(path: string): string | undefined {
  return cageFiles[/^\/place\/\d+\/([^/]+)$/.exec(path)?.[1] ?? ''];
}

function install(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (!existsSync(to)) copyFileSync(from, to);
  chmodSync(to, 0o755);
}

function librariesOf(path: string): string[] {
  return [...execFileSync('ldd', [path], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)].map(
    ([, file]) => file as string,
  );
}
