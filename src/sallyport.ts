import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { openBroker, openGrants, openOrders } from './approval/index.ts';
import { openAudit, stateSegments } from './audit/index.ts';
import { openCalls } from './calls.ts';
import { builtinCommands } from './commands/index.ts';
import { loadConfig, type LoadedConfig } from './config.ts';
import { isFolder, namesBelow, openRoot } from './files/index.ts';
import { actionLane, lineLane, openLiveRuns, undoLane, type GateParts, type ShellLaneOptions } from './gate/index.ts';
import { createRedactor, secretEnvValues } from './output/index.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { timeOrderedId } from './platform/ids.ts';
import { ordersPath, userConfigPath, userStateBase, userStatePath } from './platform/places.ts';
import { builtinRules } from './policy/index.ts';
import type { Approver } from './protocol/approver.ts';
import type { Core } from './protocol/core.ts';
import { openQueue } from './queue/index.ts';
import { retold, SallyportError } from './protocol/errors.ts';
import type { Grant } from './protocol/grant.ts';
import type { Trace } from './protocol/progress.ts';
import type { SandboxMode } from './protocol/sandbox.ts';
import type { Undone } from './protocol/undo.ts';
import { loadSecrets } from './secrets.ts';
import { openShell } from './shell-commands.ts';
import { ShellOfInstance } from './shell-executor.ts';
import { execLine, runForCaller, terminalExec } from './tools/index.ts';
import { openUndo } from './undo/index.ts';

export interface SallyportOptions {
  /** The folder that everything is locked to. Default: the current one. */
  readonly root?: string;
  /** Folders besides it in which shell commands may run, write and delete; the user's settings may name more. */
  readonly allowedPaths?: readonly string[];
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
  readonly trace?: Trace;
}

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
  const closed = [userStateBase(env), dirname(userConfigPath(env))].flatMap((folder) => {
    const names = namesBelow(workspace, folder);
    return names && names.length > 0 ? [names] : [];
  });
  const own = [...ownFolders(state), ...closed];
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
    orders: openOrders(ordersPath(env, workspace), clock),
    grants,
    channels: approver ? [{ name: front, ask: approver }] : [],
    preview: async (line) => (await shell()).preview(line),
  });
  const calls = openCalls({
    workspace,
    lanes,
    live: openLiveRuns(),
    from: { front, session },
    clock,
    gate: async () => (await ready()).gate,
    allowedPaths: async () => allowedIn((await ready()).config),
  });
  let opening: ReturnType<typeof openShell> | undefined;
  const shell = () =>
    (opening ??= ready().then(({ config }) =>
      openShell(workspace, {
        env,
        preset: options.preset ?? 'blocklist',
        allowedPaths: allowedIn(config),
        own,
        config: config.values,
        clock,
        sandbox: options.sandbox ?? config.values['sandbox.mode'],
      }),
    ));
  const ending = new AbortController();
  const loops = new Set<Promise<unknown>>();
  const queue = openQueue({
    path: join(userStatePath(env, workspace), 'queue'),
    lane: lanes.line,
    clock,
    gate: async () => (await ready()).gate,
    ending: ending.signal,
  });

  const allowedIn = ({ values }: LoadedConfig) => [
    ...values['policy.allowed_paths'],
    ...(options.allowedPaths ?? []).map((path) => resolve(path)),
  ];
  let loading: Promise<{ config: LoadedConfig; gate: GateParts }> | undefined;
  const ready = () => (loading ??= load());

  async function load(): Promise<{ config: LoadedConfig; gate: GateParts }> {
    const config = await loadConfig(workspace, env);
    const redactor = createRedactor({
      literals: [
        ...secretEnvValues(env, config.values['redact.env']),
        ...loadSecrets(config.values['secrets.allow'], env).map(({ value }) => value),
      ],
      patterns: config.values['redact.patterns'].map((source) => new RegExp(source, 'gu')),
    });
    const undo = openUndo({
      workspace,
      path: join(userStatePath(env, workspace), 'undo'),
      closed: own,
      clock,
      uncommitted: async (path) => (await shell()).uncommitted(path),
      maxBytes: config.values['undo.max_bytes'],
    });
    return {
      config,
      gate: {
        root,
        state,
        closed,
        audit,
        undo,
        redactor,
        broker,
        clock,
        queue: queue.desk,
        ...(trace ? { trace } : {}),
      },
    };
  }

  /** Dispose ends it and waits for it. */
  function whileOpen<T>(loop: Promise<T>): Promise<T> {
    loops.add(loop);
    return loop.finally(() => loops.delete(loop));
  }

  async function undoRun(id: string, dryRun: boolean): Promise<Undone> {
    const { run_id: runId } = audit.read(id);
    const { undo } = (await ready()).gate;
    const plan = await undo.plan(runId);
    const { steps, skipped, skipped_count } = plan;
    if (dryRun) return { run_id: runId, steps, skipped, skipped_count, undo_run_id: null };
    return calls.make('undo', {}, async (context) => {
      let done = steps;
      const lane = undoLane(runId, plan, async () => (done = await undo.restore(runId)));
      const outcome = await context.pass({ command: `undo ${runId}` }, lane);
      if (outcome.error) throw retold(outcome.error);
      return { run_id: runId, steps: done, skipped, skipped_count, undo_run_id: outcome.runId };
    });
  }

  async function grantNamed(id: string): Promise<Grant> {
    const found = (await grants.list()).filter((grant) => id !== '' && grant.id.startsWith(id));
    if (found.length === 1) return found[0] as Grant;
    if (found.length === 0)
      throw new SallyportError('NotFound', {
        says: `There is no grant "${id.slice(0, 40)}".`,
        next: '"sallyport grants" lists those that hold.',
      });
    throw new SallyportError('InvalidArgs', {
      reason: `"${id.slice(0, 40)}" is the start of ${found.length} grants; give more of it`,
      next: '"sallyport grants" lists them.',
    });
  }

  return {
    workspace,
    tools: async () => (await import('./catalogue.ts')).toolInfos(),
    commands: async () => (await import('./catalogue.ts')).commandInfos(),
    async call(name, input, callOptions = {}) {
      const tool = (await import('./catalogue.ts')).toolNamed(name);
      return calls.make(name, callOptions, (context) => tool.call(input, context), tool.stopsLoops);
    },
    exec(line, { stdin, timeoutMs, ...callOptions } = {}) {
      const passing = {
        command: line,
        ...(stdin === undefined ? {} : { stdin }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      };
      return calls.make('terminal_exec', callOptions, (context) =>
        // From JavaScript anything may come; the tool refuses it by name and records that.
        typeof (line as unknown) === 'string'
          ? execLine(passing, context)
          : terminalExec.call({ command: line }, context),
      );
    },
    shell: new ShellOfInstance((command, { cwd, timeout, dry, ...callOptions } = {}) =>
      calls.make('run_shell', callOptions, (context) =>
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
    ),
    policy: {
      check: async (command, checkOptions) => (await shell()).policy.check(command, checkOptions),
      rules: async () => (await shell()).policy.rules(),
    },
    runs: {
      async list(filter = {}) {
        await audit.closeInterrupted();
        return [...audit.list(filter)];
      },
      async read(id) {
        await audit.closeInterrupted();
        return audit.read(id);
      },
      vouches: (record) => audit.vouches(record),
      undo: (id, { dryRun = false } = {}) => undoRun(id, dryRun),
      kept: async (id, path) => (await ready()).gate.undo.content(audit.read(id).run_id, path),
    },
    approvals: {
      attach(channel) {
        calls.forgetFailures();
        return broker.attach(channel);
      },
      async allowAll(minutes) {
        calls.forgetFailures();
        return broker.allowAll(minutes, { who: userInfo().username, how: front });
      },
      askAgain: async () => broker.askAgain(),
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
    queue: {
      work: (workOptions = {}) => whileOpen(queue.work(workOptions)),
      watch: (watchOptions) =>
        whileOpen(
          queue.watch(watchOptions, (line) =>
            calls.make('terminal_exec', {}, (context) => execLine({ command: line }, context)),
          ),
        ),
    },
    async panic() {
      broker.panic(userInfo().username);
      await calls.settled();
    },
    stoppedBy: () => Promise.resolve(broker.stoppedBy),
    async resume() {
      calls.forgetFailures();
      return broker.resume();
    },
    audit: {
      async verify() {
        await audit.closeInterrupted();
        return audit.verify();
      },
      async *export(format, filter = {}) {
        await audit.closeInterrupted();
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
    doctor: async () =>
      (await import('./doctor.ts')).diagnose({
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
    skills: async () => (await import('./skills.ts')).listSkills(join(workspace, ...state)),
    async init() {
      const made = audit.makeStateFolder();
      const names = await (await import('./skills.ts')).installSkills(join(workspace, ...state));
      return [...made, ...names.map((name) => [...state, 'skills', name, 'SKILL.md'].join('/'))];
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.allSettled(loops);
      await calls.end();
      grants.endSession();
      queue[Symbol.dispose]();
      await (await opening?.catch(() => undefined))?.backend[Symbol.asyncDispose]();
      await audit[Symbol.asyncDispose]();
      root[Symbol.dispose]();
    },
  };
}

function workspaceOf(root: string): string {
  const path = resolve(root);
  const isThere = isFolder(path);
  if (isThere === undefined)
    throw new SallyportError('NotFound', {
      says: `The workspace "${path}" does not exist.`,
      next: 'Name a folder that exists as the root.',
    });
  if (!isThere)
    throw new SallyportError('InvalidArgs', {
      reason: `The workspace "${path}" is not a folder`,
      next: 'Name a folder that exists as the root.',
    });
  return realpathSync(path);
}

/** Segments of the folders where records are, which no undo concerns. */
function ownFolders(state: readonly string[]): (readonly string[])[] {
  return state.length > 0 ? [state] : [['audit'], ['artifacts'], ['skills']];
}
