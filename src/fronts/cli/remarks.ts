import { showControls } from '../../output/index.ts';
import { remarksOf, type Remarks } from '../../protocol/remarks.ts';
import type { TerminalExecOutput } from '../../protocol/terminal-exec.ts';
import type { Screen } from './screen.ts';

const maxWarnings = 10;

const meanings: Readonly<Record<NonNullable<Remarks['status']>, string>> = {
  truncated: 'truncated: --max-chars was reached; give a larger one to get the rest',
  partial: 'partial: not all of it could be read',
  empty: 'empty: nothing was found in it',
};

/** Tells a person on stderr what the output does not show: that something is missing in it. */
export function printRemarks(screen: Screen, { result, stdout }: Pick<TerminalExecOutput, 'result' | 'stdout'>): void {
  const { status, warnings } = remarksOf(result);
  if (status === undefined && warnings.length === 0) return;
  if (screen.tty && /[^\n]$/.test(stdout)) screen.err('\n');
  const warn = (text: string) => screen.err(`${screen.paint('yellow', 'warning:')} ${showControls(text)}\n`);
  if (status !== undefined) warn(meanings[status]);
  // A command whose output is a summary has them in it.
  if (stdout.endsWith(warnings.map((warning) => `warning: ${warning}\n`).join(''))) return;
  for (const warning of warnings.slice(0, maxWarnings)) warn(warning);
  const more = warnings.length - maxWarnings;
  if (more > 0) screen.err(`and ${more} more; --json has them all\n`);
}
