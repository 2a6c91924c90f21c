import { describe, expect, test } from 'vitest';
import { planShell } from '../../../src/parse/shell.ts';
import { describe as describeProgram, programNames } from '../../../src/policy/effects/index.ts';
import type { ShellKind } from '../../../src/protocol/shell.ts';
import { corpusRoot } from './corpus.ts';
import { hostile } from './hostile.ts';

// Time is for the bench: here the work is counted.
describe.each(Object.entries(hostile))('64 KiB of %s', (shell, texts) => {
  test.each(Object.entries(texts))('%s: the plan is bounded, and so is the work for it', (_, text) => {
    let asked = 0;
    const plan = planShell(shell as ShellKind, text, {
      cwd: corpusRoot,
      home: '/home/dev',
      env: { PWD: corpusRoot, HOME: '/home/dev' },
      programs: programNames,
      describe(invocation) {
        asked++;
        expect(invocation.args.length).toBeLessThanOrEqual(4_096);
        return describeProgram(invocation);
      },
      readScript: () => undefined,
    });
    const effects = plan.commands.reduce((sum, each) => sum + each.effects.length, 0);
    expect(plan.commands.length).toBeLessThanOrEqual(600);
    expect(effects).toBeLessThanOrEqual(2_048);
    expect(asked).toBeLessThanOrEqual(1_024);
  });
});
