import { z } from 'zod';

export const runShellInputSchema = z
  .strictObject({
    command: z
      .string()
      .regex(/\S/, 'is empty')
      .regex(/^[^\0]*$/, 'has a NUL character, which no program can be given')
      .describe('The command to run.'),
    cwd: z.string().optional().describe('Working directory inside the project; default: the project root.'),
    timeout: z.number().positive().max(600).default(60).describe('Seconds until it is killed; default 60.'),
  })
  .describe('Run a shell command on this machine.');
export type RunShellInput = z.infer<typeof runShellInputSchema>;

export const runShellOutputSchema = z
  .string()
  .describe('stdout and stderr in the order written; then a line with the exit code when it is not 0.');
