// Runs the built program as people do, so that V8 compiles what most calls need, and keeps that for scripts/cli-entry.cjs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const recorder = join(dirname(fileURLToPath(import.meta.url)), 'record-code.cjs');
const calls = [
  ['--version'],
  ['help'],
  ['exec', 'hello'],
  ['exec', 'zip create --src src --out src.zip --confirm'],
  ['exec', 'zip list --in src.zip'],
  ['exec', 'zip extract --in src.zip --dest unzipped --confirm'],
  ['exec', 'tar create --src src --out src.tar.gz --confirm'],
  ['exec', 'tar list --in src.tar.gz'],
  ['exec', 'tar extract --in src.tar.gz --dest untarred --confirm'],
  ['exec', 'doc extract --in page.html'],
  ['call', 'terminal_exec', '{"command":"hello"}'],
  ['policy', 'check', 'git log --oneline | head -n 5 && cp -r src dist'],
  ['run', 'echo ok'],
  ['runs'],
  ['mcp'],
];

export function buildCodeCache(dist) {
  const place = mkdtempSync(join(dirname(dist), 'node_modules', '.code-cache-')); // where it can be renamed from
  const workspace = join(place, 'workspace');
  const into = join(place, 'code');
  try {
    for (const folder of [into, join(workspace, 'src')]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(workspace, 'src', 'a.txt'), 'Some text.\n');
    writeFileSync(join(workspace, 'page.html'), '<h1>Title</h1><p>Some <b>text</b>.');
    const own = { XDG_STATE_HOME: join(place, 'state'), XDG_CONFIG_HOME: join(place, 'config') };
    const env = { ...process.env, ...own, RECORD_CODE_OF: dist, RECORD_CODE_INTO: into };
    delete env.NODE_OPTIONS; // code that was compiled with other flags is not taken
    // What a call comes to does not matter: where a shell or a box cannot be had, the rest is compiled all the same.
    for (const args of calls)
      spawnSync(process.execPath, ['-r', recorder, join(dist, 'cli.cjs'), ...args], {
        cwd: workspace,
        env,
        stdio: 'ignore',
      });
    mkdirSync(join(dist, 'code-cache'));
    renameSync(into, join(dist, 'code-cache', `${process.version}-${process.arch}`));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
