import { resolve } from 'node:path/posix';
import { followLinks, isFolder, matchingPaths, readSmallText } from '../files/index.ts';
import { planShell } from '../parse/shell.ts';
import { describe, programNames } from '../policy/effects/index.ts';
import {
  judgeShell,
  protectionAt,
  type Facts,
  type Preset,
  type ShellJudgement,
  type ShellRule,
} from '../policy/shell/index.ts';
import { allowsHost } from './allowed-hosts.ts';
import { createSecondReader } from './second-reader.ts';
import type { ShellKind, ShellPlan } from '../protocol/shell.ts';

/** What the judging of shell commands needs to know once. */
export interface ShellParts {
  /** Absolute. */
  readonly root: string;
  readonly allowedPaths: readonly string[];
  readonly home: string;
  /** Variables of the commands' environment that hold a path of this machine. */
  readonly paths: Readonly<Record<string, string>>;
  /** Segments of the state folder below the root. */
  readonly state: readonly string[];
  /** Absolute folders that are closed to everybody. */
  readonly closed: readonly string[];
  readonly rules: readonly ShellRule[];
  readonly hasNetwork: boolean;
  /** Hosts that commands may reach all the same, as rules. */
  readonly hosts: readonly string[];
  /** False when the root is only a name, and paths are judged by their text. */
  readonly onDisk: boolean;
}

export interface ShellQuestion {
  readonly command: string;
  /** Absolute, or relative to the root. */
  readonly cwd: string;
  readonly shell: ShellKind;
  readonly preset: Preset;
  readonly isBoxed: boolean;
  readonly tool: string;
}

export interface ShellCheck {
  /** Absolute. */
  readonly cwd: string;
  readonly plan: ShellPlan;
  readonly judgement: ShellJudgement;
}

const maxScriptBytes = 64 * 1024;
/** One for all, as it costs memory; it starts with the first text of PowerShell and ends when there are no more. */
const secondReader = createSecondReader();

/** Text → plan → verdict, without running anything. */
export function checkShell(question: ShellQuestion, parts: ShellParts): ShellCheck {
  const { root, home, onDisk } = parts;
  const cwd = resolve(root, question.cwd);
  const plan = planShell(question.shell, question.command, {
    cwd,
    home,
    env: { ...(onDisk ? parts.paths : {}), PWD: cwd, HOME: home },
    describe,
    programs: programNames,
    readAgain: secondReader.read,
    readScript: (path) => (onDisk ? readSmallText(path, maxScriptBytes) : undefined),
    isFolder: onDisk ? (path) => isFolder(path) === true : undefined,
    planOther: undefined,
  });
  const facts: Facts = {
    root,
    cwd,
    home,
    allowedPaths: parts.allowedPaths,
    isBoxed: question.isBoxed,
    hasNetwork: parts.hasNetwork,
    allowsHost: (host) => allowsHost(parts.hosts, host),
    tool: question.tool,
    resolve: onDisk ? remembered(followLinks) : (path) => path,
    matches: onDisk ? remembered(matchingPaths) : () => [],
    protection: (path, access) => protectionAt(path, access, parts),
  };
  return { cwd, plan, judgement: judgeShell(plan, { facts, rules: parts.rules, preset: question.preset }) };
}

function remembered<T>(look: (path: string) => T): (path: string) => T {
  const seen = new Map<string, T>();
  return (path) => {
    const known = seen.get(path) ?? look(path);
    seen.set(path, known);
    return known;
  };
}
