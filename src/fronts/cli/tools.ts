import { defineCliCommand } from './define.ts';

export const tools = defineCliCommand({
  name: 'tools',
  summary: 'List the tools that agents can call, and the commands of terminal_exec',
  args: {},
  async run(args, { core, screen }) {
    const list = await core().tools();
    if (args.json) return screen.out(`${screen.json(list, 2)}\n`);
    screen.out(
      screen.table(
        ['TOOL', 'WHAT IT DOES'],
        list.map(({ name, description }) => [name, description.split('. ')[0] ?? '']),
        ['cyan'],
      ),
    );
    const commands = await core().commands();
    const rows = commands.map(({ name, sub, summary }) => [[name, sub].filter(Boolean).join(' '), summary]);
    screen.out(`\n${screen.table(['COMMAND', 'OF terminal_exec'], rows, ['cyan'])}`);
  },
});
