import { isInsideRun } from '../../platform/inside-run.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { openFrame } from './frame.ts';
import { openScreen } from './screen.ts';
import { openTty } from './tty.ts';
import { takeTurn } from './turn.ts';

/** Refuses what is for people when a command of an agent asks for it. */
export function refuseInsideRun(env: NodeJS.ProcessEnv): void {
  if (!isInsideRun(env)) return;
  throw new SallyportError('Denied', {
    reason: 'this is for people, and a command that Sallyport runs is asking for it',
    next: 'Ask a person to do it in a terminal of their own.',
  });
}

/**
 * Has a person at the terminal of this process say yes. There is no flag for it: what a script of a person can say, the
 * shell that an agent has besides these tools can say too; a key on the person's own terminal it cannot press.
 */
export async function confirmAtTerminal(
  title: string,
  details: readonly string[],
  { env, signal }: { env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<void> {
  refuseInsideRun(env);
  using turn = await takeTurn(signal);
  using tty = turn && openTty();
  if (!tty)
    throw new SallyportError('Denied', {
      reason: 'this needs a person at a terminal, and this process has none',
      next: 'Run it in a terminal (ssh -t, docker exec -it); there is no flag that stands for a person.',
    });
  const screen = openScreen(tty.output, tty.output, env);
  const frame = openFrame(screen, 'high');
  frame.line(screen.paint('bold', screen.safe(title)));
  for (const text of details) frame.row('', text, 0);
  frame.gap();
  frame.line(`${screen.paint('cyan', 'y')} yes   ${screen.paint('cyan', 'any other key')} no`);
  tty.write(`\n${frame.text()}`);
  if ((await tty.key(signal)) === 'y') return;
  throw new SallyportError('Denied', { reason: 'the answer was no', next: 'Nothing was changed.' });
}
