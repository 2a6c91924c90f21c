import { z } from 'zod';

export const levels = ['blocked', 'interactive', 'outside', 'critical', 'high', 'medium', 'low', 'unrated'] as const;

export const verdictSchema = z
  .object({
    decision: z.enum(['allow', 'ask', 'deny']),
    level: z.enum(levels),
    reasons: z.array(z.string()),
    rules: z.array(z.string()),
  })
  .describe('What the policy says of a plan.');
export type Verdict = z.infer<typeof verdictSchema>;

export const approvalSchema = z
  .object({
    answer: z.enum(['allow', 'deny', 'skip']),
    who: z.string().describe('Who answered, as the channel knows them; "nobody" when nobody could be asked.'),
    how: z.string().describe('The channel: terminal, panel, sdk, …'),
    when: z.string(),
    note: z.string().optional(),
    scope: z.enum(['once', 'session', 'workspace', 'user']).optional().describe('For how long it was allowed.'),
    grants: z.array(z.string()).optional().describe('The grants that this answer made, or that gave it.'),
    command: z.string().optional().describe('What the person made of the command before it ran.'),
    dry: z.literal(true).optional().describe('It was tried first, and the answer is about what it changed.'),
  })
  .describe('A human answer to an ask.');
export type Approval = z.infer<typeof approvalSchema>;
