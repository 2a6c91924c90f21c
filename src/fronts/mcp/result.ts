import type { CallToolResult } from '@modelcontextprotocol/server';
import { toSallyportError } from '../../protocol/errors.ts';

/** The output of a tool as MCP gives it: as data where it is an object, and as text for clients that read only that. */
export function resultOf(output: unknown): CallToolResult {
  if (typeof output !== 'object' || output === null) {
    const text = String(output);
    return { content: [{ type: 'text', text }], ...(text.startsWith('Blocked') ? { isError: true } : {}) };
  }
  const structuredContent = output as Record<string, unknown>;
  const failed = structuredContent['error_code'] !== undefined || structuredContent['status'] === 'error';
  return {
    content: [{ type: 'text', text: JSON.stringify(output) }],
    structuredContent,
    ...(failed ? { isError: true } : {}),
  };
}

/** What broke under the call, and what to do about it. */
export function failureOf(error: unknown): CallToolResult {
  const { code, message, hint } = toSallyportError(error);
  return { content: [{ type: 'text', text: `${code}: ${message}\n${hint}`.trim() }], isError: true };
}
