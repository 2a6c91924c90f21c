import { inputRequired, inputResponse, type InputRequest } from '@modelcontextprotocol/server';
import { showBlanks, showControls } from '../../output/index.ts';
import type { Answer, Question } from '../../protocol/approver.ts';
import type { TriedCommand } from '../../protocol/dry.ts';
import type { EffectPreview, FileCount } from '../../protocol/preview.ts';

const key = 'approval';
const maxNote = 500;

/** A question as a form that every client since 2025-06-18 can show. */
export function formOf(question: Question): Record<string, InputRequest> {
  const form = inputRequired.elicit({
    message: messageOf(question),
    requestedSchema: {
      type: 'object',
      properties: {
        answer: { type: 'string', title: 'Answer', description: 'allow runs it this once', enum: ['allow', 'deny'] },
        note: { type: 'string', title: 'Note', description: 'For the agent, if you like', maxLength: maxNote },
      },
      required: ['answer'],
    },
  });
  return { [key]: form };
}

/** What the person said. Whatever is not clearly an allow is a deny. */
export function answerOf(responses: Record<string, unknown> | undefined, who: string): Answer {
  const response = inputResponse(responses, key);
  const how = 'elicitation';
  if (response.kind !== 'elicit' || response.action === 'cancel')
    return { answer: 'deny', who, how, note: 'the question was closed without an answer' };
  const { answer, note } = response.content ?? {};
  const said = typeof note === 'string' && note.trim() !== '' ? { note: note.slice(0, maxNote).toWellFormed() } : {};
  return { answer: response.action === 'accept' && answer === 'allow' ? 'allow' : 'deny', who, how, ...said };
}

const most = { commandChars: 4_000, commandLines: 60, reasons: 12, textChars: 300, changes: 50 };

function messageOf({ tool, command, cwd, verdict, preview, trial }: Question): string {
  const { lines, left } = commandLines(command);
  const reasons = verdict.reasons.slice(0, most.reasons).map((reason) => `why it is asked: ${shown(reason)}`);
  const more = verdict.reasons.length - reasons.length;
  return [
    `${tool} wants to run this (level ${verdict.level}) in the folder ${shown(cwd)}:`,
    ...(left > 0 ? [`ONLY A PART IS SHOWN: ${left} characters are left out. Do not allow what you cannot see.`] : []),
    '',
    ...lines.map((line) => `    ${line}`),
    '',
    ...reasons,
    ...(more > 0 ? [`and ${more} more reasons`] : []),
    ...(preview ? previewLines(preview) : []),
    ...(trial ? trialLines(trial) : []),
  ]
    .join('\n')
    .toWellFormed();
}

/** The very text, odd characters and long gaps written out; of one that is too long, its head and its tail. */
function commandLines(command: string): { lines: string[]; left: number } {
  const whole = showBlanks(showControls(command, { keepNewlines: true }));
  const lines = whole.split('\n');
  if (whole.length <= most.commandChars && lines.length <= most.commandLines) return { lines, left: 0 };
  const half = most.commandLines / 2;
  const head = lines
    .slice(0, half)
    .join('\n')
    .slice(0, most.commandChars / 2);
  const rest = whole.slice(head.length).split('\n').slice(-half).join('\n');
  const tail = rest.slice(-most.commandChars / 2);
  const left = whole.length - head.length - tail.length;
  return { lines: [...head.split('\n'), `⟨${left} characters are not shown⟩`, ...tail.split('\n')], left };
}

/** Text of others within a line of ours. */
function shown(text: string): string {
  const safe = showControls(text);
  const half = most.textChars / 2;
  return safe.length <= most.textChars ? safe : `${safe.slice(0, half)} … ${safe.slice(-half)}`;
}

function previewLines({ deletes, overwrites, runs, contacts, changes, unknown }: EffectPreview): string[] {
  const list = (verb: string, words: readonly string[]) =>
    words.length > 0 ? [`${verb} ${shown(words.join(', '))}`] : [];
  return [
    ...countLine('deletes', deletes),
    ...countLine('overwrites', overwrites),
    ...list('runs', runs),
    ...list('contacts', contacts),
    ...list('changes', changes),
    ...list('touches what is known only when it runs:', unknown),
  ];
}

function trialLines({ changes, counts, conflict }: TriedCommand): string[] {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const first = changes.slice(0, most.changes);
  return [
    '',
    'It was tried on a private copy of the workspace. To allow it takes over what it changed:',
    ...first.map((change) => `${change.what} ${shown(change.path)}${change.protected ? ' (protected)' : ''}`),
    ...(total > first.length ? [`and ${total - first.length} more`] : []),
    ...(conflict === undefined ? [] : [shown(conflict)]),
  ];
}

function countLine(verb: string, { files, folders, bytes, isMore, examples, git }: FileCount): string[] {
  if (files === 0 && folders === 0) return isMore ? [`${verb} files that could not be looked at`] : [];
  const untracked = git && git.untracked > 0 ? `; ${git.untracked} of them in no commit` : '';
  const names = examples.length > 0 ? `: ${shown(examples.join(', '))}${files > examples.length ? ', …' : ''}` : '';
  return [
    `${verb} ${isMore ? 'more than ' : ''}${files} file${files === 1 ? '' : 's'} and ${folders} folder${folders === 1 ? '' : 's'} (${bytes} bytes${untracked})${names}`,
  ];
}
