import { z } from 'zod';

export const effectSchema = z
  .object({
    kind: z.enum(['read', 'write', 'delete', 'run', 'contact', 'privilege', 'terminal', 'change']),
    target: z.string().describe('A path, a program, a host, or what else is changed.'),
    makesFolder: z
      .boolean()
      .optional()
      .describe('Of a write: a folder is made, and nothing that is there is replaced.'),
  })
  .describe('One thing that a command would do to the world.');
export type Effect = z.infer<typeof effectSchema>;

export const plannedPartSchema = z
  .object({
    text: z.string().describe('As it would run; what is known only then is shown as an ellipsis.'),
    name: z.string().nullable(),
    cwd: z.string().nullable(),
    path: z.array(z.string()).describe('How it is reached, from outside in: pipe, $(), env, sh -c.'),
    level: z.string(),
    effects: z.array(z.string()).describe('In words.'),
  })
  .describe('One simple command of a shell line.');

export const plannedCommandSchema = z
  .object({
    name: z.string(),
    sub: z.string().nullable(),
    args: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    effects: z.array(effectSchema),
    commands: z.array(plannedPartSchema).optional().describe('Of a shell line: every command in it.'),
  })
  .describe('What the parser says would happen.');
export type PlannedCommand = z.infer<typeof plannedCommandSchema>;
