import { spawn } from 'node:child_process';
import type { TempWorkspace } from '../../src/testing/index.ts';
import { cleanEnv, cliPath } from './cli.ts';

/** Waits for a text on the terminal, then types. */
export type Typing = readonly [seen: string, keys: string];

/** Runs a line of sh on a terminal of 80 columns whose keys are typed as told; gives all that it showed. */
export function typed(place: TempWorkspace, line: string, typing: readonly Typing[], env: Record<string, string> = {}) {
  return new Promise<string>((resolve, reject) => {
    const inside = `sallyport() { "${process.execPath}" "${cliPath}" "$@"; }; stty cols 80 rows 40; ${line}; echo "exit $?"`;
    const child = spawn('script', ['-qec', inside, '/dev/null'], {
      cwd: place.path,
      env: { ...cleanEnv(place.env), SHELL: '/bin/sh', ...env },
    });
    const left = [...typing];
    let shown = '';
    let from = 0;
    let isTyping = false;
    function look() {
      const [next] = left;
      const at = next ? shown.indexOf(next[0], from) : -1;
      if (!next || at < 0 || isTyping) return;
      [isTyping, from] = [true, at + next[0].length];
      left.shift();
      // A prompt is deaf at first, to what was typed ahead.
      setTimeout(() => {
        isTyping = false;
        child.stdin.write(next[1]);
        look();
      }, 600);
    }
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      look();
    });
    child.on('error', reject);
    child.on('close', () => resolve(shown.replace(/\r+\n/g, '\n')));
  });
}
