import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';

export const bashInputSchema = z
  .strictObject({
    command: z
      .string()
      .regex(/\S/, 'is empty')
      .regex(/^[^\0]*$/, 'has a NUL character, which no program can be given')
      .describe('The shell command to execute. Command chaining (&&, ||, ;) is allowed.'),
    directory: z.string().default('.').describe("Working directory relative to project root. Defaults to '.'."),
    timeout_ms: z
      .int()
      .min(1)
      .max(600_000)
      .default(120_000)
      .describe('Execution timeout in milliseconds. Default 120000, max 600000.'),
    yield_ms: z
      .int()
      .min(0)
      .max(600_000)
      .optional()
      .describe('Answer after this time at the latest; a command that still runs goes on in the background.'),
    background: z.boolean().optional().describe('The same as yield_ms 0.'),
  })
  .describe('Execute a shell command within the project sandbox.');
export type BashInput = z.infer<typeof bashInputSchema>;

export const bashOutputSchema = envelopeSchema;
