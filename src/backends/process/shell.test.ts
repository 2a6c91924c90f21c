import { expect, test } from 'vitest';
import { detectShell } from './shell.ts';

test.each<[NodeJS.Platform, readonly string[], readonly string[]]>([
  ['linux', [], ['/bin/bash', '-c']],
  ['linux', ['pwsh'], ['/bin/bash', '-c']],
  ['darwin', [], ['/bin/bash', '-c']],
  ['freebsd', [], ['/bin/bash', '-c']],
  ['win32', ['pwsh', 'powershell'], ['pwsh', '-NoProfile', '-NonInteractive', '-Command']],
  ['win32', ['pwsh'], ['pwsh', '-NoProfile', '-NonInteractive', '-Command']],
  ['win32', ['powershell'], ['powershell', '-NoProfile', '-NonInteractive', '-Command']],
  ['win32', [], ['powershell', '-NoProfile', '-NonInteractive', '-Command']],
])('on %s with %j the shell is %j', (platform, programs, shell) => {
  expect(detectShell(platform, (program) => programs.includes(program))).toEqual(shell);
});
