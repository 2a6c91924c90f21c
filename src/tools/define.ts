import type { z } from 'zod';
import type { Lane, Outcome } from '../gate/index.ts';

/** What a tool sends to the gate; the rest of the request is known by whoever joined the parts. */
export interface Passing {
  readonly command: string;
  readonly stdin?: string;
  readonly timeoutMs?: number;
}

export interface ToolContext {
  readonly lanes: { readonly line: Lane };
  pass(passing: Passing, lane: Lane): Promise<Outcome>;
}

/** What agents call. Schemas are loaded when they are needed, which keeps zod off the way of a quick start. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  schemas(): Promise<{ input: z.ZodType; output: z.ZodType }>;
  /** From wire input, valid or not, to wire output. */
  call(input: unknown, context: ToolContext): Promise<unknown>;
}

export function defineTool<const T extends Tool>(tool: T): T {
  return Object.freeze(tool);
}
