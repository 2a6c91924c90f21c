import { z } from 'zod';

export const effectSchema = z
  .object({
    kind: z.enum(['read', 'write', 'delete', 'run', 'contact']),
    target: z.string().describe('A path relative to the workspace, a program, or a host.'),
  })
  .describe('One thing that a command would do to the world.');
export type Effect = z.infer<typeof effectSchema>;

export const plannedCommandSchema = z.object({
  name: z.string(),
  sub: z.string().nullable(),
  args: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  effects: z.array(effectSchema),
});
export type PlannedCommand = z.infer<typeof plannedCommandSchema>;

export const planSchema = z
  .object({
    grammar: z.enum(['line']),
    commands: z.array(plannedCommandSchema),
  })
  .describe('What the parser says would happen.');
export type Plan = z.infer<typeof planSchema>;
