import type { ChangeKind, DryOutcome, DryReport, FileChange, SeenEntry, TriedCommand } from '../../protocol/dry.ts';
import { openFrame } from './frame.ts';
import { drawKeys, plural, size } from './question.ts';
import { cut, type Screen } from './screen.ts';

const most = { files: 100, linesOfOne: 60, lines: 400, named: 20, output: 30 };
const marks = { added: '+', changed: '~', deleted: '-', mode: '~', touched: '~' } as const;
const colours = { added: 'green', changed: 'yellow', deleted: 'red', mode: 'yellow', touched: 'yellow' } as const;

/** What a command would change, and the question what becomes of it. */
export function trialQuestion(trial: TriedCommand, screen: Screen): string {
  const frame = openFrame(screen, trial.protected.length > 0 || trial.conflict !== undefined ? 'high' : 'medium');
  const exit = trial.exit_code === null ? 'it was ended' : `exit code ${trial.exit_code}`;
  frame.between(screen.paint('bold', 'It was tried. Take over what it changed?'), screen.paint('dim', exit));
  frame.gap();
  if (trial.output !== undefined && trial.output.trim() !== '') {
    const lines = screen.safe(trial.output.trimEnd()).split('\n').slice(-most.output);
    for (const line of lines)
      for (const piece of cut(line, frame.room - 2)) frame.line(screen.paint('dim', `  ${piece}`));
    frame.gap();
  }
  for (const line of reportLines(trial, screen))
    for (const piece of cutPainted(line, frame.room, screen)) frame.line(piece);
  frame.gap();
  if (trial.conflict !== undefined) frame.row('!', trial.conflict, 2);
  drawKeys([trial.conflict === undefined ? '[a] apply   [d] drop' : '[d] drop'], frame, screen);
  return `${screen.blank}\n${frame.text()}`;
}

/** What became of a dry run; with what it changed, when nobody was shown that before. */
export function drySummary(
  dry: DryOutcome,
  { runId, wasShown }: { runId: string; wasShown: boolean },
  screen: Screen,
): string {
  if (dry.decision === 'nothing') return `${screen.paint('dim', 'it changes nothing in the workspace')}\n`;
  const lines = wasShown
    ? []
    : reportLines(dry, screen).map(({ text, style }) => (style ? screen.paint(style, text) : text));
  const ends = {
    applied: `${screen.paint('green', 'applied:')} ${countText(dry)}; sallyport undo ${runId} brings back what it replaced`,
    dropped: `${screen.paint('yellow', 'dropped:')} ${countText(dry)}; nothing was changed`,
    failed: `${screen.paint('red', 'not applied:')} ${dry.conflict ?? countText(dry)}`,
  };
  const end = ends[dry.decision];
  return [...lines, end, ''].join('\n');
}

interface Line {
  readonly text: string;
  readonly style?: Parameters<Screen['paint']>[0];
}

function reportLines(report: DryReport, screen: Screen): Line[] {
  const { changes, left_out } = report;
  const total = Object.values(report.counts).reduce((sum, count) => sum + count, 0);
  const shown = changes.slice(0, most.files);
  let room = most.lines;
  const lines: Line[] = [{ text: countText(report), style: 'bold' }];
  for (const change of shown) {
    lines.push(...headLines(change, screen));
    const diff = diffLines(change, screen).slice(0, most.linesOfOne);
    lines.push(...diff.slice(0, Math.max(0, room)));
    room -= diff.length;
  }
  if (total > shown.length) lines.push({ text: `… and ${total - shown.length} more`, style: 'dim' });
  for (const { path, reason } of left_out.slice(0, most.named))
    lines.push({ text: `not taken over: ${oneLine(path, screen)}: ${reason}`, style: 'yellow' });
  return lines;
}

function headLines(change: FileChange, screen: Screen): Line[] {
  const { what, path, note, protected: reason } = change;
  return [
    { text: `${marks[what]} ${oneLine(path, screen)}  ${detail(change, screen)}`.trimEnd(), style: colours[what] },
    ...(reason === undefined ? [] : [{ text: `  protected: ${reason}`, style: 'red' as const }]),
    ...(note === undefined ? [] : [{ text: `  ${oneLine(note, screen)}`, style: 'dim' as const }]),
  ];
}

function detail({ what, before, after }: FileChange, screen: Screen): string {
  const sizes = [before, after].flatMap((entry) => (entry ? [entryText(entry, screen)] : []));
  const modes = before && after && before.mode !== after.mode ? `, ${octal(before)} → ${octal(after)}` : '';
  if (what === 'mode') return `mode ${octal(before)} → ${octal(after)}`;
  if (what === 'touched') return 'only its time';
  return `${[...new Set(sizes)].join(' → ')}${modes}`;
}

function entryText({ kind, bytes, target }: SeenEntry, screen: Screen): string {
  if (kind === 'file') return size(bytes);
  return kind === 'folder' ? 'folder' : `link to ${oneLine(target ?? '', screen)}`;
}

function octal(entry: SeenEntry | null): string {
  return (entry?.mode ?? 0).toString(8).padStart(3, '0');
}

function diffLines({ diff }: FileChange, screen: Screen): Line[] {
  const lines = diff?.trimEnd().split('\n') ?? [];
  const shown = lines.slice(0, most.linesOfOne - 1).map((line): Line => {
    const style = line.startsWith('+')
      ? 'green'
      : line.startsWith('-')
        ? 'red'
        : line.startsWith('@@')
          ? 'cyan'
          : undefined;
    const text = `    ${screen.safe(line).replaceAll('\t', '  ')}`;
    return style ? { text, style } : { text };
  });
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, { text: `    … ${plural(more, 'line')} more`, style: 'dim' }] : shown;
}

function countText({ counts }: DryReport): string {
  const words: Record<ChangeKind, string> = {
    added: 'added',
    changed: 'changed',
    deleted: 'deleted',
    mode: 'with another mode',
    touched: 'with another time',
  };
  const parts = (Object.keys(words) as ChangeKind[]).flatMap((what) =>
    counts[what] > 0 ? [`${counts[what]} ${words[what]}`] : [],
  );
  return parts.join(', ') || 'nothing changed';
}

function oneLine(text: string, screen: Screen): string {
  return screen.safe(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function cutPainted({ text, style }: Line, room: number, screen: Screen): string[] {
  return cut(text, room).map((piece) => (style ? screen.paint(style, piece) : piece));
}
