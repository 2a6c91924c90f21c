import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { makeFolder, run, series, type Ended } from './cli.ts';

const commands =
  'exec run call tools policy runs explain replay grants panic resume allow-all undo queue work watch audit skills init config doctor mcp completion tour help'.split(
    ' ',
  );
const workspace = tempWorkspace();
afterAll(() => workspace[Symbol.dispose]());

let scripts: Record<'bash' | 'zsh' | 'fish', Ended>;
beforeAll(async () => {
  const [bash, zsh, fish] = (await series(workspace, [
    ['completion', 'bash'],
    ['completion', 'zsh'],
    ['completion', 'fish'],
  ])) as [Ended, Ended, Ended];
  scripts = { bash, zsh, fish };
});

test('every script is printed alone, with exit code 0, and names every command', () => {
  for (const { code, stdout, stderr } of Object.values(scripts)) {
    expect([code, stderr]).toEqual([0, '']);
    for (const command of commands.slice(0, -1)) expect(stdout).toMatch(new RegExp(`\\b${command}\\b`));
  }
});

describe('in bash', () => {
  /** What bash offers for the last of the words. */
  async function complete(...words: string[]): Promise<string[]> {
    const script = `${scripts.bash.stdout}
      [ "$(complete -p sallyport)" = "complete -o default -F _sallyport sallyport" ] || exit 9
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}
      _sallyport sallyport "\${@: -1}" "\${@: -2:1}"
      for word in "\${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done`;
    const args = ['--norc', '--noprofile', '-c', script, 'bash', 'sallyport', ...words];
    const { code, stdout, stderr } = await run('bash', args, workspace);
    expect([code, stderr]).toEqual([0, '']);
    return stdout.split('\n').slice(0, -1);
  }

  test('the script is well-formed', async () => {
    const checked = await run('bash', ['-n'], workspace, { stdin: scripts.bash.stdout });
    expect(checked).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test.each([
    [['ex'], ['exec', 'explain']],
    [[''], commands],
    [['zz'], []],
    [
      ['exec', '--'],
      ['--stdin-file', '--timeout-ms', '--root', '--json'],
    ],
    [['exec', '--ti'], ['--timeout-ms']],
    [['audit', 'v'], ['verify']],
    [['audit', 'export', '--fo'], ['--format']],
    [['runs', 'p'], ['prune']],
    [
      ['skills', ''],
      ['list', 'show', 'validate', '--root', '--json'],
    ],
    [['completion', 'z'], ['zsh']],
    [['replay', 'x', '--a'], ['--again']],
  ])('%j becomes %j', async (words, offered) => {
    expect(await complete(...words)).toEqual(offered);
  });

  test('--root is completed with folders, of which one with spaces in its name is one', async () => {
    makeFolder(`${workspace.path}/plain`);
    makeFolder(`${workspace.path}/with spaces`);
    workspace.write('wrong.txt', 'no folder');
    expect(await complete('exec', 'hello', '--root', 'p')).toEqual(['plain']);
    expect(await complete('exec', 'hello', '--root', 'w')).toEqual(['with spaces']);
  });
});

describe.each(['zsh', 'fish'] as const)('in %s', (shell) => {
  const missing = spawnSync(shell, ['--version']).error !== undefined;
  if (missing) console.warn(`${shell} is not installed: its completion script is not checked`);

  test.skipIf(missing)('the script is well-formed', async () => {
    workspace.write(`script.${shell}`, scripts[shell].stdout);
    expect(await run(shell, ['-n', `script.${shell}`], workspace)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test.skipIf(missing || shell !== 'fish')('words are completed', async () => {
    const script = `${scripts.fish.stdout}\ncomplete -C 'sallyport ex'\ncomplete -C 'sallyport audit v'`;
    const { stdout } = await run('fish', ['--no-config', '-c', script], workspace);
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['exec', 'explain', 'verify', '']);
  });
});
