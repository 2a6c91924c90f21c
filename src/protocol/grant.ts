import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Paths are relative to the workspace where they lie in it. */
export const boundCommandSchema = z
  .object({
    kind: z.enum(['exact', 'operands']).describe('The very words, or any files of the workspace as its operands.'),
    argv: z.array(z.string()).describe('Without the operands that may vary.'),
    cwd: z.string(),
    assignments: z.array(z.string()).describe('NAME=value before the command.'),
    stdin: z.string().describe('What it reads: nothing, or the hash of a text or file.'),
    effects: z.array(z.string()).describe('What it does; of operands that may vary without their names.'),
    rules: z.array(z.string()).describe('The rules that asked for an answer; any other asks again.'),
    executable: z.string().describe('The file that runs, links followed; "builtin" for one of the shell.'),
    files: z
      .array(z.object({ path: z.string(), what: z.string(), sha256: hash.nullable() }))
      .describe('What it runs besides, and what that was when the answer was given; null where nothing was.'),
  })
  .describe('One command that a grant covers.');
export type BoundCommand = z.infer<typeof boundCommandSchema>;

export const grantSchema = z
  .object({
    version: z.literal(1),
    id: z.string().regex(/^[0-9a-f]{16}$/),
    scope: z.enum(['session', 'workspace', 'user']),
    session: z.string().optional().describe('Of scope session.'),
    owner: z.string().optional().describe('The process of that session; the grant ends with it.'),
    created: z.iso.datetime(),
    expires: z.iso.datetime(),
    who: z.string(),
    how: z.string(),
    command: z.string().describe('The line that was asked about.'),
    commands: z.array(boundCommandSchema).min(1),
    covers: z.array(z.string()).describe('In words.'),
  })
  .describe('A remembered answer.');
export type Grant = z.infer<typeof grantSchema>;
