import { realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { openBroker, openGrants, previewLine, trackedIn } from './approval/index.ts';
import { openAudit, stateSegments } from './audit/index.ts';
import { builtinCommands, helpFor } from './commands/index.ts';
import { loadConfig, type LoadedConfig } from './config.ts';
import { diagnose } from './doctor.ts';
import { openRoot } from './files/index.ts';
import {
  actionLane,
  lineLane,
  openLiveRuns,
  pass,
  undoLane,
  type GateParts,
  type ShellLaneOptions,
} from './gate/index.ts';
import type { ShellParts } from './gate/shell.ts';
import { createRedactor, secretEnvValues } from './output/index.ts';
import { nearest } from './parse/index.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { timeOrderedId } from './platform/ids.ts';
import { userConfigPath, userStateBase, userStatePath } from './platform/places.ts';
import { builtinRules } from './policy/index.ts';
import type { Approver, JudgedLine } from './protocol/approver.ts';
import type { CallOptions, CommandInfo, Core, ToolInfo } from './protocol/core.ts';
import type { Trial } from './protocol/dry.ts';
import { SallyportError } from './protocol/errors.ts';
import type { Grant } from './protocol/grant.ts';
import type { Policy } from './protocol/policy.ts';
import type { SandboxMode } from './protocol/sandbox.ts';
import type { Undone } from './protocol/undo.ts';
import { installSkills, listSkills } from './skills.ts';
import { builtinTools, execLine, runForCaller, terminalExec, type ToolContext } from './tools/index.ts';
import { openUndo, uncommittedIn } from './undo/index.ts';

export interface SallyportOptions {
  /** The folder that everything is locked to. Default: the current one. */
  readonly root?: string;
  /** Asked when a run needs a person; without one, such runs are refused. */
  readonly approver?: Approver;
  /** How strict shell commands are judged: blocklist (default), guarded or allowlist. */
  readonly preset?: string;
  /** Whether shell commands run in a sandbox; the config decides when absent. */
  readonly sandbox?: SandboxMode;
  /** Where requests come in, as records say it. */
  readonly front?: string;
  readonly session?: string;
  /** Names the places of user state and config, and the secrets to hide. Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** Called at the end of each step of the gate; for measuring. */
  readonly trace?: NonNullable<GateParts['trace']>;
}

type Env = NonNullable<SallyportOptions['env']>;

/** A gate to one workspace, for use in this process. */
export type Sallyport = Core;

/**
 * Joins the parts; nothing else does.
 *
 * ```ts
 * await using sallyport = createSallyport({ root: 'my-project' });
 * const { exit_code, stdout } = await sallyport.exec('hello');
 * ```
 */
export function createSallyport(options: SallyportOptions = {}): Sallyport {
  const { env = process.env, clock = systemClock, front = 'sdk', approver, trace } = options;
  const workspace = workspaceOf(options.root ?? '.');
  const session = options.session ?? timeOrderedId(clock.now());
  const state = stateSegments(workspace);
  const closed = [userStateBase(env), dirname(userConfigPath(env))].flatMap((folder) => below(workspace, folder));
  const root = openRoot(workspace, { state, closed });
  const audit = openAudit({ workspace, userStatePath: userStatePath(env, workspace), clock });
  const lineRules = { rules: builtinRules, state };
  const lanes = {
    line: lineLane(builtinCommands, lineRules),
    action: actionLane(lineRules),
    shell: async (how: ShellLaneOptions) => (await shell()).lane(how),
  };
  const grants = openGrants({
    clock,
    workspaceFolder: join(userStatePath(env, workspace), 'grants'),
    userFolder: join(userStateBase(env), 'user', 'grants'),
    place: async () => (await shell()).place,
  });
  const broker = openBroker({
    clock,
    grants,
    channels: approver ? [{ name: front, ask: approver }] : [],
    preview: async (line) => (await shell()).preview(line, clock),
  });
  const live = openLiveRuns();
  let opening: ReturnType<typeof openShell> | undefined;
  const shell = () =>
    (opening ??= ready().then(({ config }) =>
      openShell(workspace, {
        env,
        preset: options.preset ?? 'blocklist',
        config: config.values,
        sandbox: options.sandbox ?? config.values['sandbox.mode'],
      }),
    ));
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();

  let loading: Promise<{ config: LoadedConfig; gate: GateParts }> | undefined;
  const ready = () => (loading ??= load());

  async function load(): Promise<{ config: LoadedConfig; gate: GateParts }> {
    const config = await loadConfig(workspace, env);
    const redactor = createRedactor({
      literals: secretEnvValues(env, config.values['redact.env']),
      patterns: config.values['redact.patterns'].map((source) => new RegExp(source, 'gu')),
    });
    const undo = openUndo({
      workspace,
      path: join(userStatePath(env, workspace), 'undo'),
      closed: [...ownFolders(state), ...closed],
      clock,
      uncommitted: async (path) => (await shell()).uncommitted(path),
      maxBytes: config.values['undo.max_bytes'],
    });
    return {
      config,
      gate: { root, state, closed, audit, undo, redactor, broker, clock, ...(trace ? { trace } : {}) },
    };
  }

  /** Runs `work` with a context for tools; dispose cancels it and waits for it. */
  function withContext<T>(tool: string, options: CallOptions, work: (context: ToolContext) => Promise<T>): Promise<T> {
    const run = begin(tool, options, work);
    running.add(run);
    return run.finally(() => running.delete(run));
  }

  async function undoRun(id: string, dryRun: boolean): Promise<Undone> {
    const { run_id: runId } = audit.read(id);
    const { undo } = (await ready()).gate;
    const plan = await undo.plan(runId);
    const { steps, skipped, skipped_count } = plan;
    if (dryRun) return { run_id: runId, steps, skipped, skipped_count, undo_run_id: null };
    return withContext('undo', {}, async (context) => {
      let done = steps;
      const lane = undoLane(runId, plan, async () => (done = await undo.restore(runId)));
      const outcome = await context.pass({ command: `undo ${runId}` }, lane);
      if (outcome.error) throw new SallyportError('InternalError', { reason: outcome.error.message });
      return { run_id: runId, steps: done, skipped, skipped_count, undo_run_id: outcome.runId };
    });
  }

  async function grantNamed(id: string): Promise<Grant> {
    const found = (await grants.list()).filter((grant) => id !== '' && grant.id.startsWith(id));
    if (found.length === 1) return found[0] as Grant;
    if (found.length === 0) throw new SallyportError('NotFound', { path: `the grant ${id.slice(0, 40)}` });
    throw new SallyportError('InvalidArgs', {
      reason: `"${id.slice(0, 40)}" is the start of ${found.length} grants; give more of it`,
      usage: 'sallyport grants list',
    });
  }

  async function begin<T>(tool: string, options: CallOptions, work: (context: ToolContext) => Promise<T>): Promise<T> {
    if (ending.signal.aborted) throw new SallyportError('InternalError', { reason: 'this Sallyport was disposed of' });
    const { gate } = await ready();
    const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
    const passOptions = {
      signal,
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      ...(options.onOutput ? { follow: options.onOutput } : {}),
    };
    const about = { tool, front, session, cwd: '.' };
    return work({
      workspace,
      lanes,
      live,
      pass: (passing, lane) => pass({ ...about, ...passing }, lane, gate, passOptions),
      start(passing, lane) {
        const run = live.start({ ...about, ...passing }, lane, gate, { signal: ending.signal });
        const done = run.done.finally(() => running.delete(done));
        running.add(done);
        return run;
      },
    });
  }

  return {
    workspace,
    tools: () => Promise.all([...builtinTools.values()].map(toolInfo)),
    commands: () => Promise.resolve(commandInfos()),
    call(name, input, callOptions = {}) {
      const tool = builtinTools.get(name);
      if (!tool) return Promise.reject(unknownTool(name));
      return withContext(name, callOptions, (context) => tool.call(input, context));
    },
    exec(line, { stdin, timeoutMs, ...callOptions } = {}) {
      const passing = {
        command: line,
        ...(stdin === undefined ? {} : { stdin }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      };
      return withContext('terminal_exec', callOptions, (context) =>
        // From JavaScript anything may come; the tool refuses it by name and records that.
        typeof (line as unknown) === 'string'
          ? execLine(passing, context)
          : terminalExec.call({ command: line }, context),
      );
    },
    shell: {
      run: (command, { cwd, timeout, dry, ...callOptions } = {}) =>
        withContext('run_shell', callOptions, (context) =>
          runForCaller(
            command,
            {
              ...(cwd === undefined ? {} : { cwd }),
              ...(timeout === undefined ? {} : { timeout }),
              ...(dry ? { dry } : {}),
            },
            context,
          ),
        ),
    },
    policy: {
      check: async (command, checkOptions) => (await shell()).policy.check(command, checkOptions),
      rules: async () => (await shell()).policy.rules(),
    },
    runs: {
      list: (filter = {}) => defer(() => [...audit.list(filter)]),
      read: (id) => defer(() => audit.read(id)),
      vouches: (record) => audit.vouches(record),
      undo: (id, { dryRun = false } = {}) => undoRun(id, dryRun),
      kept: async (id, path) => (await ready()).gate.undo.content(audit.read(id).run_id, path),
    },
    approvals: {
      attach: (channel) => broker.attach(channel),
      allowAll: async (minutes) => broker.allowAll(minutes, { who: userInfo().username, how: front }),
    },
    grants: {
      list: () => grants.list(),
      read: (id) => grantNamed(id),
      async revoke(id) {
        const grant = await grantNamed(id);
        await grants.revoke(grant.id);
        return grant;
      },
    },
    async panic() {
      broker.panic(userInfo().username);
      await Promise.allSettled(running);
    },
    resume: async () => broker.resume(),
    audit: {
      verify: () => audit.verify(),
      async *export(format, filter = {}) {
        yield* audit.export(format, filter);
      },
      async prune(retention) {
        const { config, gate } = await ready();
        const { 'retention.days': days, 'retention.max_bytes': maxBytes } = config.values;
        const pruned = await audit.prune(retention ?? { days, maxBytes });
        gate.undo.prune((runId) => audit.has(runId));
        return pruned;
      },
    },
    config: async () => (await ready()).config.entries,
    doctor: () =>
      diagnose({
        workspace,
        env,
        audit,
        // A config that cannot be read is another row of the table.
        sandbox: () =>
          shell().then(
            (opened) => opened.sandbox,
            async () => (await import('./sandbox.ts')).probeSandbox({ root: workspace, env }),
          ),
      }),
    skills: () => listSkills(join(workspace, ...state)),
    async init() {
      const made = audit.makeStateFolder();
      const names = await installSkills(join(workspace, ...state));
      return [...made, ...names.map((name) => [...state, 'skills', name, 'SKILL.md'].join('/'))];
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.allSettled(running);
      grants.endSession();
      await (await opening?.catch(() => undefined))?.backend[Symbol.asyncDispose]();
      await audit[Symbol.asyncDispose]();
      root[Symbol.dispose]();
    },
  };
}

/** The policy of a workspace that need not exist: without one, paths are judged by their text. */
export async function openPolicy(options: Pick<SallyportOptions, 'root' | 'env'> = {}): Promise<Policy> {
  const { createPolicy, rulesFor } = await import('./gate/shell.ts');
  const path = resolve(options.root ?? '.');
  const onDisk = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const workspace = onDisk ? realpathSync(path) : path;
  const env = options.env ?? process.env;
  const { values } = await loadConfig(workspace, env);
  const parts = { ...shellParts(workspace, env), allowedPaths: values['policy.allowed_paths'], onDisk };
  return createPolicy({ ...parts, rules: rulesFor(policyConfig(values), parts) });
}

/** What shell commands need beyond the rest. */
async function openShell(
  workspace: string,
  { env, preset, config, sandbox }: { env: Env; preset: string; config: LoadedConfig['values']; sandbox: SandboxMode },
) {
  const [
    { createPolicy, presetNamed, rulesFor, shellLane },
    { detectShell, environmentFor, findProgram },
    { openSandbox },
  ] = await Promise.all([import('./gate/shell.ts'), import('./backends/process/index.ts'), import('./sandbox.ts')]);
  const place = { ...shellParts(workspace, env), allowedPaths: config['policy.allowed_paths'], onDisk: true };
  const parts: ShellParts = { ...place, rules: rulesFor(policyConfig(config), place) };
  const { allowedPaths, home, state, closed } = place;
  const { backend, status } = await openSandbox(sandbox, { root: workspace, allowedPaths, home, env, state, closed });
  const environment = environmentFor({ env, passthrough: config['policy.env'] });
  const lane = shellLane({
    ...parts,
    backend,
    preset: presetNamed(preset),
    isBoxed: status.kind !== 'none',
    shell: detectShell(),
    env: environment,
    trial: {
      canTry: process.platform === 'linux' && findProgram('bwrap', process.env).path !== undefined,
      open: () => openTrialIn(workspace, env),
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
    preview: (line: JudgedLine, clock: Clock) =>
      previewLine(line, {
        root: workspace,
        clock,
        tracked: (paths) => trackedIn(workspace, paths, { backend, env: environment.env }),
      }),
  };
}

/** One command on a view of the workspace, in a box that runs nothing else and in which nothing else can be written. */
async function openTrialIn(workspace: string, env: Env): Promise<Trial> {
  const [{ createBoxBackend, openView }, { openTrial }] = await Promise.all([
    import('./backends/box/index.ts'),
    import('./dry/index.ts'),
  ]);
  const { home, state, closed } = shellParts(workspace, env);
  const view = await openView({ workspace, places: [join(userStatePath(env, workspace), 'views'), tmpdir()] });
  const backend = createBoxBackend({ root: workspace, home, env, closed, state, view });
  const own = closed.flatMap((folder) => below(workspace, folder));
  return openTrial({ workspace, view, backend, state, closed: [...ownFolders(state), ...own] });
}

function policyConfig(config: LoadedConfig['values']) {
  return { custom: config['policy.rules'], readTools: config['policy.read_tools'] };
}

/** What judging shell commands has to know of a workspace. */
export function shellParts(workspace: string, env: Env): Omit<ShellParts, 'rules' | 'onDisk'> {
  return {
    root: workspace,
    allowedPaths: [],
    home: env['HOME'] ?? homedir(),
    state: stateSegments(workspace),
    closed: [userStateBase(env), dirname(userConfigPath(env))],
    // From our own environment only: a command cannot switch it on for itself.
    hasNetwork: env['BASH_ALLOW_NETWORK'] === 'true',
  };
}

function workspaceOf(root: string): string {
  const path = resolve(root);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new SallyportError('NotFound', { path: `the workspace ${path}` });
  return realpathSync(path);
}

async function toolInfo({
  name,
  description,
  schemas,
}: {
  name: string;
  description: string;
  schemas: () => Promise<{ input: unknown; output: unknown }>;
}): Promise<ToolInfo> {
  const [{ z }, { input, output }] = [await import('zod'), await schemas()];
  const schema = (type: unknown, io: 'input' | 'output') =>
    z.toJSONSchema(type as Parameters<typeof z.toJSONSchema>[0], { io }) as Record<string, unknown>;
  return { name, description, inputSchema: schema(input, 'input'), outputSchema: schema(output, 'output') };
}

function commandInfos(): CommandInfo[] {
  return [...builtinCommands.values()].flatMap(({ name, actions }) =>
    [...actions].map(([sub, { summary, flags }]) => ({
      name,
      sub,
      summary,
      usage: helpFor(builtinCommands, name, sub).usage,
      flags: Object.entries(flags).map(([flag, spec]) => ({
        name: flag,
        summary: spec.summary,
        path: spec.kind === 'path',
        choices: spec.kind === 'choice' ? spec.choices : [],
      })),
    })),
  );
}

function unknownTool(name: string): SallyportError {
  const meant = nearest(name, builtinTools.keys());
  const others = meant === undefined ? `there are ${[...builtinTools.keys()].join(', ')}` : `the nearest is ${meant}`;
  return new SallyportError('InvalidArgs', {
    reason: `There is no tool "${name.slice(0, 80)}"; ${others}`,
    usage: 'sallyport tools',
  });
}

/** Segments of the folders where records are, which no undo concerns. */
function ownFolders(state: readonly string[]): (readonly string[])[] {
  return state.length > 0 ? [state] : [['audit'], ['artifacts'], ['skills']];
}

async function defer<T>(work: () => T): Promise<T> {
  return work();
}

/** The segments from a folder down to another, if that lies in it. */
function below(folder: string, other: string): string[][] {
  const path = relative(folder, other);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? [] : [path.split(sep)];
}
