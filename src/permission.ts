import { resolve } from 'node:path';
import { openBroker, openOrders } from './approval/index.ts';
import { loadConfigSync } from './config.ts';
import { followLinks, isFolder } from './files/index.ts';
import { createPolicy, rulesFor } from './gate/shell.ts';
import { systemClock } from './platform/clock.ts';
import { timeOrderedId } from './platform/ids.ts';
import { ordersPath } from './platform/places.ts';
import type { Approver, Broker } from './protocol/approver.ts';
import {
  PermissionResult,
  type ITerminalPermissionService,
  type TerminalConfirmationRequest,
} from './protocol/permission.ts';
import type { PolicyCheck } from './protocol/policy.ts';
import type { Verdict } from './protocol/verdict.ts';
import { shellParts } from './shell-commands.ts';

export interface TerminalPermissionOptions {
  /** What the policy rates as harmless needs no answer. Default true. */
  readonly autoApproveSafeCommands?: boolean;
  /** What it rates as dangerous does. Default true; without, only what no answer can allow is denied. */
  readonly confirmDangerousCommands?: boolean;
  /** The folder that commands must stay in. Default: the `cwd` of each request. */
  readonly root?: string;
  /** Who is asked; without one, what needs an answer is denied. */
  readonly approver?: Approver;
}

/**
 * Permission for commands that somebody else will run.
 *
 * ```ts
 * const permission = new TerminalPermissionService({ approver });
 * const result = await permission.requestTerminalConfirmation({ command: 'rm -rf build', cwd: '/my/project' });
 * if (result === PermissionResult.Allow) …
 * ```
 */
export class TerminalPermissionService implements ITerminalPermissionService {
  readonly #options: TerminalPermissionOptions;

  constructor(options: TerminalPermissionOptions = {}) {
    this.#options = options;
  }

  isDangerousCommand(command: string): boolean {
    return !isCommand(command) || dangerous.has(this.#check(command, this.#place(undefined)).level);
  }

  async requestTerminalConfirmation(request: TerminalConfirmationRequest): Promise<PermissionResult> {
    // From JavaScript anything may come, and nobody can judge what is no command.
    if (!isRequest(request)) return PermissionResult.Deny;
    const { command, cwd, isDangerous = false } = request;
    const { autoApproveSafeCommands = true, confirmDangerousCommands = true } = this.#options;
    const place = this.#place(cwd);
    const check = this.#check(command, place);
    const broker = this.#broker(place.root);
    if (check.decision === 'deny' || broker.stoppedBy !== undefined) return PermissionResult.Deny;
    const isRaised = isDangerous || dangerous.has(check.level);
    if (isRaised ? !confirmDangerousCommands : autoApproveSafeCommands && check.decision === 'allow')
      return PermissionResult.Allow;
    const { answer } = await broker.ask(questionOf(request, check), { signal: new AbortController().signal });
    return broker.stoppedBy === undefined ? answer : PermissionResult.Deny;
  }

  #place(cwd: string | undefined): Place {
    const folder = resolve(cwd ?? this.#options.root ?? '.');
    const given = resolve(this.#options.root ?? folder);
    return { folder, given, root: followLinks(given) };
  }

  /** By the rules and config layers that a Sallyport of that root would have, as they are now. */
  #check(command: string, { folder, given, root }: Place): PolicyCheck {
    const { values } = loadConfigSync(root, process.env);
    const parts = {
      ...shellParts(root, process.env),
      allowedPaths: [given, ...values['policy.allowed_paths']], // `given`: the same place by another name, where a link leads to it
      onDisk: isFolder(root) === true,
    };
    const rules = rulesFor({ custom: values['policy.rules'], readTools: values['policy.read_tools'] }, parts);
    return createPolicy({ ...parts, rules }).check(command, { cwd: folder, preset: 'guarded' });
  }

  #broker(root: string): Broker {
    const { approver } = this.#options;
    const channels = approver ? [{ name: 'sdk', ask: approver }] : [];
    const orders = openOrders(ordersPath(process.env, root), systemClock);
    return openBroker({ clock: systemClock, orders, channels });
  }
}

function isRequest(value: unknown): value is TerminalConfirmationRequest {
  if (typeof value !== 'object' || value === null) return false;
  const { command, cwd, description } = value as Partial<Record<string, unknown>>;
  return isCommand(command) && [cwd, description].every((text) => text === undefined || typeof text === 'string');
}

function isCommand(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0');
}

interface Place {
  readonly folder: string;
  /** The root as it was named, and with links followed. */
  readonly given: string;
  readonly root: string;
}

/** Where nobody can be asked: everything is denied. */
export class NullTerminalPermissionService implements ITerminalPermissionService {
  readonly #policy = new TerminalPermissionService();

  isDangerousCommand(command: string): boolean {
    return this.#policy.isDangerousCommand(command);
  }

  requestTerminalConfirmation(_request: TerminalConfirmationRequest): Promise<PermissionResult> {
    return Promise.resolve(PermissionResult.Deny);
  }
}

const dangerous: ReadonlySet<Verdict['level']> = new Set([
  'blocked',
  'interactive',
  'outside',
  'critical',
  'high',
  'medium',
]);

function questionOf({ command, description }: TerminalConfirmationRequest, check: PolicyCheck) {
  const { decision, level, reasons, rules, commands, cwd } = check;
  return {
    runId: timeOrderedId(Date.now()),
    tool: 'terminal',
    front: 'sdk',
    session: '',
    command,
    ...(description === undefined ? {} : { description }),
    cwd,
    planned: {
      name: check.shell,
      sub: null,
      args: {},
      effects: [],
      commands: commands.map(({ text, name, cwd, path, level, effects }) => ({
        text,
        name,
        cwd,
        path: [...path],
        level,
        effects: [...effects],
      })),
    },
    verdict: { decision, level, reasons, rules },
    parts: commands.map(({ decision, level, reasons, rules }) => ({ decision, level, reasons, rules })),
  };
}
