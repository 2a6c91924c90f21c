import type { Command } from './define.ts';
import { doc } from './doc/index.ts';
import { hello } from './hello/index.ts';
import { table } from './table/index.ts';
import { tar } from './tar/index.ts';
import { zip } from './zip/index.ts';

/** Every in-process command: one folder and one line each. */
const all = [hello, zip, tar, doc, table];

export const builtinCommands: ReadonlyMap<string, Command> = new Map(all.map((command) => [command.name, command]));

export { action, defineCommand } from './define.ts';
export type { Action, Capability, Command, CommandContext, CommandResult, Limits } from './define.ts';
export { helpFor, type Help } from './help.ts';
export type { AsyncJob, Job, JobContext } from './job.ts';
export { argsSchema } from './schema.ts';
