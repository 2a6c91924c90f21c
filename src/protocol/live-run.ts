import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';

const runId = z.string().max(80).describe('The background_run_id that Bash gave.');

export const readInputSchema = z.strictObject({
  run_id: runId,
  since: z.int().min(0).optional().describe('Only what came after this place; the `next` of the call before.'),
});
export const waitInputSchema = z.strictObject({
  run_id: runId,
  since: z.int().min(0).optional().describe('As in terminal_read.'),
  timeout_ms: z.int().min(1).max(600_000).default(60_000).describe('How long to wait for the end.'),
});
export const killInputSchema = z.strictObject({ run_id: runId });

export const liveRunOutputSchema = envelopeSchema;
