import type { Random } from '../../fixtures/random.ts';
import { generateCall, type Calls } from './generate.ts';
import { archiveCalls } from './programs-archives.ts';
import { fileCalls } from './programs-files.ts';
import { gitCalls } from './programs-git.ts';
import { runnerCalls } from './programs-runners.ts';
import { textCalls } from './programs-text.ts';
import { toolCalls } from './programs-tools.ts';

/** Programs that start at once, for when there is little time. */
export const quickCalls: readonly Calls[] = [...fileCalls, ...archiveCalls, ...textCalls];

export const allCalls: readonly Calls[] = [...quickCalls, ...gitCalls, ...runnerCalls, ...toolCalls];

export function callsToCompare(count: number, random: Random, from: readonly Calls[] = allCalls): readonly string[] {
  return Array.from({ length: count }, () => generateCall(from, random));
}
