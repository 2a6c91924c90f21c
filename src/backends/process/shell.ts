import { findProgram } from './program.ts';

/** What stands before the text of a command: `pwsh`, else `powershell`, on Windows; bash everywhere else. */
export function detectShell(
  platform: NodeJS.Platform = process.platform,
  has: (program: string) => boolean = (program) => findProgram(program, process.env).path !== undefined,
): readonly string[] {
  if (platform !== 'win32') return ['/bin/bash', '-c'];
  return [has('pwsh') ? 'pwsh' : 'powershell', '-NoProfile', '-NonInteractive', '-Command'];
}
