import { SallyportError } from '../../protocol/errors.ts';
import { maxAllowAllMinutes } from '../../protocol/limits.ts';
import { defineCliCommand, integerFlag } from './define.ts';
import { confirmAtTerminal, refuseInsideRun } from './person.ts';

const usage = 'sallyport allow-all --help';

export const allowAll = defineCliCommand({
  name: 'allow-all',
  summary: 'Allow everything that would be asked in this workspace, for some minutes; asks at the terminal',
  args: {
    minutes: { type: 'string', description: `For how long, 1 to ${maxAllowAllMinutes}`, valueHint: 'n' },
    off: { type: 'boolean', description: 'End it now' },
  },
  async run(args, { core, screen, signal }) {
    const minutes = integerFlag('minutes', args.minutes, usage);
    if ((minutes === undefined) === (args.off !== true))
      throw new SallyportError('InvalidArgs', { reason: 'Give either --minutes or --off', usage });
    const { workspace } = core();
    if (minutes === undefined) {
      refuseInsideRun(process.env);
      const ended = await core().approvals.askAgain();
      if (args.json) return screen.out(`${screen.json({ ended, workspace })}\n`);
      return screen.out(ended ? 'What would be asked is asked again.\n' : 'It was not allowed anyway.\n');
    }
    if (minutes < 1 || minutes > maxAllowAllMinutes)
      throw new SallyportError('InvalidArgs', { reason: `--minutes takes 1 to ${maxAllowAllMinutes}`, usage });
    const stopper = await core().stoppedBy();
    if (stopper !== undefined)
      throw new SallyportError('Denied', {
        reason: `${stopper} has stopped everything`,
        next: 'Lift the stop first: sallyport resume',
      });
    const details = [
      `in ${workspace}`,
      'Whatever the policy would ask about runs unasked, whoever sends it, also what deletes, publishes or reads secrets.',
      'What is blocked, interactive or outside the workspace stays closed. "sallyport allow-all --off" ends it.',
    ];
    const title = `Allow everything for ${minutes} minute${minutes === 1 ? '' : 's'}?`;
    await confirmAtTerminal(title, details, { env: process.env, signal });
    const until = await core().approvals.allowAll(minutes);
    if (args.json) return screen.out(`${screen.json({ until, workspace })}\n`);
    screen.out(`${screen.paint('yellow', 'open:')} everything that would be asked is allowed until ${until}\n`);
  },
});
