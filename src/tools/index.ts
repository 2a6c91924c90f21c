import type { Tool } from './define.ts';
import { bash } from './bash.ts';
import { edit } from './edit.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { terminalKill, terminalRead, terminalWait } from './live_runs.ts';
import { ls } from './ls.ts';
import { mkdir } from './mkdir.ts';
import { read } from './read.ts';
import { runShell } from './run_shell.ts';
import { terminalExec } from './terminal_exec.ts';
import { write } from './write.ts';

/** Every tool that agents can call: one file and one line each. */
const all: readonly Tool[] = [
  terminalExec,
  bash,
  runShell,
  terminalRead,
  terminalWait,
  terminalKill,
  ls,
  read,
  write,
  edit,
  mkdir,
  grep,
  glob,
];

export const builtinTools: ReadonlyMap<string, Tool> = new Map(all.map((tool) => [tool.name, tool]));

export { defineTool, type Passing, type Tool, type ToolContext } from './define.ts';
export { openLoopGuard, type Attempt, type Watched } from './loop-guard.ts';
export { runForCaller } from './shell.ts';
export { execLine, terminalExec } from './terminal_exec.ts';
