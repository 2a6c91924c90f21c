import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShellKind } from '../../../src/protocol/shell.ts';

export type Label = 'blocked' | 'critical' | 'high' | 'medium' | 'interactive' | 'outside-root' | 'low/safe';

/** One line of the corpus; README.md says what the labels mean. */
export interface LabelledCommand {
  readonly id: string;
  readonly command: string;
  readonly shell: ShellKind;
  readonly cwd: string;
  readonly expect: Label;
  /** Levels that are right too. */
  readonly accept: readonly Label[];
  readonly reason: string;
  readonly source: string;
}

/** The workspace that the labels speak of; it need not exist. */
export const corpusRoot = '/home/dev/project';

/** All commands, by the name of their file. */
export function readCorpus(): ReadonlyMap<string, readonly LabelledCommand[]> {
  const folder = join(process.cwd(), 'test', 'attacks', 'policy');
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => [name.replace('.jsonl', ''), readLines(join(folder, name))]),
  );
}

function readLines(path: string): LabelledCommand[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledCommand);
}
