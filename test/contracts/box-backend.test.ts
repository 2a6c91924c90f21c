import { afterAll, describe, test } from 'vitest';
import { createBoxBackend } from '../../src/backends/box/index.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
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
  });
} else {
  test('bubblewrap is missing: the box is not tested', () => {});
}
