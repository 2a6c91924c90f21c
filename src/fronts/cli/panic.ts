import { defineCliCommand } from './define.ts';
import { refuseInsideRun } from './person.ts';

export const panic = defineCliCommand({
  name: 'panic',
  summary: 'Stop everything in this workspace: end what runs, refuse what comes, until "sallyport resume"',
  args: {},
  async run(args, { core, screen }) {
    // No question: stopping must be quick, and opens nothing.
    refuseInsideRun(process.env);
    const { workspace } = core();
    await core().panic();
    if (args.json) return screen.out(`${screen.json({ stopped: true, workspace })}\n`);
    screen.out(
      `${screen.paint('red', 'stopped:')} ${screen.safe(workspace)}\nWhat runs is ended within a second, in every process; nothing begins until "sallyport resume".\n`,
    );
  },
});
