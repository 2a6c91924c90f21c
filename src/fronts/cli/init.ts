import { defineCliCommand } from './define.ts';

export const init = defineCliCommand({
  name: 'init',
  summary: 'Make the state folder of a workspace and put the skills into it',
  args: {},
  async run(args, { core, screen }) {
    const written = await core().init();
    if (args.json) return screen.out(`${screen.json({ workspace: core().workspace, written })}\n`);
    for (const path of written) screen.out(`${screen.paint('green', 'wrote')}  ${path}\n`);
    screen.out(
      `${written.length === 0 ? 'nothing to do: ' : ''}${screen.safe(core().workspace)} is ready; try: sallyport exec hello\n`,
    );
  },
});
