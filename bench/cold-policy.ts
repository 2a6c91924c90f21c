import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ShellKind } from '../src/protocol/shell.ts';
import { openPolicy } from '../src/shell-commands.ts';
import { corpusRoot } from '../test/attacks/policy/corpus.ts';
import { hostile } from '../test/attacks/policy/hostile.ts';

/** What a fresh process needs for the first command that it judges. */
export interface ColdJudgement {
  readonly wallMs: number;
  /** Of all its threads. */
  readonly cpuMs: number;
  readonly answer: string;
}

const call = '--cold';

/** Judges a hostile text in a process of its own, which has loaded everything and judged nothing. */
export function judgeCold(shell: ShellKind, name: string): ColdJudgement {
  const text = execFileSync(process.execPath, [fileURLToPath(import.meta.url), 'policy', call, shell, name], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return JSON.parse(text) as ColdJudgement;
}

/** Whether this process was started by `judgeCold`; then it has answered. */
export async function answerCold(): Promise<boolean> {
  const [asked, shell, name] = process.argv.slice(3) as [string?, ShellKind?, string?];
  if (asked !== call || shell === undefined || name === undefined) return false;
  const policy = await openPolicy({ root: corpusRoot, env: { HOME: '/home/dev' } });
  const text = hostile[shell][name] ?? '';
  const options = { shell, sandboxed: true };
  const before = process.cpuUsage();
  const start = performance.now();
  const answer = judge();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000, answer } satisfies ColdJudgement));
  return true;

  /** In words when it threw, which is a defect. */
  function judge(): string {
    try {
      const { decision, level } = policy.check(text, options);
      return `${decision} ${level}`;
    } catch (error) {
      return `THREW ${error instanceof Error ? error.name : String(error)}`;
    }
  }
}
