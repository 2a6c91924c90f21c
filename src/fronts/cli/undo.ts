import { showControls } from '../../output/index.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { Undone, UndoStep } from '../../protocol/undo.ts';
import { defineCliCommand } from './define.ts';
import type { Screen } from './screen.ts';
import { openTty } from './tty.ts';

export const undo = defineCliCommand({
  name: 'undo',
  summary: 'Bring back files that a run deleted or overwrote; shows first what it would do',
  args: {
    run: { type: 'positional', required: true, description: 'Run id, or the start of one' },
    yes: { type: 'boolean', description: 'Do it without asking' },
    show: { type: 'string', description: 'Only print what this file held before the run', valueHint: 'path' },
  },
  async run(args, { core, screen, signal }) {
    if (args.show !== undefined) {
      const content = await core().runs.kept(args.run, args.show);
      return void process.stdout.write(screen.tty ? screen.safe(Buffer.from(content).toString('utf8')) : content);
    }
    const planned = await core().runs.undo(args.run, { dryRun: true });
    const wanted = planned.steps.some(({ action }) => action === 'restore');
    if (!args.json) screen.out(stepTable(screen, planned));
    if (wanted && !args.yes && !(await isConfirmed(screen, signal))) {
      const error = new SallyportError('Denied', {
        reason: 'nobody confirmed it, and nothing was changed',
        next: `Look at what it would do, then say: sallyport undo ${planned.run_id} --yes`,
      });
      if (!args.json) throw error;
      const { code, message, hint } = error;
      screen.out(`${screen.json({ ...planned, error: { code, message, hint } })}\n`);
      return error.exitCode;
    }
    const done = wanted ? await core().runs.undo(args.run) : planned;
    if (args.json) screen.out(`${screen.json(done)}\n`);
    else if (wanted) screen.out(summary(screen, done));
    return done.steps.some(({ action }) => action === 'refuse') ? 1 : 0;
  },
});

const words = { restore: 'restore', same: 'as before', refuse: 'refused' } as const;

function stepTable(screen: Screen, { run_id, steps, skipped, skipped_count }: Undone): string {
  const rows = steps.map((step) => [words[step.action], step.path, detail(step, run_id)]);
  const table = screen.table(['WHAT', 'PATH', ''], rows, ['cyan', undefined, 'dim']);
  const lost = skipped.map(
    ({ path, reason }) => `${screen.paint('yellow', 'not kept:')} ${showControls(`${path}: ${reason}`)}\n`,
  );
  const more = skipped_count - skipped.length;
  return `${table}${lost.join('')}${more > 0 ? `and ${more} more\n` : ''}`;
}

function detail({ kind, action, reason, bytes, path }: UndoStep, runId: string): string {
  if (action === 'refuse')
    return `${reason ?? ''}${kind === 'file' ? `; its old content: sallyport undo ${runId} --show ${path}` : ''}`;
  return kind === 'file' ? `${bytes} bytes` : kind;
}

function summary(screen: Screen, { steps, undo_run_id }: Undone): string {
  const count = (action: UndoStep['action']) => steps.filter((step) => step.action === action).length;
  const refused = count('refuse');
  const rest = refused > 0 ? `, ${screen.paint('red', `${refused} refused`)}` : '';
  return `${screen.paint('green', `${count('restore')} brought back`)}${rest}; this was run ${undo_run_id}\n`;
}

async function isConfirmed(screen: Screen, signal: AbortSignal): Promise<boolean> {
  using tty = screen.tty ? openTty() : undefined;
  if (!tty) return false;
  tty.write('Bring it back? [y/N] ');
  const key = await tty.key(signal);
  tty.write('\n');
  return key?.toLowerCase() === 'y';
}
