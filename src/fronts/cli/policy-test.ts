import { SallyportError } from '../../protocol/errors.ts';
import type { RunRecord } from '../../protocol/history.ts';
import type { Policy, PolicyCheck, PolicyOptions } from '../../protocol/policy.ts';
import { lineLimits } from '../../protocol/limits.ts';
import { shellTools } from '../../protocol/shell.ts';
import type { Screen } from './screen.ts';

interface Expectation {
  readonly id?: string;
  readonly command: string;
  readonly cwd?: string;
  readonly shell?: 'bash' | 'powershell';
  /** A decision or a level. */
  readonly expect: string;
  readonly accept?: readonly string[];
}

/** Holds the policy against a file of commands with what should become of them, one JSON object per line. */
export function testFile(judge: Policy, options: PolicyOptions, text: string, screen: Screen, asJson: boolean): number {
  const expectations = text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [expectationOf(line, at + 1)]));
  const wrong = expectations.flatMap(({ command, cwd, shell, expect, accept = [], id }) => {
    const check = judge.check(command, {
      ...options,
      ...(cwd === undefined ? {} : { cwd }),
      ...(shell === undefined ? {} : { shell }),
    });
    const isRight = [expect, ...accept].some((wanted) => wanted === check.level || wanted === check.decision);
    return isRight ? [] : [{ id: id ?? '', command, expect, decision: check.decision, level: check.level }];
  });
  if (asJson) screen.out(`${screen.json({ tested: expectations.length, wrong })}\n`);
  else {
    if (wrong.length > 0)
      screen.out(
        screen.table(
          ['EXPECTED', 'GOT', 'COMMAND'],
          wrong.map(({ expect, decision, level, command }) => [expect, `${decision}, ${level}`, command]),
        ),
      );
    screen.out(`${expectations.length - wrong.length} of ${expectations.length} as expected\n`);
  }
  return wrong.length === 0 ? 0 : 1;
}

function expectationOf(line: string, number: number): Expectation {
  try {
    const given = JSON.parse(line) as Expectation;
    const { command, expect, accept = [], cwd = '.', shell = 'bash' } = given;
    const areTexts = [command, expect, cwd].every((each) => typeof each === 'string');
    if (areTexts && Array.isArray(accept) && ['bash', 'powershell'].includes(shell)) return given;
  } catch {}
  throw new SallyportError('InvalidArgs', {
    reason: `Line ${number} is not {"command": …, "expect": a decision or a level, "accept"?: [others], "cwd"?: …, "shell"?: bash or powershell}`,
    usage: 'sallyport policy --help',
  });
}

/** What the policy of today would say of the shell commands of the past. Secrets in them were redacted when they were recorded. */
export function backtest(
  judge: Policy,
  options: PolicyOptions,
  records: readonly RunRecord[],
  screen: Screen,
  asJson: boolean,
): void {
  // Of a longer one the record has only the beginning.
  const past = records.filter(
    ({ tool, verdict, command }) => shellTools.includes(tool) && verdict !== null && command.length < lineLimits.bytes,
  );
  // What was refused ran nowhere; it would have run where the others did.
  const usual = past.find(({ backend }) => backend !== null)?.backend ?? null;
  const changed = past.flatMap((record) => {
    const { tool, cwd, preset = presetOf(record.front) } = record;
    const sandboxed = options.sandboxed === true || isBox(record.backend ?? usual);
    const now = judge.check(record.command, { tool, cwd, preset, ...options, sandboxed });
    const before = record.verdict as NonNullable<RunRecord['verdict']>;
    return now.decision === before.decision ? [] : [{ record, before, now }];
  });
  if (asJson) {
    const rows = changed.map(({ record, before, now }) => ({
      run_id: record.run_id,
      command: record.command,
      before: before.decision,
      now: now.decision,
      level: now.level,
      rules: now.rules,
    }));
    return screen.out(`${screen.json({ runs: past.length, changed: rows })}\n`);
  }
  if (changed.length > 0)
    screen.out(
      screen.table(
        ['RUN', 'THEN', 'NOW', 'COMMAND'],
        changed.map(({ record, before, now }) => [
          record.run_id.slice(0, 16),
          before.decision,
          shown(now),
          record.command,
        ]),
      ),
    );
  screen.out(`${past.length} shell commands on record, ${changed.length} would be decided otherwise now\n`);
}

/** Older records do not have it, but fronts have theirs unless they are told otherwise. */
function presetOf(front: string): string {
  return front === 'cli' || front === 'sdk' ? 'blocklist' : 'guarded';
}

function isBox(backend: string | null): boolean {
  return backend !== null && backend !== 'process';
}

function shown({ decision, level }: PolicyCheck): string {
  return `${decision}, ${level}`;
}
