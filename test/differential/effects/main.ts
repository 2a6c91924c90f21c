// Runs in the box: each line of a list in a fresh place, and says as JSON what it changed there and which secrets it showed.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { files, folders, home, place, secretOf, secrets, setup, workspace } from './place.ts';
import type { Change, Outcome } from './outcome.ts';
import { changesIn, contentOf, snapshot, type Snapshot } from './snapshot.ts';

const model = '/model';
const timeMs = 5_000;
const env = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  HOME: home,
  PWD: workspace,
  TERM: 'dumb',
  LC_ALL: 'C',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GNUPGHOME: '/var/tmp',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'x'],
      [`GIT_${who}_EMAIL`, 'x@example.org'],
      [`GIT_${who}_DATE`, '2020-01-01T00:00:00Z'],
    ]),
  ),
};

build();
const first = renew();
let before = first;
for (const line of JSON.parse(readFileSync(0, 'utf8')) as string[]) {
  const outcome = run(line);
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  if (outcome.isLost) before = renew();
  else if (outcome.changes.length > 0) before = mend(outcome.changes);
}

function run(line: string): Outcome {
  const ran = spawnSync('bash', ['-c', line], {
    cwd: workspace,
    env,
    input: '',
    timeout: timeMs,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 22,
  });
  try {
    const changes = changesIn(before, snapshot(place, before));
    return { changes, shown: shownBy(changes, `${ran.stdout.toString('latin1')}${ran.stderr.toString('latin1')}`) };
  } catch {
    // `cp -r . d` of some programs has no end.
    return { changes: [], shown: [], isLost: true };
  }
}

function shownBy(changes: readonly Change[], printed: string): readonly string[] {
  const shown = secrets.filter((path) => printed.includes(secretOf(path)));
  for (const { path, how } of changes) {
    if (how === 'removed' || how === 'rights') continue;
    const content = contentOf(path);
    // A file that is overwritten may be kept beside it.
    shown.push(...secrets.filter((secret) => !path.startsWith(secret) && content.includes(secretOf(secret))));
  }
  return [...new Set(shown)];
}

/** The model that every place is a copy of. */
function build(): void {
  const all = { ...files, ...Object.fromEntries(secrets.map((path) => [path, `${secretOf(path)}\n`])) };
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(path), { recursive: true });
    if (text.startsWith('-> ')) symlinkSync(text.slice(3), path);
    else writeFileSync(path, text);
  }
  spawnSync('bash', ['-c', setup], { cwd: workspace, env });
  spawnSync('cp', ['-a', `${place}/.`, model]);
}

/** All of it, when only some of it cannot be made as it was. */
function renew(): Snapshot {
  spawnSync('bash', ['-c', `chmod -R u+rwX ${place}; find ${place} -mindepth 1 -delete; cp -a ${model}/. ${place}`]);
  return snapshot(place);
}

function mend(changes: readonly Change[]): Snapshot {
  try {
    for (const { path } of changes.toReversed()) rmSync(path, { recursive: true, force: true });
    for (const { path, how } of changes) if (how !== 'made') copy(path);
  } catch {
    return renew();
  }
  const now = snapshot(place, before);
  return changesIn(first, now).every(({ how }) => how === 'marked') ? now : renew();
}

function copy(path: string): void {
  const from = `${model}${path.slice(place.length)}`;
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) return symlinkSync(readlinkSync(from), path);
  if (stats.isDirectory()) mkdirSync(path);
  else copyFileSync(from, path);
  chmodSync(path, stats.mode);
  utimesSync(path, stats.atime, stats.mtime);
}
