import { userInfo } from 'node:os';
import type { Answer, Approver, Offer, Question } from '../../protocol/approver.ts';
import type { TriedCommand } from '../../protocol/dry.ts';
import { maxAllowAllMinutes } from '../../protocol/limits.ts';
import { canBeTyped, helpPicture, offersPicture, questionPicture } from './question.ts';
import { openScreen, type Screen } from './screen.ts';
import { trialQuestion } from './trial.ts';
import { openTty, type Tty } from './tty.ts';
import { takeTurn } from './turn.ts';

/** Asks at the terminal of this process: never over its standard input, which may belong to the command. One question at a time. */
export function openTerminalApprover(env: NodeJS.ProcessEnv): Approver {
  let before: Promise<unknown> = Promise.resolve();
  return (question, { signal }) => {
    const turn = before.then(() => (signal.aborted ? undefined : askAt(question, signal, env)));
    before = turn.catch(() => {});
    return turn;
  };
}

async function askAt(question: Question, signal: AbortSignal, env: NodeJS.ProcessEnv): Promise<Answer | undefined> {
  using turn = await takeTurn(signal);
  using tty = turn && openTty();
  if (!tty) return undefined;
  const screen = openScreen(tty.output, tty.output, env);
  const { trial } = question;
  tty.write(trial ? trialQuestion(trial, screen) : questionPicture(question, screen));
  const answer = await (trial ? decisionOn(trial, { tty, signal }) : answerTo(question, { tty, screen, signal }));
  tty.write(`${trial && answer ? decided(answer, screen) : closing(answer, signal, screen)}\n`);
  return answer;
}

interface Desk {
  readonly tty: Tty;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** Undefined only when the question ended elsewhere. */
async function answerTo(question: Question, desk: Desk): Promise<Answer | undefined> {
  const by = { who: userInfo().username, how: 'terminal' };
  for (;;) {
    const key = await desk.tty.key(desk.signal);
    if (key === undefined) return undefined;
    const said = Object.hasOwn(plainAnswers, key) ? plainAnswers[key] : await answers[key]?.(question, desk);
    if (said) return { ...by, ...said };
    if (desk.signal.aborted) return undefined;
  }
}

/** Of what was tried there is only one question left. */
async function decisionOn(
  { conflict }: TriedCommand,
  { tty, signal }: Omit<Desk, 'screen'>,
): Promise<Answer | undefined> {
  const by = { who: userInfo().username, how: 'terminal' };
  for (;;) {
    const key = await tty.key(signal);
    if (key === undefined) return undefined;
    if (key === 'a' && conflict === undefined) return { ...by, answer: 'allow' };
    if (key === 'd' || key === 'n' || key === '\x03') return { ...by, answer: 'deny' };
  }
}

type Said = Omit<Answer, 'who' | 'how'>;

const plainAnswers: Readonly<Record<string, Said>> = {
  y: { answer: 'allow' },
  n: { answer: 'deny' },
  '\x03': { answer: 'deny' },
  k: { answer: 'skip' },
};

/** Answers that need more than a key; undefined goes back to the question. */
const answers: Readonly<Record<string, (question: Question, desk: Desk) => Promise<Said | undefined>>> = {
  s: (question, desk) => standing('session', question, desk),
  w: (question, desk) => standing('workspace', question, desk),
  u: (question, desk) => standing('user', question, desk),
  async t({ canTry }) {
    return canTry ? { answer: 'allow', dry: true } : undefined;
  },
  async N(_, { tty, signal }) {
    const note = await tty.line('  a note for the agent: ', '', signal);
    return note === undefined ? undefined : { answer: 'deny', ...(note.trim() === '' ? {} : { note: note.trim() }) };
  },
  async e(question, { tty, screen, signal }) {
    const { command } = question;
    if (!canBeTyped(question, screen)) return undefined;
    const edited = await tty.line('  $ ', command, signal);
    if (edited !== undefined && edited.trim() !== '' && edited !== command) return { answer: 'allow', command: edited };
    if (!signal.aborted) tty.write('  Nothing was changed, and nothing has run.\n');
    return undefined;
  },
  async a(_, { tty, signal }) {
    const text = await tty.line('  allow everything that would be asked, for how many minutes? (10) ', '', signal);
    if (text === undefined) return undefined;
    const minutes = text.trim() === '' ? 10 : Number(text);
    if (minutes >= 1 && minutes <= maxAllowAllMinutes) return { answer: 'allow', minutes };
    tty.write(`  Minutes are a number from 1 to ${maxAllowAllMinutes}; nothing was allowed.\n`);
    return undefined;
  },
  async '?'(_, { tty, screen }) {
    tty.write(helpPicture(screen));
    return undefined;
  },
};

async function standing(scope: Offer['scope'], { offers = [] }: Question, desk: Desk): Promise<Said | undefined> {
  const { tty, screen, signal } = desk;
  const possible = offers.filter((offer) => offer.scope === scope);
  if (possible.length === 0) {
    tty.write('  Nothing of this can be remembered; it can be allowed once.\n');
    return undefined;
  }
  tty.write(offersPicture(possible, screen));
  const chosen = possible[Number(await tty.key(signal)) - 1];
  if (chosen) return { answer: 'allow', scope, offer: chosen.id };
  if (!signal.aborted) tty.write('  Nothing was remembered.\n');
  return undefined;
}

function decided({ answer }: Answer, screen: Screen): string {
  return answer === 'allow' ? screen.paint('green', '✓ applied') : screen.paint('red', '✗ dropped');
}

function closing(answer: Answer | undefined, signal: AbortSignal, screen: Screen): string {
  if (answer?.dry) return screen.paint('cyan', '… trying it on a private copy of the workspace');
  if (answer?.command !== undefined) return screen.paint('cyan', '… changed; it is looked at anew');
  if (answer?.answer === 'allow') {
    const long =
      answer.minutes === undefined ? lengths[answer.scope ?? 'once'] : `and everything for ${answer.minutes} minutes`;
    return screen.paint('green', `✓ allowed ${long}`);
  }
  if (answer) return screen.paint('red', answer.answer === 'skip' ? '✗ skipped' : '✗ denied');
  const { who, how } = (signal.reason ?? {}) as { who?: unknown; how?: unknown };
  if (typeof who === 'string')
    return screen.paint('dim', `answered by ${screen.safe(who)} over ${screen.safe(String(how))}`);
  return screen.paint('dim', 'no longer asked');
}

const lengths = { once: 'once', session: 'for this session', workspace: 'in this workspace', user: 'everywhere' };
