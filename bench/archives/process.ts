import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** What one process cost, with all processes that it waited for. */
export interface Cost {
  readonly wall: number;
  /** User and system time of it and its children, in seconds. */
  readonly cpu: number;
  /** Of the largest process, in bytes. */
  readonly rss: number;
  readonly printed: string;
}

export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** ext4 looks for half a minute at each file that was deleted before it makes one in its place, which costs more than all of the work. */
  readonly isSlowAfterDeletes?: boolean;
}

/** Runs a program to its end; what it prints goes to a file, as it would cost less if nobody took it. */
export async function costOf(command: readonly string[], place: Place): Promise<Cost> {
  const meter = resolve('bench/archives/meter.py');
  const file = join(place.cwd, 'printed.txt');
  const text = await run(['python3', meter, file, ...command], place);
  const [status, wall, cpu, rss] = JSON.parse(text) as [number, number, number, number];
  const printed = readFileSync(file, 'utf8');
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${printed.slice(-1_000)}`);
  return { wall, cpu, rss, printed };
}

/** Runs a program and gives what it printed. */
export function run([program = '', ...args]: readonly string[], { cwd, env, signal }: Place): Promise<string> {
  return new Promise((done, reject) => {
    const child = spawn(program, args, { cwd, env, signal, timeout: 900_000, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    let failure: Error | undefined;
    child.on('error', (error) => (failure = error)); // nothing is removed under a process that has not ended
    child.on('close', (status) => {
      if (status === 0 && !failure) done(text);
      else reject(failure ?? new Error(`${program} ${args.join(' ')} ended with ${status}`));
    });
  });
}

export function isInstalled(tool: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
