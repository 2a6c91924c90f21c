import { inputRequired, inputResponse, type InputRequest } from '@modelcontextprotocol/server';
import { showControls } from '../../output/index.ts';
import type { Answer, Question } from '../../protocol/approver.ts';
import type { TriedCommand } from '../../protocol/dry.ts';
import type { EffectPreview, FileCount } from '../../protocol/preview.ts';

const key = 'approval';
const maxNote = 500;
const mostChanges = 50;

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

function messageOf({ tool, command, cwd, verdict, preview, trial }: Question): string {
  const lines = [
    `${tool} wants to run this (level ${verdict.level}):`,
    '',
    ...showControls(command, { keepNewlines: true })
      .split('\n')
      .map((line) => `    ${line}`),
    '',
    `in the folder ${showControls(cwd)}`,
    ...verdict.reasons.map((reason) => `why it is asked: ${showControls(reason)}`),
    ...(preview ? previewLines(preview) : []),
    ...(trial ? trialLines(trial) : []),
  ];
  return lines.join('\n').slice(0, 8_000).toWellFormed();
}

function previewLines({ deletes, overwrites, runs, contacts, unknown }: EffectPreview): string[] {
  const list = (verb: string, words: readonly string[]) =>
    words.length > 0 ? [`${verb} ${showControls(words.join(', '))}`] : [];
  return [
    ...countLine('deletes', deletes),
    ...countLine('overwrites', overwrites),
    ...list('runs', runs),
    ...list('contacts', contacts),
    ...list('touches what is known only when it runs:', unknown),
  ];
}

function trialLines({ changes, counts, conflict }: TriedCommand): string[] {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shown = changes.slice(0, mostChanges);
  return [
    '',
    'It was tried on a private copy of the workspace. To allow it takes over what it changed:',
    ...shown.map((change) => `${change.what} ${showControls(change.path)}${change.protected ? ' (protected)' : ''}`),
    ...(total > shown.length ? [`and ${total - shown.length} more`] : []),
    ...(conflict === undefined ? [] : [showControls(conflict)]),
  ];
}

function countLine(verb: string, { files, folders, bytes, isMore, examples, git }: FileCount): string[] {
  if (files === 0 && folders === 0) return [];
  const untracked = git && git.untracked > 0 ? `; ${git.untracked} of them in no commit` : '';
  const names =
    examples.length > 0 ? `: ${showControls(examples.join(', '))}${files > examples.length ? ', …' : ''}` : '';
  return [
    `${verb} ${isMore ? 'more than ' : ''}${files} files in ${folders} folders (${bytes} bytes${untracked})${names}`,
  ];
}
