import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from './errors.ts';
import { recordVersion } from './limits.ts';
import { plannedCommandSchema } from './plan.ts';
import { keptSchema } from './undo.ts';
import { approvalSchema, verdictSchema } from './verdict.ts';

export const errorCodeSchema = z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]);

export const artifactSchema = z.object({
  path: z.string().describe('Relative to the workspace.'),
  mime: z.string(),
  description: z.string(),
});
export type Artifact = z.infer<typeof artifactSchema>;

/** Hash and size are those at the end of the run; null for a folder. */
export const recordedArtifactSchema = artifactSchema.extend({
  sha256: z.string().nullable(),
  bytes: z.int().nonnegative().nullable(),
});
export type RecordedArtifact = z.infer<typeof recordedArtifactSchema>;

export const runRecordSchema = z
  .object({
    version: z.literal(recordVersion),
    run_id: z.string(),
    tool: z.string(),
    front: z.string(),
    session: z.string(),
    timestamp: z.iso.datetime(),
    command: z.string().describe('As it was sent, secrets redacted.'),
    parsed: plannedCommandSchema
      .partial({ args: true })
      .nullable()
      .describe('Only the arguments that the command audits.'),
    cwd: z.string(),
    verdict: verdictSchema.nullable(),
    preset: z.string().optional().describe('The preset that a shell command was judged by.'),
    approval: approvalSchema.nullable(),
    backend: z.string().nullable(),
    exit_code: z.int().nullable(),
    signal: z.string().nullable(),
    duration_ms: z.number(),
    stdout: z.string(),
    stderr: z.string(),
    result: z.record(z.string(), z.unknown()).nullable(),
    truncated: z.boolean(),
    artifacts: z.array(recordedArtifactSchema),
    error_code: errorCodeSchema.nullable(),
    error_message: z.string().nullable(),
    undo: keptSchema.optional(),
    cost: z.object({
      bytes: z.int().nonnegative().describe('Printed, on stdout and stderr, before it was cut.'),
      tokens: z
        .int()
        .nonnegative()
        .describe('Estimate of what of the output, and of the result where the tool gives one, was returned.'),
      cpu_ms: z.number().describe('Of this process while the run lasted; other runs at the same time are in it.'),
      max_rss: z.int().nonnegative().describe('Peak memory of this process so far, in bytes.'),
    }),
  })
  .describe('What is kept of one passage through the gate; never stdin.');
export type RunRecord = z.infer<typeof runRecordSchema>;
