import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe as suite, expect, it } from 'vitest';
import type { Described, Word } from '../../protocol/shell.ts';
import { describe } from './index.ts';

// Every spelling here is run by the real program in a throw-away folder: what it changed there must have been foretold.
// The abbreviations are those of GNU; elsewhere there is nothing to compare with.
const isGnu = /GNU coreutils/.test(spawnSync('rm', ['--version'], { encoding: 'utf8' }).stdout ?? '');

const lines: readonly (readonly [argv: readonly string[], input?: string])[] = [
  [['rm', '--rec', 'd']],
  [['rm', '--recu', '--forc', 'd', 'missing']],
  [['rm', 'a', '-f', 'b']],
  [['rm', '--', 'a']],
  [['cp', '--targ=d', 'a']],
  [['cp', '-ft', 'd', 'a']],
  [['cp', '-td', 'a']],
  [['cp', '-it', 'd', 'a']],
  [['cp', '--recu', 'd', 'e']],
  [['cp', 'a', 'b', '-t', 'd']],
  [['mv', '--target-d=d', 'a']],
  [['mv', 'a', 'new']],
  [['ln', '--symb', 'a', 'new']],
  [['ln', '-sfT', 'a', 'b']],
  [['ln', '-s', 'd/x']],
  [['install', '-Dm644', 'a', 'n/x']],
  [['install', '-d', 'n/m']],
  [['mkdir', '-pm', '700', 'n/m']],
  [['touch', '--ref=a', 'new']],
  [['truncate', '--siz=0', 'a']],
  [['tee', '-a', 'new'], 'x'],
  [['sort', '-ro', 'new', 'a']],
  [['sort', '--out=new', 'a']],
  [['sort', '-uonew', 'a']],
  [['sort', 'a', '--outp', 'new']],
  [['sort', '-u', 'a', 'b']],
  [['uniq', 'a', 'new']],
  [['uniq', '-c', 'a']],
  [['shuf', '--outp=new', 'a']],
  [['split', '-l1', 'a', 'part-']],
  [['split', '--numeric=1', '-l1', 'a', 'part-']],
  [['csplit', '-s', 'a', '2']],
  [['csplit', '-sf', 'new', 'a', '2']],
  [['mktemp', '-q', 'new.XXXX']],
  [['split', '--filt=touch ran', 'a']],
  [['sed', '-i', 's/1/2/', 'a']],
  [['sed', '-ni', 'p', 'a']],
  [['sed', '--in-pl', 's/1/2/', 'a']],
  [['sed', '-n', 'w new', 'a']],
  [['sed', 's/1/2/w new', 'a']],
  [['sed', '1e touch ran', 'a']],
  [['sed', 's/.*/touch ran/e', 'a']],
  [['sed', '--expr=w new', 'a']],
  [['sed', 'y/1/2/;1!{$!N};w new', 'a']],
  [['sed', '-e', 'a\\', '-e', 'w new', 'a']],
  [['sed', 's/[/]/x/;s|e|w new|', 'a']],
  [['sed', '/x/I,/y\\/w/ s,a,e,g', 'a']],
  [['find', '.', '-name', 'a', '-delete']],
  [['find', '.', '-name', 'a', '-exec', 'touch', 'ran', ';']],
  [['find', 'd', '-name', 'x', '-exec', 'rm', '{}', '+']],
  [['find', 'd', '-execdir', 'rm', '-f', 'x', ';']],
  [['find', 'd', '-maxdepth', '0', '-execdir', 'rm', 'b', ';']],
  [['find', 'd', '-maxdepth', '0', '-exec', 'touch', '{}2', ';']],
  [['find', 'd', '-fprint', 'new']],
  [['find', 'd', '-fprintf', 'new', '%p']],
  [['find', 'd', '(', '-name', 'x', '-o', '-true', ')', '!', '-name', 'y', '-print']],
  [['xargs', 'touch'], 'n1 n2'],
  [['xargs', '-I{}', 'touch', '{}.x'], 'n1\n'],
  [['xargs', '--repl', 'touch', '{}'], 'n1\n'],
  [['xargs', '-n1', '-P', '2', 'touch'], 'n1 n2'],
  [['env', '-S', 'touch ran']],
  [['env', '--split=touch ran']],
  [['env', '--chd=d', 'touch', 'ran']],
  [['env', '-Cd', '-C', '.', 'touch', 'ran']],
  [['env', '-u', 'X', 'A=1', 'touch', 'ran']],
  [['timeout', '--sig=KILL', '-k1', '5', 'touch', 'ran']],
  [['nice', '-5', 'touch', 'ran']],
  [['nice', '--adj=5', 'touch', 'ran']],
  [['nohup', 'touch', 'ran']],
  [['stdbuf', '-oL', 'touch', 'ran']],
  [['setsid', '-w', 'touch', 'ran']],
  [['flock', '-n', 'a', 'touch', 'ran']],
  [['flock', 'a', '-c', 'touch ran']],
  [['tar', 'czf', 'new.tgz', 'd']],
  [['tar', 'cf', 'new.tar', 'd', '--remove-files']],
  [['tar', '--crea', '--file=new.tar', '--director=d', 'x']],
  [['tar', 'cf', '/dev/null', 'a', '--checkpoint=1', '--checkpoint-action=exec=touch ran']],
  [['gzip', '-9', 'a']],
  [['sh', '-c', 'gzip a && gunzip a.gz']],
  [['gzip', '-c', 'a']],
  [['chmod', '--recu', '700', 'd']],
  [['chmod', '-x', 'run.sh']],
  [['chmod', '-R', '-x', 'd']],
  [['awk', 'BEGIN{system("touch ran")}']],
  [['awk', '{print > "new"}', 'a']],
  [['awk', '{print $1 | "cat > ran"}', 'a']],
  [['awk', 'BEGIN{"touch ran" | getline x}']],
  [['awk', 'BEGIN{printf "x" >> "new"}']],
  [['awk', '$1 > 0 && /a|b/ {print ($1 > 2)}', 'a']],
  [['perl', '-pi', '-e', 's/1/2/', 'a']],
  [['perl', '-e', 'unlink("a"); system("touch ran")']],
  [['bash', '-c', 'touch ran']],
  [['bash', '-euo', 'pipefail', '-c', 'touch ran']],
  [['bash', '-ceu', 'touch ran']],
  [['bash', '+x', '-o', 'pipefail', '-ec', 'touch ran']],
  [['bash', '-s', 'x'], 'touch ran'],
  [['sh', 'run.sh']],
  [['dd', 'if=a', 'of=new', 'count=1', 'status=none']],
];

suite.runIf(isGnu)('what the real program changed was foretold', () => {
  it.each(lines.map(([argv, input]) => [argv.join(' '), argv, input] as const))('%s', (_, argv, input) => {
    const folder = mkdtempSync(join(tmpdir(), 'sallyport-effects-'));
    try {
      fill(folder);
      const before = snapshot(folder);
      const [name = '', ...args] = argv;
      const ran = spawnSync(name, args, { cwd: folder, input: input ?? '', encoding: 'utf8', timeout: 20_000 });
      expect([ran.status, ran.stderr.replace(/nohup: .*\n/, '')]).toEqual([0, '']);
      const after = snapshot(folder);
      const paths = new Set([...before.keys(), ...after.keys()]);
      const changed = [...paths].filter((path) => before.get(path) !== after.get(path));
      const stdin =
        input === undefined ? ({ kind: 'inherited' } as const) : ({ kind: 'text', text: word(input) } as const);
      const described = describe({ name, args: args.map(word), stdin });
      expect(changed.filter((path) => !described || !isForetold(path, described))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function fill(folder: string): void {
  mkdirSync(join(folder, 'd'));
  writeFileSync(join(folder, 'a'), '1 a\n1 a\n3 c\n');
  writeFileSync(join(folder, 'b'), '2 b\n');
  writeFileSync(join(folder, 'd/x'), 'x\n');
  writeFileSync(join(folder, 'run.sh'), 'touch ran\n', { mode: 0o755 });
}

function snapshot(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isFile() ? readFileSync(path, 'utf8') : entry.isSymbolicLink() ? 'link' : 'folder';
      return [path.slice(folder.length + 1), `${entry.isSymbolicLink() ? '' : statSync(path).mode} ${content}`];
    }),
  );
}

/** A doubt foretells everything; a nested command what it names; an effect its target and what is below or begins so. */
function isForetold(path: string, { effects, nested, doubts }: Described): boolean {
  if (doubts.length > 0) return true;
  const changing = effects.filter(({ kind }) => kind === 'write' || kind === 'delete' || kind === 'change');
  const targets = changing.flatMap(({ target }) => (target ? [text(target).replace(/^\.\/?/, '')] : []));
  // Folders on the way to a target are made with it.
  if (targets.some((target) => path.startsWith(target) || target.startsWith(`${path}/`))) return true;
  const named = path.replace(/^.*\//, '').replace(/\.x$/, '');
  return nested.some((code) => {
    if (code.kind === 'input' || code.kind === 'file') return true;
    const words = code.kind === 'script' ? [code.text] : code.words;
    return words.some((each) => text(each).includes(named) || each.pieces.some((piece) => typeof piece !== 'string'));
  });
}

function text({ pieces }: Word): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
}

function word(source: string): Word {
  return {
    pieces: source === '' ? [] : [source],
    isPattern: false,
    isSplit: false,
    span: { start: 0, end: source.length },
  };
}
