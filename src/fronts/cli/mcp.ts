import { defineCliCommand } from './define.ts';

export const mcp = defineCliCommand({
  name: 'mcp',
  summary: 'Serve the tools to an agent over MCP, on stdin and stdout',
  args: {
    preset: {
      type: 'enum',
      options: ['blocklist', 'guarded', 'allowlist'],
      default: 'guarded',
      description: 'How strictly shell commands are judged',
    },
  },
  async run(args, { signal }) {
    const { serveMcp } = await import('../mcp/index.ts');
    await serveMcp({ ...(args.root === undefined ? {} : { root: args.root }), preset: args.preset, signal });
  },
});
