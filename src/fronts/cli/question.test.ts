import { expect, test } from 'vitest';
import { questionAbout } from '../../../test/fixtures/question.ts';
import type { Offer, Question } from '../../protocol/approver.ts';
import { offersPicture, questionPicture } from './question.ts';
import { openScreen } from './screen.ts';

const terminal = { isTTY: true, columns: 80, rows: 24 } as NodeJS.WriteStream;
const screen = openScreen(terminal, terminal, { NO_COLOR: '1' });

const picture = (command: string, more: Partial<Question> = {}, on = screen) =>
  questionPicture(questionAbout(command, more), on);

test('a short question says nothing of scrolling', () => {
  expect(picture('rm -rf build')).toContain('┃   rm -rf build\n');
  expect(picture('rm -rf build')).not.toContain('scroll up');
});

test('blanks and empty lines push nothing out of view', () => {
  const shown = picture(`ls${' '.repeat(4_000)}; rm -rf build${'\n'.repeat(300)}echo`);
  expect(shown).toContain('ls ⟨4000 blanks⟩ ; rm -rf build');
  expect(shown).toContain('⟨299 empty lines⟩');
  expect(shown.split('\n').length).toBeLessThan(24);
});

test('a question that is higher than the screen says so right above the keys', () => {
  const lines = picture('echo x\n'.repeat(40)).trimEnd().split('\n');
  expect(lines.at(-3)).toMatch(/^┃ ↑ the first \d+ lines are above the screen: scroll up/);
  const hidden = Number(/first (\d+) lines/.exec(lines.at(-3) ?? '')?.[1]);
  expect(lines.filter((line) => line.startsWith('┃')).length - hidden).toBe(23);
});

test.each([40, 44, 60])('on %i columns no line is longer, and what is above the screen is counted by its own lines', (columns) => {
  const narrow = { isTTY: true, columns, rows: 12 } as NodeJS.WriteStream;
  const more = { canTry: true, canEdit: true, original: 'rm -rf something else', description: 'x'.repeat(200) };
  const lines = picture('echo x\n'.repeat(9), more, openScreen(narrow, narrow, { NO_COLOR: '1', TERM: 'dumb' }))
    .trim()
    .split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  const hidden = Number(/first (\d+) lines/.exec(lines.join('\n').replaceAll(/\n┃ /g, ' '))?.[1]);
  expect(lines.length - hidden).toBe(11);
}); // prettier-ignore

test('reasons of any number and length leave the rest in view', () => {
  const reasons = Array.from({ length: 500 }, (_, at) => `${at} ${'y'.repeat(5_000)}`);
  const shown = picture('ls', { verdict: { decision: 'ask', level: 'high', reasons, rules: [] } });
  expect(shown).toContain('and 492 more reasons');
  expect(shown).toMatch(/… \d+ lines are not shown …/);
  expect(shown.split('\n').length).toBeLessThan(80);
});

test('a newline in what a grant covers is no space, and all of it is shown', () => {
  const covers = [`"rm 'a\nb'" exactly, ${'and so on '.repeat(90)}to the end`];
  const offer: Offer = { id: 'x', scope: 'workspace', covers, expires: '2026-02-01T00:00:00Z' };
  const shown = offersPicture([offer], screen);
  expect(shown).toContain(String.raw`rm 'a\nb'`);
  expect(shown).toContain('to the end');
  expect(shown).not.toContain('not shown');
});
