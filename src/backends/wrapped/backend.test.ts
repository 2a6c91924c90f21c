import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempWorkspace, type TempWorkspace } from '../../testing/index.ts';
import { runProcess } from '../../../test/fixtures/run-process.ts';
import { createWrappedBackend } from './backend.ts';
import { sandboxRuntime } from './sandbox-runtime.ts';
import { seatbelt } from './seatbelt.ts';

/** Stands for sandbox-exec, which other systems do not have: keeps the profile, and runs the program in no sandbox. */
function standIn(workspace: TempWorkspace, body: string): string {
  workspace.write('sandbox-exec', `#!/bin/sh\n${body}\n`);
  chmodSync(join(workspace.path, 'sandbox-exec'), 0o755);
  return join(workspace.path, 'sandbox-exec');
}

function backendIn(workspace: TempWorkspace, body: string) {
  const root = join(workspace.path, 'project');
  workspace.write('project/.vscode/settings.json', '{}');
  const kept = `[ "$1" = -p ] || exit 64; printf %s "$2" >"${workspace.path}/profile"; shift 2`;
  const options = { root, home: workspace.path, env: { PATH: '/usr/bin:/bin' } };
  return { root, backend: createWrappedBackend(options, seatbelt(standIn(workspace, `${kept}; ${body}`))) };
}

test('commands are started by sandbox-exec with the profile of the workspace and a temporary folder of their own', async () => {
  using workspace = tempWorkspace();
  const { root, backend } = backendIn(workspace, 'exec "$@"');
  const { stdout, missing } = await runProcess(backend, 'echo "$TMPDIR $TOKEN"', {
    cwd: root,
    grant: { paths: [], removes: [], secrets: { TOKEN: 'secret' } },
  });
  const profile = readFileSync(join(workspace.path, 'profile'), 'utf8');
  const [tmp = '', token] = stdout.toString().trim().split(' ');
  expect(token).toBe('secret');
  expect(profile).toContain(`(deny file-write* (subpath "${root}/.vscode"))`);
  expect(profile.match(/\(allow file-write\* .*/)?.[0]).toContain(`(subpath "${tmp}")`);
  expect(missing?.[0]).toContain('never been run on a Mac');
  await backend[Symbol.asyncDispose]();
  expect(existsSync(tmp)).toBe(false);
});

test('a protected path that was granted is not denied', async () => {
  using workspace = tempWorkspace();
  const { root, backend } = backendIn(workspace, 'exec "$@"');
  const grant = { paths: [join(root, '.vscode/settings.json')], removes: [] };
  await runProcess(backend, 'true', { cwd: root, grant });
  await backend[Symbol.asyncDispose]();
  expect(readFileSync(join(workspace.path, 'profile'), 'utf8')).not.toContain('.vscode');
});

test('the probe says what holds and what does not, or what sandbox-exec said', async () => {
  using workspace = tempWorkspace();
  await using works = backendIn(workspace, 'exec "$@"').backend;
  const { kind, holds, lacks } = await works.probe();
  expect({ kind, holds: holds.length > 0, lacks: lacks.length > 0 }).toEqual({
    kind: 'seatbelt',
    holds: true,
    lacks: true,
  });
  await using fails = backendIn(workspace, 'echo "sandbox-exec: invalid profile" >&2; exit 65').backend;
  expect(await fails.probe()).toMatchObject({ kind: 'none', lacks: ['sandbox-exec: invalid profile'] });
});

test('sandbox-runtime is never taken from where commands can write, nor from nowhere', () => {
  using workspace = tempWorkspace();
  const from = join(workspace.path, 'node_modules/sallyport/package.json');
  expect(() => sandboxRuntime([], from)).toThrow(/is not installed beside Sallyport/);
  const place = 'node_modules/@anthropic-ai/sandbox-runtime';
  workspace.write(`${place}/package.json`, '{ "main": "./dist/index.js" }');
  workspace.write(`${place}/dist/index.js`, '');
  expect(() => sandboxRuntime([workspace.path], from)).toThrow(/outside of the workspace/);
  const write = () => '/settings';
  const profile = { closed: [], credentials: [], writable: [], locked: [], tmp: '/t' } as unknown as Parameters<
    ReturnType<typeof sandboxRuntime>['wrap']
  >[1];
  expect(sandboxRuntime([], from).wrap(['echo', "it's"], profile, write).slice(1)).toEqual([
    join(workspace.path, place, 'dist/cli.js'),
    '--settings',
    '/settings',
    '-c',
    "'echo' 'it'\\''s'",
  ]);
});

const installed = process.env['SANDBOX_RUNTIME_FROM'];
if (installed === undefined)
  console.warn('sandbox-runtime is not run: SANDBOX_RUNTIME_FROM names no package.json beside which it is installed');

test.runIf(installed !== undefined)('sandbox-runtime holds what it is said to hold', async () => {
  using workspace = tempWorkspace();
  workspace.write('project/.vscode/settings.json', '{}');
  workspace.write('.ssh/id', 'SECRET');
  const root = join(workspace.path, 'project');
  const options = { root, home: workspace.path, env: { PATH: '/usr/bin:/bin' } };
  await using backend = createWrappedBackend(options, sandboxRuntime([root], installed));
  expect(await backend.probe()).toMatchObject({ kind: 'sandbox-runtime' });
  const script =
    'echo x >made; echo x >.vscode/settings.json; cat ../.ssh/id; echo x >../outside; exec 9<>/dev/tcp/1.1.1.1/80';
  const { stdout, exitCode } = await runProcess(backend, script, { cwd: root });
  expect({ stdout: stdout.toString(), exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(readFileSync(join(root, 'made'), 'utf8')).toBe('x\n');
  expect(readFileSync(join(root, '.vscode/settings.json'), 'utf8')).toBe('{}');
  expect(existsSync(join(workspace.path, 'outside'))).toBe(false);
});
