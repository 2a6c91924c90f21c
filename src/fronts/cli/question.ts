import { showBlanks } from '../../output/index.ts';
import type { Offer, Question } from '../../protocol/approver.ts';
import type { FileCount } from '../../protocol/preview.ts';
import { fold, openFrame, type Frame } from './frame.ts';
import { cut, type Screen } from './screen.ts';

const most = { commandLines: 120, parts: 12, reasons: 8, words: 6 };
const colours = { allow: 'green', ask: 'yellow', deny: 'red' } as const;
const marks = { allow: '✓', ask: '?', deny: '✗' } as const;

/** Everything a person needs to answer, within the width of the terminal. */
export function questionPicture(question: Question, screen: Screen): string {
  const { verdict, command, original, description, tool, front, cwd } = question;
  const frame = openFrame(screen, verdict.level);
  frame.between(screen.paint('bold', 'May this run?'), screen.paint(frame.colour, verdict.level));
  frame.gap();
  for (const line of commandLines(command, frame.room - 2, screen)) frame.line(`  ${line}`);
  frame.gap();
  frame.row('where', `${cwd === '.' ? 'the top folder of the workspace' : cwd}, asked by ${tool} over ${front}`);
  if (original !== undefined) frame.row('changed', `the agent asked for: ${original}`);
  if (description !== undefined) frame.row('it says', description);
  frame.gap();
  drawParts(question, frame, screen);
  drawPreview(question, frame);
  frame.gap();
  drawKeys(keyLines(question, screen), frame, screen);
  return `${screen.blank}\n${frame.text()}`;
}

/** What standing answers would cover, numbered. */
export function offersPicture(offers: readonly Offer[], screen: Screen): string {
  const frame = openFrame(screen, 'medium');
  const [first] = offers;
  if (!first) return '';
  frame.gap();
  frame.line(screen.paint('bold', `${until(first)}, this runs without asking:`));
  for (const [at, { covers }] of offers.entries())
    for (const [line, text] of covers.entries()) frame.row(line === 0 ? String(at + 1) : '', text, 3, Infinity);
  frame.gap();
  const numbers = offers.map((_, at) => at + 1).join(' or ');
  frame.line(keys(`[${numbers}] allow so   [any other key] back`, screen));
  return frame.text();
}

export function helpPicture(screen: Screen): string {
  const frame = openFrame(screen, 'medium');
  frame.gap();
  for (const [key, text] of [
    ['y', 'allow it this time'],
    ['s', 'allow it until the session ends; what that covers is shown first'],
    ['w u', 'the same for this workspace, or for all of yours, for 30 days; "sallyport grants" lists and revokes'],
    ['t', 'run it on a private copy of the workspace, look at what it changes, then take that over or drop it'],
    ['e', 'change the command; it is judged again, and asked about again with what it would do'],
    ['n N', 'deny it; N with a note that the agent reads'],
    ['k', 'skip it: the agent is told to go on without'],
    ['a', 'allow this and everything else that would be asked in this workspace, for 10 minutes or as many as you say'],
    ['Ctrl-C', 'the same as n. No answer in time is the same as n, too.'],
  ] as const)
    frame.row(key, text, 7);
  return frame.text();
}

function until({ scope, expires }: Offer): string {
  const date = expires.slice(0, 10);
  if (scope === 'session') return 'Until this session ends';
  return scope === 'workspace' ? `In this workspace until ${date}` : `In every workspace of yours until ${date}`;
}

function keyLines(question: Question, screen: Screen): string[] {
  const { offers = [] } = question;
  const has = (scope: Offer['scope']) => offers.some((offer) => offer.scope === scope);
  const allow = [
    '[y] allow once',
    ...(has('session') ? ['[s] this session'] : []),
    ...(has('workspace') ? ['[w] this workspace'] : []),
    ...(has('user') ? ['[u] everywhere'] : []),
    ...(canBeTyped(question, screen) ? ['[e] edit'] : []),
  ];
  const tryIt = question.canTry ? ['[t] try it first, on a private copy of the workspace'] : [];
  return [
    allow.join('   '),
    ...tryIt,
    '[n] deny   [N] deny with a note   [k] skip   [a] all for 10 minutes   [?] help',
  ];
}

/** One line without anything that a keyboard has not: only then is what is edited what was asked. */
export function canBeTyped({ canEdit, command }: Question, screen: Screen): boolean {
  return canEdit === true && !/[\n\t]/.test(command) && screen.safe(command) === command;
}

/** The last lines of a question, below a warning where the screen does not hold the first. */
export function drawKeys(lines: readonly string[], frame: Frame, screen: Screen): void {
  const folded = lines.flatMap((line) => foldKeys(line, frame.room));
  const note = (hidden: number) =>
    fold(`↑ the first ${hidden} lines are above the screen: scroll up before you answer`, frame.room);
  // The note itself, and the line of the cursor.
  const hidden = frame.height + folded.length + note(100).length + 1 - screen.height;
  if (hidden > 1) for (const line of note(hidden)) frame.line(screen.paint('red', line));
  for (const line of folded) frame.line(keys(line, screen));
}

/** Between keys; the brackets are not shown. */
function foldKeys(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const part of text.split('   ')) {
    const longer = `${lines.at(-1)}   ${part}`;
    if (lines.length > 0 && longer.replaceAll(/[[\]]/g, '').length <= room) lines[lines.length - 1] = longer;
    else lines.push(...fold(part, room + (part.match(/[[\]]/g)?.length ?? 0)));
  }
  return lines;
}

function keys(text: string, screen: Screen): string {
  return text.replaceAll(/\[([^\]]+)\]/g, (_, key: string) => screen.paint('cyan', key));
}

/** The very text; what cannot be seen is written out. Too long a text says so in the middle, where nobody can miss it. */
function commandLines(command: string, room: number, screen: Screen): string[] {
  const lines = showBlanks(screen.safe(command))
    .replaceAll('\t', '\\t')
    .split('\n')
    .flatMap((line) => cut(line, room));
  const half = most.commandLines / 2;
  const shown =
    lines.length <= most.commandLines
      ? lines.map((line) => screen.paint('bold', line))
      : [
          ...lines.slice(0, half),
          screen.paint(
            'red',
            `… ${lines.length - most.commandLines} lines are not shown: do not allow what you cannot see …`,
          ),
          ...lines.slice(-half),
        ];
  return shown;
}

function drawParts({ planned, parts = [], verdict }: Question, frame: Frame, screen: Screen): void {
  const commands = planned.commands ?? [];
  const order = [...commands.keys()].toSorted((a, b) => Number(isFine(a)) - Number(isFine(b)) || a - b);
  function isFine(at: number): boolean {
    return parts[at]?.decision === 'allow';
  }
  for (const at of order.slice(0, most.parts)) {
    const [command, part] = [commands[at], parts[at]];
    if (!command || !part) continue;
    const way = command.path.length > 0 ? `${command.path.join(' › ')} › ` : '';
    const [first = '', ...more] = cut(screen.safe(`${way}${command.text}`).replaceAll('\n', '\\n'), frame.room - 12);
    frame.between(
      `${screen.paint(colours[part.decision], marks[part.decision])} ${first}`,
      screen.paint('dim', part.level),
    );
    for (const line of more.slice(0, 3)) frame.line(`  ${line}`);
    if (more.length > 3) frame.line('  …');
    for (const reason of part.reasons.slice(0, most.reasons)) frame.row('', reason, 2);
    if (part.reasons.length > most.reasons) frame.row('', `and ${part.reasons.length - most.reasons} more reasons`, 2);
  }
  if (order.length > most.parts) frame.line(screen.paint('dim', `… and ${order.length - most.parts} more commands`));
  const said = parts.flatMap(({ reasons }) => reasons);
  const others = verdict.reasons.filter((text) => !said.includes(text));
  for (const reason of others.slice(0, most.reasons)) frame.row('?', reason, 2);
  if (others.length > most.reasons) frame.row('?', `and ${others.length - most.reasons} more reasons`, 2);
}

function drawPreview({ preview }: Question, frame: Frame): void {
  if (!preview) return;
  const { deletes, overwrites, runs, contacts, changes, unknown } = preview;
  const rows: (readonly [string, string])[] = [
    ...countRows('deletes', deletes),
    ...countRows('overwrites', overwrites),
    ...listRow(
      'not known',
      unknown.map((text) => `${text} (only when it runs)`),
    ),
    ...listRow('runs', runs),
    ...listRow('contacts', contacts),
    ...listRow('changes', changes),
  ];
  if (rows.length > 0) frame.gap();
  for (const [name, text] of rows) frame.row(name, text);
}

function countRows(name: string, count: FileCount): (readonly [string, string])[] {
  if (count.files === 0 && count.folders === 0)
    return count.isMore ? [[name, 'files that could not be looked at']] : [];
  const { files, folders, bytes, isMore, examples, git } = count;
  const numbers = [
    `${isMore ? 'more than ' : ''}${plural(files, 'file')}`,
    ...(folders > 0 ? [plural(folders, 'folder')] : []),
    size(bytes),
  ];
  return [
    [name, [numbers.join(', '), ...(files > 0 ? [list(examples, files)] : [])].join(': ')],
    ...(git && git.untracked > 0
      ? [['', `${git.untracked} not in git: ${list(git.examples, git.untracked)}`] as const]
      : []),
    ...(git && git.ignored > 0 ? [['', `${git.ignored} ignored by git`] as const] : []),
  ];
}

function listRow(name: string, texts: readonly string[]): (readonly [string, string])[] {
  return texts.length === 0 ? [] : [[name, list(texts, texts.length)]];
}

function list(texts: readonly string[], all: number): string {
  const shown = texts.slice(0, most.words);
  return all > shown.length ? `${shown.join(', ')} and ${all - shown.length} more` : shown.join(', ');
}

export function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const unit = bytes < 1e6 ? 'kB' : bytes < 1e9 ? 'MB' : 'GB';
  return `${(bytes / { kB: 1e3, MB: 1e6, GB: 1e9 }[unit]).toPrecision(3)} ${unit}`;
}
