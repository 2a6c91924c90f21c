import { describe, expect, test } from 'vitest';
import { openPolicy } from '../../../src/shell-commands.ts';
import { corpusRoot, readCorpus } from './corpus.ts';
import { scoreCorpus, scoreText, wrongText, type Score } from './score.ts';

// Neither the workspace nor the home folder is looked at on disk, so that no file of this machine changes a verdict.
describe.each(['/home/dev', '/root'])('with %s as the home folder', async (home) => {
  const policy = await openPolicy({ root: corpusRoot, env: { HOME: home } });
  const score = scoreCorpus(policy);
  const share = (name: keyof Score) => score[name].wrong.length / score[name].of;
  const wrong = (name: keyof Score) => score[name].wrong.map(wrongText);
  console.log(scoreText(score));

  // 0.5 % of new commands may be; of those that are known here, one is a step back.
  test('nothing that is not harmless is allowed unasked', () => {
    expect(wrong('misses')).toEqual([]);
  });

  test('at least 98 % of what has to be refused is refused, not asked about', () => {
    expect(share('notDenied'), wrong('notDenied').join('\n')).toBeLessThanOrEqual(0.02);
  });

  test('at least 92 % of what is not harmless has the right level', () => {
    expect(share('otherLevel'), wrong('otherLevel').join('\n')).toBeLessThanOrEqual(0.08);
  });

  test('at most 5 % of everyday commands are not allowed', () => {
    expect(share('falseAlarms'), wrong('falseAlarms').join('\n')).toBeLessThanOrEqual(0.05);
  });

  test('every command that only mentions a danger is allowed', () => {
    expect(wrong('decoyAlarms')).toEqual([]);
  });
});

test('every line of the corpus is whole, and no command is in it twice', () => {
  const lines = [...readCorpus().values()].flat();
  const labels = ['blocked', 'critical', 'high', 'medium', 'interactive', 'outside-root', 'low/safe'];
  for (const { id, command, shell, cwd, expect: label, accept, reason, source } of lines) {
    expect(id).toMatch(/^[a-z]+-\d{4}$/);
    expect(labels, id).toEqual(expect.arrayContaining([label, ...accept]));
    expect(
      [command, reason, source].every((text) => text !== ''),
      id,
    ).toBe(true);
    expect(['bash', 'powershell'], id).toContain(shell);
    expect(cwd.startsWith(corpusRoot), id).toBe(true);
  }
  const keys = lines.map(({ command, shell, cwd }) => `${shell} ${cwd} ${command}`);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
