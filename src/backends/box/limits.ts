import { totalmem } from 'node:os';

/** What the programs of one box may use at most. */
export interface BoxLimits {
  readonly processes: number;
  readonly memoryBytes: number;
  /** Of one process. */
  readonly cpuSeconds: number;
  /** Of one file. */
  readonly fileBytes: number;
  /** Of one process. */
  readonly openFiles: number;
  /** By one command, to disk. */
  readonly writtenBytes: number;
}

export type LimitName = keyof BoxLimits;

const gib = 1024 ** 3;

/** Generous: they are there for what runs away, not for what works. */
export function usualLimits(): BoxLimits {
  return {
    processes: 2_000,
    memoryBytes: Math.max(gib, Math.floor(totalmem() * 0.75)),
    cpuSeconds: 3_600,
    fileBytes: 16 * gib,
    openFiles: 16_384,
    writtenBytes: 32 * gib,
  };
}

/**
 * Arguments of bash's `ulimit`, for the limits that every process carries, and behind a slash those that only warn: a program that runs
 * out of processor time is told by a signal of its own, and killed a little later. Nothing is asked for that this process could not give.
 */
export function ulimitArgs(limits: BoxLimits, { isRoot, own }: { isRoot: boolean; own: string }): string {
  const hard = (name: string) => Number(new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(own)?.[1] ?? Infinity);
  const cpu = Math.min(limits.cpuSeconds, hard('Max cpu time'));
  const args = [
    '-c 0',
    `-t ${Math.min(cpu + 5, hard('Max cpu time'))}`,
    `-f ${Math.floor(Math.min(limits.fileBytes, hard('Max file size')) / 1024)}`,
    `-n ${Math.min(limits.openFiles, hard('Max open files'))}`,
    // Root is exempt from this one, whatever it is told it is.
    ...(isRoot ? [] : [`-u ${Math.min(limits.processes, hard('Max processes'))}`]),
  ];
  return `${args.join(' ')}/-t ${cpu}`;
}

/** Limits that hold without control groups. */
export function carriedLimits(isRoot: boolean): LimitName[] {
  return ['cpuSeconds', 'fileBytes', 'openFiles', 'writtenBytes', ...(isRoot ? [] : (['processes'] as const))];
}

/** The limit that ended a program, as far as its end tells: a shell gives its own exit code for a signal of its last program. */
export function limitBehind(end: { exitCode: number | null; signal: string | null }): LimitName | undefined {
  if (end.signal === 'SIGXCPU' || end.exitCode === 128 + 24) return 'cpuSeconds';
  if (end.signal === 'SIGXFSZ' || end.exitCode === 128 + 25) return 'fileBytes';
  return undefined;
}
