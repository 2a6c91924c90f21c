import { realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { previewLine, trackedIn } from './approval/index.ts';
import { stateSegments } from './audit/index.ts';
import { environmentFor } from './backends/process/environment.ts';
import { loadConfig, type LoadedConfig } from './config.ts';
import type { ShellParts } from './gate/shell.ts';
import type { Clock } from './platform/clock.ts';
import { userConfigPath, userStateBase, userStatePath } from './platform/places.ts';
import type { JudgedLine } from './protocol/approver.ts';
import type { Trial } from './protocol/dry.ts';
import type { Policy } from './protocol/policy.ts';
import type { SandboxMode } from './protocol/sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { loadSecrets } from './secrets.ts';
import { uncommittedIn } from './undo/index.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface ShellOptions {
  readonly env: Env;
  readonly preset: string;
  readonly allowedPaths: readonly string[];
  /** Segments of folders of the workspace that belong to Sallyport. */
  readonly own: readonly (readonly string[])[];
  readonly config: LoadedConfig['values'];
  readonly clock: Clock;
  readonly sandbox: SandboxMode;
}

/** What shell commands need beyond the rest; loaded with the first of them. */
export async function openShell(workspace: string, options: ShellOptions) {
  const { env, allowedPaths, config, sandbox } = options;
  const { openSandbox } = await import('./sandbox.ts');
  const environment = environmentFor({ env, passthrough: config['policy.env'] });
  const { home, state, closed } = shellParts(workspace, env);
  const box = { root: workspace, allowedPaths, home, env, state, closed, session: environment.env };
  const opening = openSandbox(sandbox, box);
  try {
    return await joinShell(workspace, options, { opening, environment });
  } catch (error) {
    await (await opening).backend[Symbol.asyncDispose]();
    throw error;
  }
}

interface OpeningShell {
  readonly opening: Promise<Sandbox>;
  /** Of its commands. */
  readonly environment: { readonly env: Readonly<Record<string, string>>; readonly dropped: readonly string[] };
}

/** The first box opens while the policy is loaded. */
async function joinShell(workspace: string, options: ShellOptions, { opening, environment }: OpeningShell) {
  const { env, preset, allowedPaths, own, config, clock } = options;
  const [
    { backend, status },
    { createPolicy, presetNamed, rulesFor, shellLane },
    { detectShell, findProgram, findTrusted },
  ] = await Promise.all([opening, import('./gate/shell.ts'), import('./backends/process/index.ts')]);
  const place = { ...shellParts(workspace, env), allowedPaths, hosts: config['network.allow'], onDisk: true };
  const parts: ShellParts = { ...place, rules: rulesFor(policyConfig(config), place) };
  const lane = shellLane({
    ...parts,
    backend,
    preset: presetNamed(preset),
    isBoxed: status.kind !== 'none',
    shell: detectShell(),
    secrets: loadSecrets(config['secrets.allow'], env),
    env: environment,
    trial: {
      canTry:
        process.platform === 'linux' && findTrusted('bwrap', process.env, [workspace, ...allowedPaths]) !== undefined,
      open: () => openTrialIn(workspace, env, own),
    },
  });
  return {
    backend,
    sandbox: status,
    lane,
    policy: createPolicy(parts),
    place: {
      root: workspace,
      findProgram: (name: string, cwd: string) => findProgram(name, environment.env, cwd).path,
    },
    uncommitted: (path: string) => uncommittedIn(workspace, path, { backend, env: environment.env }),
    preview: (line: JudgedLine) =>
      previewLine(line, {
        root: workspace,
        clock,
        tracked: (paths) => trackedIn(workspace, paths, { backend, env: environment.env }),
      }),
  };
}

/** One command on a view of the workspace, in a box that runs nothing else and in which nothing else can be written. */
async function openTrialIn(workspace: string, env: Env, own: ShellOptions['own']): Promise<Trial> {
  const [{ createBoxBackend, openView }, { openTrial }] = await Promise.all([
    import('./backends/box/index.ts'),
    import('./dry/index.ts'),
  ]);
  const { home, state, closed } = shellParts(workspace, env);
  const view = await openView({ workspace, places: [join(userStatePath(env, workspace), 'views'), tmpdir()] });
  const backend = createBoxBackend({ root: workspace, home, env, closed, state, view });
  return openTrial({ workspace, view, backend, state, closed: own });
}

/** The policy of a workspace that need not exist: without one, paths are judged by their text. Also what of the settings it leaves out. */
export async function openPolicy(
  options: { root?: string; env?: Env } = {},
): Promise<Policy & { readonly ignored: readonly string[] }> {
  const { createPolicy, rulesFor } = await import('./gate/shell.ts');
  const path = resolve(options.root ?? '.');
  const onDisk = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const workspace = onDisk ? realpathSync(path) : path;
  const env = options.env ?? process.env;
  const { values, entries } = await loadConfig(workspace, env);
  const ignored = entries.flatMap(({ key, ignored: left }) => left.map((why) => `${key} ignored in ${why}`));
  const parts = {
    ...shellParts(workspace, env),
    allowedPaths: values['policy.allowed_paths'],
    hosts: values['network.allow'],
    onDisk,
  };
  return { ...createPolicy({ ...parts, rules: rulesFor(policyConfig(values), parts) }), ignored };
}

/** What judging shell commands has to know of a workspace. */
export function shellParts(workspace: string, env: Env): Omit<ShellParts, 'rules' | 'onDisk'> {
  return {
    root: workspace,
    allowedPaths: [],
    hosts: [],
    home: env['HOME'] ?? homedir(),
    paths: pathsIn(environmentFor({ env }).env),
    state: stateSegments(workspace),
    closed: [userStateBase(env), dirname(userConfigPath(env))],
    // From our own environment only: a command cannot switch it on for itself.
    hasNetwork: env['BASH_ALLOW_NETWORK'] === 'true',
  };
}

function pathsIn(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value.startsWith('/')));
}

function policyConfig(config: LoadedConfig['values']) {
  return { custom: config['policy.rules'], readTools: config['policy.read_tools'] };
}
