import { z } from 'zod';

export const requestSchema = z
  .object({
    tool: z.string(),
    front: z.string().describe('Where the request came in: sdk, cli, mcp, …'),
    session: z.string(),
    command: z.string(),
    cwd: z.string().describe('Relative to the workspace; "." is the workspace itself.'),
    stdin: z.string().optional(),
    timeoutMs: z.number().optional(),
  })
  .describe('One command asking to pass the gate.');
export type Request = z.infer<typeof requestSchema>;
