import { z } from 'zod';

/** What a path was right after the run. `sha256` is null for a file too long to be read; its stamp then has to do. */
export const stateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('file'), sha256: z.string().nullable(), stamp: z.string() }),
  z.object({ kind: z.literal('folder') }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('other') }),
]);
export type State = z.infer<typeof stateSchema>;

const common = {
  path: z.string(),
  after: stateSchema.optional().describe('Absent when the run did not come to its end.'),
};

export const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('file'),
    mode: z.int(),
    mtime_ms: z.number(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.int(),
  }),
  z.object({ ...common, kind: z.literal('folder'), mode: z.int() }),
  z.object({ ...common, kind: z.literal('link'), target: z.string() }),
]);
export type Entry = z.infer<typeof entrySchema>;

export const manifestSchema = z.object({
  version: z.literal(1),
  run_id: z.string(),
  entries: z.array(entrySchema),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  skipped_count: z.int(),
});
export type Manifest = z.infer<typeof manifestSchema>;
