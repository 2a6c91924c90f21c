import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasBubblewrap } from '../../fixtures/bubblewrap.ts';
import { attempts } from './attempts.ts';
import { races } from './races.ts';
import { stagedAttempts } from './staged.ts';
import { launcher, users, type Outcome } from './launch.ts';

describe.runIf(hasBubblewrap)('out of a box', () => {
  test.each(users)('user %i gets nowhere, by ways that all work without one', { timeout: 240_000 }, async (uid) => {
    using program = await launcher(join(import.meta.dirname, 'main.ts'));
    const outcome = JSON.parse(program.run(uid)) as Outcome;
    const rows = Object.entries(outcome.results);
    const wanted = [...stagedAttempts, ...races, ...attempts.filter(({ rootOnly }) => !rootOnly || uid === 0)];
    expect(rows.map(([name]) => name)).toEqual(wanted.map(({ name }) => name));
    expect(rows.filter(([, { box }]) => box).map(([name]) => name)).toEqual([]);
    // The machine may forbid some of them to everybody; those prove nothing.
    const proven = rows.filter(([, { raw }]) => raw);
    if (proven.length < rows.length) {
      const others = rows.filter(([, { raw }]) => !raw).map(([name]) => name);
      console.warn(`left out: ${others.join(', ')}`);
    }
    expect(proven.length).toBeGreaterThan(rows.length * 0.8);
    expect(outcome).toMatchObject({ works: ['tool', 'GOT', ''], uid });
  });

  test.each(users)('user %i cannot type into the terminal of the caller', { timeout: 120_000 }, async (uid) => {
    using program = await launcher(join(import.meta.dirname, 'terminal.ts'));
    const { raw, box, code } = JSON.parse(program.runOnTerminal(uid).trim()) as Record<string, unknown>;
    if (!raw) console.warn('this kernel lets nobody type into a terminal');
    expect({ box, code }).toEqual({ box: false, code: 0 });
  });
});
