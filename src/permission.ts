import { resolve } from 'node:path';
import { openBroker } from './approval/index.ts';
import { followLinks, isFolder } from './files/index.ts';
import { createPolicy, shellRules } from './gate/shell.ts';
import { systemClock } from './platform/clock.ts';
import { timeOrderedId } from './platform/ids.ts';
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
  readonly #broker: Broker;

  constructor(options: TerminalPermissionOptions = {}) {
    this.#options = options;
    const channels = options.approver ? [{ name: 'sdk', ask: options.approver }] : [];
    this.#broker = openBroker({ clock: systemClock, channels });
  }

  isDangerousCommand(command: string): boolean {
    return dangerous.has(this.#check(command, undefined).level);
  }

  async requestTerminalConfirmation(request: TerminalConfirmationRequest): Promise<PermissionResult> {
    const { command, cwd, isDangerous = false } = request;
    const { autoApproveSafeCommands = true, confirmDangerousCommands = true } = this.#options;
    const check = this.#check(command, cwd);
    if (check.decision === 'deny') return PermissionResult.Deny;
    const isRaised = isDangerous || dangerous.has(check.level);
    if (isRaised ? !confirmDangerousCommands : autoApproveSafeCommands && check.decision === 'allow')
      return PermissionResult.Allow;
    const { answer } = await this.#broker.ask(questionOf(request, check), { signal: new AbortController().signal });
    return answer;
  }

  #check(command: string, cwd: string | undefined): PolicyCheck {
    const folder = resolve(cwd ?? '.');
    const given = resolve(this.#options.root ?? folder);
    const root = followLinks(given);
    const policy = createPolicy({
      ...shellParts(root, process.env),
      allowedPaths: [given], // the same place by another name, where a link leads to it
      rules: shellRules,
      onDisk: isFolder(root) === true,
    });
    return policy.check(command, { cwd: folder, preset: 'guarded' });
  }
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
      name: 'bash',
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
