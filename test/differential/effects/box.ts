import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { hasBubblewrap } from '../../fixtures/bubblewrap.ts';
import type { Outcome } from './outcome.ts';
import { place } from './place.ts';

export interface EffectsBox {
  /** What each line did, each in a place of its own; fewer when the box came to an end. */
  run(lines: readonly string[]): readonly Outcome[];
  [Symbol.dispose](): void;
}

/** A box in which nothing can be written but what is thrown away with it; undefined, with the reason said, where none can be made. */
export async function openEffectsBox(): Promise<EffectsBox | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-effects-'));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  const input = resolve('test/differential/effects/main.ts');
  const bundle = await rolldown({ input, platform: 'node', transform: { target: 'node20' }, external: /^node:/ });
  await bundle.write({ file: join(folder, 'main.mjs'), format: 'esm', codeSplitting: false });
  const box: EffectsBox = { run: (lines) => runLines(folder, lines), [Symbol.dispose]: dispose };
  if (hasBubblewrap && box.run(['true']).length === 1) return box;
  dispose();
  console.log(
    'what programs change was NOT compared with what is foretold: no box can be made here (needs bubblewrap)',
  );
  return undefined;
}

function runLines(folder: string, lines: readonly string[]): readonly Outcome[] {
  const hidden = [place, '/model', '/tmp', '/var/tmp', '/run', '/root', '/home', '/mnt', '/dev/shm'];
  const args = [
    ['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--clearenv'],
    ['--tmpfs', '/', '--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc'],
    ['bin', 'sbin', 'lib', 'lib64', 'lib32', 'libx32', 'opt', 'nix'].flatMap((name) => [
      '--ro-bind-try',
      `/${name}`,
      `/${name}`,
    ]),
    ['--proc', '/proc', '--dev', '/dev'],
    hidden.flatMap((path) => ['--tmpfs', path]),
    ['--ro-bind', folder, '/driver', '--ro-bind', process.execPath, '/driver-node'],
    ['--remount-ro', '/', '--chdir', '/', '/driver-node', '/driver/main.mjs'],
  ].flat();
  const ran = spawnSync('bwrap', args, {
    input: JSON.stringify(lines),
    encoding: 'utf8',
    timeout: 60_000 + lines.length * 6_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
  });
  return ran.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Outcome);
}
