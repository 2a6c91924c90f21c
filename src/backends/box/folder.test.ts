import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasBubblewrap } from '../../../test/fixtures/bubblewrap.ts';
import { findProgram } from '../process/program.ts';
import { startBox } from './box.ts';
import { openBoxFolder } from './folder.ts';
import { seccompFilter } from './seccomp.ts';
import { supervisorScript } from './supervisor.ts';

test('folders of a process that is gone are removed, those of a living one are not', () => {
  using folder = openBoxFolder([]);
  const living = [dirname(folder.tmp), dirname(folder.nothing.file)];
  // As this process names its own, but for one that cannot exist.
  const dead = living.map((path) => join(dirname(path), `${basename(path).replace(/\d+/, '4194999')}-gone`));
  onTestFinished(() => {
    for (const path of dead) rmSync(path, { recursive: true, force: true });
  });
  for (const path of dead) mkdirSync(join(path, 'in it'), { recursive: true });
  folder.removeLeftovers();
  expect(dead.filter((path) => existsSync(path))).toEqual([]);
  expect(living.filter((path) => !existsSync(path))).toEqual([]);
});

test('what boxes are made of does not lie where programs can write', () => {
  using folder = openBoxFolder(['/dev']);
  const { folder: pipes } = folder.takePipes();
  for (const path of [pipes, folder.nothing.file, folder.write('x', '')]) expect(path).toMatch(`${tmpdir()}/`);
});

test.runIf(hasBubblewrap)('a box whose pipes could not be made is not opened, and says why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-pipes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'supervisor'), supervisorScript);
  const bwrap = findProgram('bwrap', process.env).path ?? '';
  const argv = ['/bin/sh', '-c', 'echo there is no room >&2; exec "$@"', 'sh', bwrap];
  const started = startBox({ argv, env: {}, folder, hasRelay: false });
  const shown = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run'];
  const args = ['--unshare-all', '--as-pid-1', ...shown, '--ro-bind', folder, '/run/sallyport'];
  await started.tell([...args, '--seccomp', '4', '--info-fd', '5'], () =>
    seccompFilter(process.arch, { isRoot: false }),
  );
  await expect(started.open({ onStarted: async () => {}, check() {} })).rejects.toThrow('there is no room');
});
