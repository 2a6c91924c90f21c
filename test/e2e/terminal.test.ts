import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { bash, cli, hasScript, onTerminal, record, series, seriesOnTerminal } from './cli.ts';

const esc = '\x1b';
/** Red text, a cleared screen by its one-byte introducer, text turned around, a title, a bell. */
const hostile = `${esc}[31mred\u009b2J\u202edd${esc}]0;title\x07`;
const harmless = '\\x1b[31mred\\x9b2J\\u202edd\\x1b]0;title\\x07';
/** What a terminal would obey or hide, but for plain colours (which are ours) and line ends. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const obeyed = /\x1b(?!\[\d+m)|[\x00-\x08\x0b-\x1a\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

test('off a terminal no output has an escape sequence, whatever was recorded and whatever TERM says', async () => {
  using workspace = tempWorkspace();
  const [reply] = await record(workspace, [hostile, 'hello']);
  const id = String(reply?.run_id);
  const broken = join(workspace.path, `.agents/artifacts/terminal_exec/runs/${id}.json`);
  const steps = [
    ['help'], ['exec', '--help'], ['exec', 'hello'], ['exec', 'helo'], ['nope'], ['tools'], ['runs'], ['explain', id],
    ['replay', id], ['replay', id, '--again'], ['audit', 'verify'], ['skills', 'list'], ['skills', 'validate'],
    ['init'], ['config', 'show', '--origin'], ['doctor'], ['completion', 'bash'], ['completion', 'zsh'],
    ['completion', 'fish'], ['tour'], { file: broken, latin1: '' }, ['audit', 'verify'], ['doctor'],
  ]; // prettier-ignore
  const ended = await series(workspace, steps, { env: { COLORTERM: 'truecolor' } });
  expect(ended).toHaveLength(22);
  for (const { stdout, stderr } of ended) expect(`${stdout}${stderr}`).not.toContain(esc);
});

if (!hasScript) console.warn('script(1) of util-linux is missing: nothing is tested on a terminal');

describe.skipIf(!hasScript)('on a terminal', () => {
  const workspace = tempWorkspace();
  afterAll(() => workspace[Symbol.dispose]());
  let id: string;
  beforeAll(async () => {
    const [reply] = await record(workspace, [hostile, 'hello', 'helo']);
    id = String(reply?.run_id);
  });

  test('that does not say how wide it is, nothing of the progress stays before the output', async () => {
    using workspace = tempWorkspace();
    const line = `stty cols 0; sallyport exec 'zip create --src folder --out a.zip --confirm'`;
    const seen = await onTerminal(workspace, `mkdir -p folder; head -c 30000000 /dev/urandom > folder/big; ${line}`);
    expect(seen).not.toContain('…');
    expect(seen).toContain(`\r${esc}[2K`);
  });

  test('output has colours', async () => {
    const seen = await onTerminal(workspace, 'sallyport audit verify; sallyport nope');
    expect(seen).toBe(
      `${esc}[32mintact${esc}[0m  3 runs, 6 lines\n` +
        `${esc}[31merror:${esc}[0m There is no command "sallyport nope".\n` +
        `${esc}[2mhint:${esc}[0m Run "sallyport help" for the flags and their values.\n`,
    );
  });

  test.each([{ NO_COLOR: '1' }, { NO_COLOR: 'yes' }, { TERM: 'dumb' }])('there is none with %j', async (env) => {
    const steps = [
      ['audit', 'verify'],
      ['nope'],
      ['runs'],
      ['doctor'],
      ['config', 'show'],
      ['help'],
      ['exec', '--help'],
    ];
    const seen = await seriesOnTerminal(workspace, steps, env);
    expect(seen.flatMap((text, at) => (text === '' || text.includes(esc) ? [steps[at]] : []))).toEqual([]);
  });

  const bad = `x${esc}[2Jy\u009b2J\u202e`;
  test.each([
    ['as text', (id: string) => [['runs'], ['explain', id], ['replay', id], ['replay', id, '--again'], ['exec', bad], [bad], ['help', bad], ['explain', bad], ['exec', 'hello', '--root', `/${bad}`]]],
    ['as CSV', () => [['audit', 'export', '--format', 'csv']]],
    ['as JSON', (id: string) => [['runs', '--json'], ['explain', id, '--json'], ['replay', id, '--json'], ['audit', 'export'], ['call', 'terminal_exec', JSON.stringify({ command: bad })], ['exec', bad, '--json'], [bad, '--json']]],
  ])('text of others is shown, and not obeyed: %s', async (_, stepsFor) => {
    const steps = stepsFor(id);
    const seen = await seriesOnTerminal(workspace, steps);
    expect(seen.flatMap((text, at) => (text === '' || obeyed.test(text) ? [steps[at]] : []))).toEqual([]);
  }); // prettier-ignore

  test('escape sequences in a recorded line are spelled out', async () => {
    const [runs, explained, replayed] = await seriesOnTerminal(workspace, [['runs'], ['explain', id], ['replay', id]]);
    expect(runs).toContain(`  ${harmless.slice(0, 20)}`);
    expect(explained).toContain(`${esc}[2m  command${esc}[0m  ${harmless}\n`);
    expect(replayed).toContain(`${esc}[36m$${esc}[0m ${esc}[1m${harmless}${esc}[0m\n`);
  });

  test('a record, a skill, a config file or a folder that somebody made cannot speak to it either', async () => {
    using other = tempWorkspace({ name: `work${esc}[2Jspace` });
    const [reply] = await record(other, ['helo']);
    const run = String(reply?.run_id);
    const file = join(other.path, `.agents/artifacts/terminal_exec/runs/${run}.json`);
    const original = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...original, stdout: hostile, stderr: hostile, tool: hostile }));
    const skill = `x${esc}[2J`;
    other.write(`.agents/skills/${skill}/SKILL.md`, `---\nname: x${esc}\ndescription: "\\e[2J"\n---\n${hostile}`);
    const steps = [['runs'], ['replay', run], ['explain', run], ['audit', 'verify'], ['skills', 'list'],
      ['skills', 'validate'], ['skills', 'show', skill], ['doctor'], ['init']]; // prettier-ignore
    const seen = await seriesOnTerminal(other, steps);
    expect(seen.flatMap((text, at) => (text === '' || obeyed.test(text) ? [steps[at]] : []))).toEqual([]);
    other.write('sallyport.yaml', '"\\e[2J": {}');
    expect(obeyed.exec(await onTerminal(other, 'sallyport config show'))).toBeNull();
  });

  test('what goes to a file has no colour, whichever of the two streams it is', async () => {
    await onTerminal(workspace, 'sallyport nope 2>errors; sallyport audit verify >output');
    expect((await bash(workspace, 'cat errors output')).stdout).not.toContain(esc);
  });

  test('what goes to it is made harmless, also when only stderr does', async () => {
    using other = tempWorkspace();
    const [reply] = await record(other, ['helo']);
    const file = join(other.path, `.agents/artifacts/terminal_exec/runs/${reply?.run_id}.json`);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(text) as object), stderr: hostile }));
    const seen = await onTerminal(other, `sallyport replay ${reply?.run_id} >/dev/null`);
    expect(obeyed.exec(seen)).toBeNull();
  });

  test('that does not tell its width gets whole tables', async () => {
    const seen = await onTerminal(workspace, 'stty cols 0 rows 0; sallyport tools', { NO_COLOR: '1' });
    expect(seen).toBe((await cli(workspace, ['tools'])).stdout);
  });

  test('a table fits into it', async () => {
    using long = tempWorkspace();
    await record(long, [`hello ${'世'.repeat(200)}`]);
    const seen = await onTerminal(long, 'sallyport runs', { NO_COLOR: '1' });
    for (const line of seen.split('\n'))
      expect(line.length + (line.match(/世/g)?.length ?? 0)).toBeLessThanOrEqual(120);
    expect(seen.trimEnd().endsWith('世…')).toBe(true);
  });
});
