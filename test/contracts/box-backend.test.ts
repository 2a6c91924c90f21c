import { afterAll, describe, expect, test } from 'vitest';
import { createBoxBackend } from '../../src/backends/box/index.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
import { runProcess } from '../fixtures/run-process.ts';
import { backendContract } from './backend.ts';

const workspace = tempWorkspace();
afterAll(() => workspace[Symbol.dispose]());

if (hasBubblewrap) {
  describe('the box', () => {
    backendContract(() => createBoxBackend({ root: workspace.path }), {
      endsAll: true,
      leavesNothing: true,
      place: workspace.path,
    });

    test('however soon a program ends, it is told how', async () => {
      await using backend = createBoxBackend({ root: workspace.path });
      const told = new Set<string>();
      for (let round = 0; round < 60; round++) {
        const gone = await runProcess(backend, '', { argv: ['/usr/bin/env', '-u'] });
        const high = await runProcess(backend, 'exit 200');
        const killed = await runProcess(backend, 'kill -KILL $$');
        told.add([gone, high, killed].map(({ exitCode, signal }) => exitCode ?? signal).join(' '));
      }
      expect([...told]).toEqual(['125 200 SIGKILL']);
    });
  });
} else {
  test('bubblewrap is missing: the box is not tested', () => {});
}
