import { z } from 'zod';

export const connectionSchema = z
  .object({
    host: z.string(),
    port: z.int(),
    address: z.string().nullable().describe('What the name stood for; null when nothing was connected to.'),
    how: z.enum(['http', 'tunnel', 'socks']),
    method: z.string().optional().describe('Of plain HTTP; a tunnel hides it.'),
    sent: z.int().nonnegative(),
    received: z.int().nonnegative(),
    decision: z.enum(['allowed', 'refused']),
    rule: z.string().nullable().describe('The rule that allowed it.'),
    reason: z.string().optional().describe('Why it was refused, or how it failed.'),
  })
  .describe('A connection that a program asked the proxy for.');
export type Connection = z.infer<typeof connectionSchema>;
