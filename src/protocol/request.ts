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
    dry: z
      .enum(['ask', 'apply', 'drop'])
      .optional()
      .describe('Run it on a view of the workspace, and do this with what it changed there. Never of an agent.'),
  })
  .describe('One command asking to pass the gate.');
export type Request = z.infer<typeof requestSchema>;
