// What is left where a machine cannot give a whole box, and that it is said.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBoxBackend } from '../../src/backends/box/index.ts';
import { describeLacks, lackBehind, withoutLacks } from '../../src/backends/box/weaker.ts';
import { findProgram } from '../../src/backends/process/index.ts';
import type { Envelope } from '../../src/protocol/envelope.ts';
import { createSallyport } from '../../src/sallyport.ts';
import { openSandbox } from '../../src/sandbox.ts';
import { scriptedApprover, tempWorkspace } from '../../src/testing/index.ts';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
import { runProcess } from '../fixtures/run-process.ts';

const isRoot = process.getuid?.() === 0;
const bwrap = findProgram('bwrap', process.env).path ?? '';

/** A folder at the head of PATH with these programs. */
function withPrograms(
  programs: Readonly<Record<string, string>>,
  folder = mkdtempSync(join(tmpdir(), 'sallyport-bin-')),
) {
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const path = process.env['PATH'];
  process.env['PATH'] = `${folder}:${path}`;
  onTestFinished(() => {
    process.env['PATH'] = path;
    rmSync(folder, { recursive: true, force: true });
  });
}

/** In a user namespace that allows no other, so that the kernel itself refuses; the setting is that namespace's alone. */
const withoutNamespaces = `exec unshare --user --map-root-user /bin/sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"' sh ${bwrap} "$@"`;

describe.runIf(hasBubblewrap)('without user namespaces', () => {
  test.runIf(isRoot)('root has a reduced box, and reply, record and doctor say what does not hold', async () => {
    withPrograms({ bwrap: withoutNamespaces });
    using workspace = tempWorkspace();
    workspace.write('.vscode/settings.json', '{}');
    const { approver } = scriptedApprover(() => 'allow');
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env, approver });
    // In pieces, so that the policy does not see what it is about.
    const lines = [
      'import os, re, sys',
      'print(re.search(r"CapEff:\\s*0+\\n", open("/proc/self/status").read()) is not None)',
      'print(len([name for name in os.listdir("/proc") if name.isdigit()]) < 9)',
      'print([line.split(":")[0].strip() for line in open("/proc/net/dev")][2:])',
      'open("made", "w")',
      'for path, mode in ((".vs" + "code/settings.json", "w"), ("/etc/sha" + "dow", "r")):',
      '  try: open(path, mode)',
      '  except OSError as error: print(error.strerror)',
    ];
    workspace.write('script.py', lines.join('\n'));
    const { context, data } = (await sallyport.call('Bash', { command: 'python3 script.py' })) as Envelope;
    expect(context).toMatchObject({
      box: 'reduced',
      box_missing: [expect.stringContaining('max_*_namespaces') as string],
    });
    expect(data['stdout']).toBe("True\nTrue\n['lo']\nRead-only file system\nPermission denied\n");
    expect(existsSync(join(workspace.path, 'made'))).toBe(true);
    const [record] = await sallyport.runs.list();
    expect(record).toMatchObject({ backend: 'reduced' });
    const check = (await sallyport.doctor()).find(({ name }) => name === 'sandbox');
    expect(check).toMatchObject({
      status: 'warn',
      detail: expect.stringMatching(/^reduced: read-only system, .*does not hold: no user namespace.*ENOSPC/) as string,
      fix: expect.stringMatching(/^allow user namespaces/) as string,
    });
  });

  test('who cannot have the other namespaces either has none, with what the kernel said and what to do', async () => {
    const said = 'bwrap: No permissions to create new namespace, likely because the kernel does not allow it';
    withPrograms({ bwrap: `echo '${said}' >&2; exit 1` });
    using workspace = tempWorkspace();
    const { status, backend } = await openSandbox('auto', { root: workspace.path });
    await backend[Symbol.asyncDispose]();
    expect(status).toMatchObject({ kind: 'none', holds: [], lacks: [said] });
    expect(status.fix).toMatch(/^allow user namespaces/);
  });

  test('a box that was whole at first is never a weaker one later', async () => {
    using workspace = tempWorkspace();
    const mark = join(workspace.path, 'mark');
    const said = 'bwrap: Creating new namespace failed: Operation not permitted';
    withPrograms({
      // Its arguments come through handle 6.
      bwrap: `[ -e ${mark} ] || exec ${bwrap} "$@"
      cat <&6 >${mark}; grep -qz -- '^--unshare-user$' ${mark} && { echo '${said}' >&2; exit 1; }
      exec ${bwrap} "$@" 6<${mark}`,
    });
    await using backend = createBoxBackend({ root: workspace.path });
    expect(await backend.probe()).toMatchObject({ kind: 'bubblewrap' });
    workspace.write('mark', '');
    const grant = { paths: [], removes: [], secrets: { TOKEN: 'x' } };
    await expect(runProcess(backend, 'true', { grant })).rejects.toThrow(said);
    expect(backend.name).toBe('box');
  });
});

test('a program that commands could have put into the workspace is never run in the place of our own', async () => {
  using workspace = tempWorkspace();
  const evil = `: >${join(workspace.path, 'ran')}; exit 1`;
  workspace.write('node_modules/.bin/x', '');
  const names = ['bwrap', 'mkfifo', 'unshare', 'nsenter', 'mount', 'cp', 'chmod', 'prlimit', 'ps'];
  withPrograms(Object.fromEntries(names.map((name) => [name, evil])), join(workspace.path, 'node_modules/.bin'));
  const { backend, status } = await openSandbox('auto', { root: workspace.path });
  await using opened = backend;
  expect((await runProcess(opened, 'echo fine', { env: { PATH: '/usr/bin:/bin' } })).stdout.toString()).toBe('fine\n');
  expect(status.kind).toBe(hasBubblewrap ? 'bubblewrap' : 'none');
  expect(existsSync(join(workspace.path, 'ran'))).toBe(false);
});

test.each([
  ['bwrap: Creating new namespace failed: Operation not permitted', true, 'userNamespace'],
  ['bwrap: Creating new namespace failed: Operation not permitted', false, undefined],
  ['bwrap: No permissions to creating new namespace, likely because the kernel does not allow', true, 'userNamespace'],
  ['bwrap: setting up uid map: Permission denied', true, 'userNamespace'],
  ['bwrap: Unknown option --disable-userns', false, 'nested'],
  ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", true, undefined],
])('%j, for root: %j, can be done without: %s', (complaint, root, lack) => {
  expect(lackBehind(complaint, root)).toBe(lack);
});

test('what is asked of bubblewrap without user namespaces is all that does not need them', () => {
  const args = ['--unshare-all', '--unshare-user', '--disable-userns', '--uid', '5', '--gid', '6', '--cap-drop', 'ALL'];
  const lacks = new Map([['userNamespace', 'why'] as const]);
  expect(withoutLacks(args, lacks).join(' ')).toBe(
    '--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try --cap-drop ALL',
  );
  expect(withoutLacks(args, new Map([['nested', 'why'] as const]))).toEqual(
    args.filter((arg) => arg !== '--disable-userns'),
  );
  expect(withoutLacks(args, new Map())).toEqual(args);
  expect(describeLacks(lacks)[0]).toMatch(/not a plain user \(why\)$/);
});
