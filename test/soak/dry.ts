import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { commands } from '../differential/dry/commands.ts';

/** Each command on a view of its own, by either means, as root and as another user where that is possible. */
export async function soakDryRuns(): Promise<string> {
  const own = process.getuid?.() ?? 0;
  const users = own === 0 ? [0, 12_345] : [own];
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-dry-'));
  chmodSync(folder, 0o755);
  try {
    const input = resolve('test/differential/dry/main.ts');
    const bundle = await rolldown({ input, platform: 'node', transform: { target: 'node20' }, external: /^node:/ });
    await bundle.write({ file: join(folder, 'main.mjs'), format: 'esm', codeSplitting: false });
    for (const uid of users) {
      for (const how of ['overlay', 'copy']) {
        const place = mkdtempSync(join(folder, 'place-'));
        chownSync(place, uid, uid);
        const options = { env: { PATH: '/usr/local/bin:/usr/bin:/bin', TMPDIR: tmpdir() }, cwd: '/', uid, gid: uid };
        const said = execFileSync(process.execPath, [join(folder, 'main.mjs'), place, how, 'each'], options);
        const { problems } = JSON.parse(said.toString()) as { problems: string[] };
        if (problems.length > 0) throw new Error(`${how} as ${uid}: ${problems.join('\n')}`);
      }
    }
    return `${commands.length} commands dry, each on a view of its own, by overlay and by copy, as user ${users.join(' and ')}: as after a real run`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
