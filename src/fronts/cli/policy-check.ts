import type { Policy, PolicyCheck, PolicyOptions } from '../../protocol/policy.ts';
import { cut, widthOf, type Screen } from './screen.ts';

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
  const { decision, level } = check;
  const about = `preset ${check.preset}${check.sandboxed ? ', in a box' : ''}, in ${screen.safe(check.cwd)}`;
  const lines = [
    '',
    `  ${screen.wrap(`${screen.paint(colours[decision], decision.toUpperCase())}  ${screen.paint('bold', level)}  ${screen.paint('dim', about)}`, 4)}`,
    '',
    ...underlined(check, screen),
    '',
  ];
  for (const each of check.commands) {
    const mark = screen.paint(colours[each.decision], { allow: '✓', ask: '?', deny: '✗' }[each.decision]);
    const way = each.path.length > 0 ? screen.paint('dim', `${each.path.join(' › ')} › `) : '';
    const text = `${way}${screen.paint('bold', screen.safe(each.text))}  ${screen.paint('dim', each.level)}`;
    lines.push(`  ${mark} ${screen.wrap(text, 4)}`);
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

/** The command, folded to the screen, and a line below each row that has a piece of what decided. */
function underlined({ command, span, decision }: PolicyCheck, screen: Screen): string[] {
  const room = Math.max(20, screen.width - 5);
  const [start = 0, end = 0] = [span.start, span.end].map((at) => screen.safe(command.slice(0, at)).length);
  const rows: string[] = [];
  let from = 0;
  for (const line of screen.safe(command).split('\n')) {
    for (const row of cut(line, room)) {
      rows.push(`    ${row}`);
      const [first = 0, last = 0] = [start, Math.max(end, start + 1)].map((at) =>
        Math.min(Math.max(at - from, 0), row.length),
      );
      if (decision !== 'allow' && last > first) {
        const marks = '~'.repeat(widthOf(row.slice(first, last)));
        rows.push(`    ${' '.repeat(widthOf(row.slice(0, first)))}${screen.paint(colours[decision], marks)}`);
      }
      from += row.length;
    }
    from += 1;
  }
  return rows;
}
