import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createProcessBackend } from '../../src/backends/process/index.ts';
import { runProcess } from '../fixtures/run-process.ts';
import { backendContract } from './backend.ts';

await using probe = createProcessBackend();
const { killedBy } = await runProcess(probe, 'sleep 60', { timeoutMs: 1 });

describe(`the process backend, which finds what it started by ${killedBy}`, () => {
  backendContract(() => createProcessBackend(), { endsAll: killedBy === 'cgroup', leavesNothing: false });
});

describe('the process backend without control groups', () => {
  backendContract(() => createProcessBackend({ cgroups: false }), { endsAll: false, leavesNothing: false });
});

test('the control group of a run is gone when the backend is closed', async () => {
  const backend = createProcessBackend();
  const { stdout } = await runProcess(backend, 'sed -n s/^0:://p /proc/self/cgroup');
  await backend[Symbol.asyncDispose]();
  const group = stdout.toString().trim();
  expect(group.includes('sallyport-')).toBe(killedBy === 'cgroup');
  expect(existsSync(`/sys/fs/cgroup${group}`) && killedBy === 'cgroup').toBe(false);
});
