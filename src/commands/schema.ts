import type { Flag } from '../protocol/flags.ts';
import type { Action } from './define.ts';

/** The arguments of one action as JSON Schema. */
export function argsSchema(action: Action): Record<string, unknown> {
  const entries = Object.entries(action.flags);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, flag]) => [name, flagSchema(flag)])),
    required: entries.filter(([, flag]) => flag.kind !== 'switch' && flag.required).map(([name]) => name),
    additionalProperties: false,
  };
}

function flagSchema(flag: Flag): Record<string, unknown> {
  const description = flag.summary;
  switch (flag.kind) {
    case 'switch':
      return { type: 'boolean', default: false, description };
    case 'integer':
      return { type: 'integer', minimum: flag.min, maximum: flag.max, ...fallback(flag), description };
    case 'choice':
      return { type: 'string', enum: [...flag.choices], ...fallback(flag), description };
    case 'text':
      return {
        type: 'string',
        ...(flag.maxLength === undefined ? {} : { maxLength: flag.maxLength }),
        ...fallback(flag),
        description,
      };
    case 'path':
      return {
        type: 'string',
        minLength: 1,
        ...fallback(flag),
        description: `${description} Relative to the workspace.`,
      };
  }
}

function fallback(flag: { default?: string | number }): { default?: string | number } {
  return flag.default === undefined ? {} : { default: flag.default };
}
