// Every command, on a view of the workspace: nothing may change until it is applied, and then what a real run changes. Prints
// what went wrong, as JSON. Arguments: a folder to work in, overlay or copy, and `each` for a view of its own for every command, or `few` for every third.
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createBoxBackend, openView } from '../../../src/backends/box/index.ts';
import { openTrial } from '../../../src/dry/index.ts';
import type { Backend } from '../../../src/protocol/backend.ts';
import { runProcess } from '../../fixtures/run-process.ts';
import { commands, setup, setupGit } from './commands.ts';
import { differing, snapshot } from './snapshot.ts';

const [place = '', how = 'overlay', each] = process.argv.slice(2);
const base = realpathSync(place);
const [workspace, real] = [join(base, 'workspace'), join(base, 'real')];
const env = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: join(base, 'home'),
  GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
const all = commands.map((_, index) => String(index).padStart(2, '0'));
const folders = each === 'few' ? all.filter((_, index) => index % 3 === 0) : all;
const [first = ''] = folders;
mkdirSync(join(workspace, first), { recursive: true });
mkdirSync(env.HOME);
execFileSync('/bin/bash', ['-c', setup], { cwd: join(workspace, first), env });
for (const folder of folders.slice(1)) execFileSync('cp', ['-a', join(workspace, first), join(workspace, folder)]);
const repositories = folders.filter((folder) => commands[Number(folder)]?.startsWith('git '));
for (const folder of repositories) execFileSync('/bin/bash', ['-c', setupGit], { cwd: join(workspace, folder), env });
execFileSync('cp', ['-a', workspace, real]);

const problems: string[] = [];
const codes = new Map<string, (number | null)[]>();
const run = async (backend: Backend, root: string, folder: string) => {
  const end = await runProcess(backend, commands[Number(folder)] as string, { cwd: join(root, folder), env });
  codes.set(folder, [...(codes.get(folder) ?? []), end.exitCode]);
};
const batches = each === 'each' ? folders.map((folder) => [folder]) : [folders];
const before = snapshot(workspace);
await using outside = createBoxBackend({ root: real, home: env.HOME, env });
for (const folder of folders) await run(outside, real, folder);
const startedMs = Date.now() - 3_600_000;
for (const batch of batches) {
  const view = await openView({ workspace, places: [join(base, 'state')], overlays: how === 'overlay' });
  const backend = createBoxBackend({ root: workspace, home: env.HOME, env, view });
  await using trial = openTrial({ workspace, view, backend, state: ['.agents'], closed: [] });
  if (view.how !== how) problems.push(`it was to be a view by ${how}, not by ${view.how}`);
  for (const folder of batch) await run(trial.backend, workspace, folder);
  const changes = await trial.look();
  const untouched = each === 'each' ? folders.slice(folders.indexOf(batch[0] as string)) : folders;
  for (const path of differing(before, snapshot(workspace), { exactTimes: true, only: untouched }))
    problems.push(`${path} changed before the decision`);
  if (changes.report.left_out.length > 0) problems.push(`left out: ${JSON.stringify(changes.report.left_out)}`);
  if (changes.report.protected.length > 0) problems.push(`protected: ${JSON.stringify(changes.report.protected)}`);
  await changes.apply();
}
const [expected, applied] = [snapshot(real), snapshot(workspace)];
for (const path of differing(expected, applied, { exactTimes: false, startedMs, only: folders }))
  problems.push(`${path} is not as after a real run: ${commands[Number(path.slice(0, 2))]}`);
for (const [folder, [ofReal, ofView]] of codes)
  if (ofReal !== ofView) problems.push(`exit ${ofView} instead of ${ofReal}: ${commands[Number(folder)]}`);
const changed = folders.filter((folder) => differing(before, applied, { exactTimes: true, only: [folder] }).length > 0);
const status = (root: string) =>
  repositories.map((folder) =>
    execFileSync('git', ['status', '--porcelain'], { cwd: join(root, folder), env }).toString(),
  );
if (JSON.stringify(status(real)) !== JSON.stringify(status(workspace))) problems.push('git sees another state');
console.log(JSON.stringify({ problems, changed: changed.length, uid: process.getuid?.() }));
