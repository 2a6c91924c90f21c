import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { openAudit, stateSegments } from './audit/index.ts';
import { builtinCommands, helpFor } from './commands/index.ts';
import { loadConfig, type LoadedConfig } from './config.ts';
import { diagnose } from './doctor.ts';
import { openRoot } from './files/index.ts';
import { lineLane, pass, type GateParts } from './gate/index.ts';
import { createRedactor, secretEnvValues } from './output/index.ts';
import { nearest } from './parse/index.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { timeOrderedId } from './platform/ids.ts';
import { userConfigPath, userStateBase, userStatePath } from './platform/places.ts';
import { builtinRules } from './policy/index.ts';
import type { Approver } from './protocol/approver.ts';
import type { CallOptions, CommandInfo, Core, ToolInfo } from './protocol/core.ts';
import { SallyportError } from './protocol/errors.ts';
import { installSkills, listSkills } from './skills.ts';
import { builtinTools, execLine, terminalExec, type ToolContext } from './tools/index.ts';

export interface SallyportOptions {
  /** The folder that everything is locked to. Default: the current one. */
  readonly root?: string;
  /** Asked when a run needs a person; without one, such runs are refused. */
  readonly approver?: Approver;
  /** Where requests come in, as records say it. */
  readonly front?: string;
  readonly session?: string;
  /** Names the places of user state and config, and the secrets to hide. Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** Called at the end of each step of the gate; for measuring. */
  readonly trace?: NonNullable<GateParts['trace']>;
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
  const closed = [userStateBase(env), dirname(userConfigPath(env))].flatMap((folder) => below(workspace, folder));
  const root = openRoot(workspace, { state, closed });
  const audit = openAudit({ workspace, userStatePath: userStatePath(env, workspace), clock });
  const lanes = { line: lineLane(builtinCommands) };
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
    return {
      config,
      gate: { root, state, closed, rules: builtinRules, audit, redactor, approver, clock, ...(trace ? { trace } : {}) },
    };
  }

  /** Runs `work` with a context for tools; dispose cancels it and waits for it. */
  function withContext<T>(tool: string, options: CallOptions, work: (context: ToolContext) => Promise<T>): Promise<T> {
    const run = begin(tool, options, work);
    running.add(run);
    return run.finally(() => running.delete(run));
  }

  async function begin<T>(tool: string, options: CallOptions, work: (context: ToolContext) => Promise<T>): Promise<T> {
    if (ending.signal.aborted) throw new SallyportError('InternalError', { reason: 'this Sallyport was disposed of' });
    const { gate } = await ready();
    const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
    const passOptions = { signal, ...(options.onProgress ? { onProgress: options.onProgress } : {}) };
    return work({
      lanes,
      pass: (passing, lane) => pass({ tool, front, session, cwd: '.', ...passing }, lane, gate, passOptions),
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
    runs: {
      list: (filter = {}) => defer(() => [...audit.list(filter)]),
      read: (id) => defer(() => audit.read(id)),
      vouches: (record) => audit.vouches(record),
    },
    audit: {
      verify: () => audit.verify(),
      async *export(format, filter = {}) {
        yield* audit.export(format, filter);
      },
      async prune(retention) {
        const { values } = (await ready()).config;
        return audit.prune(retention ?? { days: values['retention.days'], maxBytes: values['retention.max_bytes'] });
      },
    },
    config: async () => (await ready()).config.entries,
    doctor: () => diagnose({ workspace, env, audit }),
    skills: () => listSkills(join(workspace, ...state)),
    async init() {
      const made = audit.makeStateFolder();
      const names = await installSkills(join(workspace, ...state));
      return [...made, ...names.map((name) => [...state, 'skills', name, 'SKILL.md'].join('/'))];
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.allSettled(running);
      await audit[Symbol.asyncDispose]();
      root[Symbol.dispose]();
    },
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
  const schema = (type: unknown) =>
    z.toJSONSchema(type as Parameters<typeof z.toJSONSchema>[0]) as Record<string, unknown>;
  return { name, description, inputSchema: schema(input), outputSchema: schema(output) };
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
  const meant = nearest(name, builtinTools.keys()) ?? [...builtinTools.keys()].join(', ');
  return new SallyportError('InvalidArgs', {
    reason: `There is no tool "${name.slice(0, 80)}"; the nearest is ${meant}`,
    usage: 'sallyport tools',
  });
}

async function defer<T>(work: () => T): Promise<T> {
  return work();
}

/** The segments from a folder down to another, if that lies in it. */
function below(folder: string, other: string): string[][] {
  const path = relative(folder, other);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? [] : [path.split(sep)];
}
