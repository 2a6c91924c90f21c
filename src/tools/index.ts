import type { Tool } from './define.ts';
import { terminalExec } from './terminal_exec.ts';

/** Every tool that agents can call: one file and one line each. */
const all: readonly Tool[] = [terminalExec];

export const builtinTools: ReadonlyMap<string, Tool> = new Map(all.map((tool) => [tool.name, tool]));

export { defineTool, type Passing, type Tool, type ToolContext } from './define.ts';
export { execLine, terminalExec } from './terminal_exec.ts';
