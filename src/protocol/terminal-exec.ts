import { z } from 'zod';
import { timeouts } from './limits.ts';
import { artifactSchema, errorCodeSchema } from './run-record.ts';

export const terminalExecInputSchema = z.strictObject({
  command: z
    .string()
    .describe(
      'One line: cmd [subcmd] --flag value. No pipes, redirects, chaining or expansion. "help" lists the commands.',
    ),
  stdin: z.string().optional().describe('Text handed to the command; never recorded.'),
  timeout_ms: z
    .int()
    .min(1)
    .optional()
    .describe(`Time limit in milliseconds, ${timeouts.defaultMs} unless given; clipped to the command's own limit.`),
});
export type TerminalExecInput = z.infer<typeof terminalExecInputSchema>;

export const terminalExecOutputSchema = z.object({
  run_id: z.string(),
  exit_code: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  result: z.looseObject({ ok: z.boolean(), command: z.string() }),
  artifacts: z.array(artifactSchema),
  truncated: z.boolean().optional(),
  error_code: errorCodeSchema.optional(),
  error_message: z.string().optional(),
});
export type TerminalExecOutput = z.infer<typeof terminalExecOutputSchema>;
