import { builtinCommands, helpFor } from './commands/index.ts';
import { nearest } from './parse/index.ts';
import type { CommandInfo, ToolInfo } from './protocol/core.ts';
import { SallyportError } from './protocol/errors.ts';
import { builtinTools, type Tool } from './tools/index.ts';

/** What there is to call, as others see it. */
export async function toolInfos(): Promise<ToolInfo[]> {
  const { z } = await import('zod');
  return Promise.all(
    [...builtinTools.values()].map(async ({ name, description, nature, schemas }) => {
      const { input, output } = await schemas();
      const inputSchema = z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown>;
      const outputSchema = z.toJSONSchema(output, { io: 'output' }) as Record<string, unknown>;
      return { name, description, nature, inputSchema, outputSchema };
    }),
  );
}

export function commandInfos(): CommandInfo[] {
  return [...builtinCommands.values()].flatMap(({ name, actions }) =>
    [...actions].map(([sub, { summary, flags }]) => ({
      name,
      sub,
      summary,
      usage: helpFor(builtinCommands, name, sub).usage,
      flags: Object.entries(flags).map(([flag, spec]) => ({
        name: flag,
        summary: spec.summary,
        path: spec.kind === 'path',
        choices: spec.kind === 'choice' ? spec.choices : [],
      })),
    })),
  );
}

export function toolNamed(name: string): Tool {
  const tool = builtinTools.get(name);
  if (tool) return tool;
  const meant = nearest(name, builtinTools.keys());
  const others = meant === undefined ? `there are ${[...builtinTools.keys()].join(', ')}` : `the nearest is ${meant}`;
  throw new SallyportError('InvalidArgs', {
    reason: `There is no tool "${name.slice(0, 80)}"; ${others}`,
    usage: 'sallyport tools',
  });
}
