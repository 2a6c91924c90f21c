import type { Policy, PolicyCheck, PolicyOptions } from '../../protocol/policy.ts';
import type { Screen } from './screen.ts';

/** A line that cannot be read is answered like a command that cannot be understood: nothing is dropped. */
export function batchAnswer(judge: Policy, line: string, options: PolicyOptions): string {
  let id: unknown = null;
  try {
    const asked = questionIn(line);
    id = asked.id ?? null;
    if (asked.command === undefined) throw new Error('"command" is missing');
    const { decision, level, reasons, rules } = judge.check(asked.command, {
      ...options,
      ...(asked.cwd === undefined ? {} : { cwd: asked.cwd }),
      ...(asked.shell === undefined ? {} : { shell: asked.shell }),
    });
    return JSON.stringify({ id, decision, level, reasons, rules });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ id, decision: 'deny', level: 'unrated', reasons: [reason], rules: ['input.invalid'] });
  }
}

function questionIn(line: string): { id?: unknown; command?: string; cwd?: string; shell?: 'bash' } {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {}
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw new Error('the line is not a JSON object {"id"?, "command", "cwd"?, "shell"?}');
}

const colours = { allow: 'green', ask: 'yellow', deny: 'red' } as const;

export function picture(check: PolicyCheck, screen: Screen): string {
  const { decision, level, span, command } = check;
  const lines = [
    '',
    `  ${screen.paint(colours[decision], decision.toUpperCase())}  ${screen.paint('bold', level)}  ${screen.paint('dim', `preset ${check.preset}${check.sandboxed ? ', in a box' : ''}, in ${check.cwd}`)}`,
    '',
    ...underlined(command, span, decision, screen),
    '',
  ];
  for (const each of check.commands) {
    const mark = screen.paint(colours[each.decision], { allow: '✓', ask: '?', deny: '✗' }[each.decision]);
    const way = each.path.length > 0 ? screen.paint('dim', `${each.path.join(' › ')} › `) : '';
    lines.push(`  ${mark} ${way}${screen.paint('bold', screen.safe(each.text))}  ${screen.paint('dim', each.level)}`);
    for (const effect of each.effects)
      lines.push(`      ${screen.paint('dim', '·')} ${screen.wrap(screen.safe(effect), 8)}`);
    each.reasons.forEach((reason, at) => {
      if (reason !== '')
        lines.push(
          `      ${screen.paint(colours[each.decision], '→')} ${screen.wrap(`${screen.safe(reason)} ${screen.paint('dim', `[${each.rules[at]}]`)}`, 8)}`,
        );
    });
  }
  for (const reason of check.reasons.filter((text) => !check.commands.some(({ reasons }) => reasons.includes(text))))
    lines.push(`  ${screen.paint(colours[decision], '→')} ${screen.wrap(screen.safe(reason), 4)}`);
  return `${lines.join('\n')}\n\n`;
}

/** The command, and a line below the part that decided. */
function underlined(
  command: string,
  { start, end }: PolicyCheck['span'],
  decision: PolicyCheck['decision'],
  screen: Screen,
): string[] {
  if (command.includes('\n') || command.length > screen.width - 4 || decision === 'allow')
    return [`    ${screen.safe(command)}`];
  const before = ' '.repeat(screen.safe(command.slice(0, start)).length);
  const marks = '~'.repeat(Math.max(1, screen.safe(command.slice(start, end)).length));
  return [`    ${screen.safe(command)}`, `    ${before}${screen.paint(colours[decision], marks)}`];
}
