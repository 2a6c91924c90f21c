import { defineCliCommand } from './define.ts';
import { confirmAtTerminal, refuseInsideRun } from './person.ts';

export const resume = defineCliCommand({
  name: 'resume',
  summary: 'Lift the stop of "sallyport panic"; asks at the terminal',
  args: {},
  async run(args, { core, screen, signal }) {
    const { workspace } = core();
    refuseInsideRun(process.env);
    const who = await core().stoppedBy();
    if (who !== undefined)
      await confirmAtTerminal('Let commands run again?', [`in ${workspace}, which ${who} has stopped`], {
        env: process.env,
        signal,
      });
    const lifted = who !== undefined && (await core().resume());
    if (args.json) return screen.out(`${screen.json({ lifted, workspace })}\n`);
    screen.out(
      lifted ? `${screen.paint('green', 'lifted:')} ${screen.safe(workspace)}\n` : 'Nothing was stopped here.\n',
    );
  },
});
