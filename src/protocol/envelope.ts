import { z } from 'zod';

export const envelopeCodes = [
  'NOT_FOUND',
  'ACCESS_DENIED',
  'PERMISSION_DENIED',
  'INVALID_PARAM',
  'TIMEOUT',
  'EXECUTION_ERROR',
  'INTERNAL_ERROR',
  'CONFLICT',
  'IS_DIRECTORY',
  'BINARY_FILE',
] as const;

const common = {
  data: z.record(z.string(), z.unknown()),
  text: z.string(),
  stats: z.looseObject({ time_ms: z.number() }),
  context: z.looseObject({ cwd: z.string(), params_input: z.record(z.string(), z.unknown()) }),
};

/** The standard envelope of Bash and the file tools: `error` is there exactly when status is error, and `data` is then empty. */
export const envelopeSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('success'), ...common }),
  z.strictObject({ status: z.literal('partial'), ...common }),
  z.strictObject({
    status: z.literal('error'),
    ...common,
    data: z.strictObject({}),
    error: z.strictObject({ code: z.enum(envelopeCodes), message: z.string() }),
  }),
]);
export type Envelope = z.infer<typeof envelopeSchema>;
