import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { terminalExecOutputSchema, type TerminalExecOutput } from '../../src/protocol/terminal-exec.ts';
import type { TempWorkspace } from '../../src/testing/index.ts';

export const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
export const cliPath = join(dist, 'cli.cjs');

/** Exit code, or the name of the signal that ended it, and all that was written. */
export interface Ended {
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Place = Pick<TempWorkspace, 'path' | 'env'>;
type Env = Readonly<Record<string, string | undefined>>;

export interface RunOptions {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Env;
  readonly uid?: number;
}

/** Runs the built CLI in a workspace. */
export function cli(place: Place, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return run(process.execPath, [cliPath, ...args], place, options);
}

/** A command of the CLI; or what happens before the next one: a file is written (of any bytes), a line of bash is run. */
export type Step = readonly string[] | { readonly file: string; readonly latin1: string } | { readonly bash: string };

/** Runs many commands of the built CLI, one after the other, in one process: a start of Node costs more than most of them. */
export async function series(place: Place, steps: readonly Step[], options: RunOptions = {}): Promise<Ended[]> {
  const ended = await run(process.execPath, ['--input-type=module', '-e', seriesOf(place, steps)], place, options);
  if (ended.code !== 0) throw new Error(`the series ended with ${ended.code}: ${ended.stderr}`);
  const [out, err] = [ended.stdout.split('\x1e'), ended.stderr.split('\x1e')];
  return err
    .slice(0, -1)
    .map((stderr, at) => ({ code: Number(out[2 * at + 1]), stdout: out[2 * at] as string, stderr }));
}

/** What a terminal of 120 columns gets of each command, stdout and stderr together; line ends are plain newlines. */
export async function seriesOnTerminal(
  place: Place,
  steps: readonly (readonly string[])[],
  env: Env = {},
): Promise<string[]> {
  const seen = await onTerminal(place, '"$NODE" --input-type=module -e "$SERIES"', {
    NODE: process.execPath,
    SERIES: seriesOf(place, steps),
    ...env,
  });
  return seen.split('\x1e').filter((_, at) => at % 3 === 0).slice(0, -1); // prettier-ignore
}

/** A module that runs the steps and marks on both streams where each command ends. */
function seriesOf(place: Place, steps: readonly Step[]): string {
  const file = join(mkdtempSync(join(place.path, '../series-')), 'steps.json');
  writeFileSync(file, JSON.stringify(steps));
  return `
    import { execFileSync } from 'node:child_process';
    import { readFileSync, rmSync, writeFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    import { dirname } from 'node:path';
    const cli = ${JSON.stringify(cliPath)};
    const main = ${JSON.stringify(join(dist, 'cli', 'main.cjs'))};
    const require = createRequire(main);
    const steps = JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));
    rmSync(dirname(${JSON.stringify(file)}), { recursive: true });
    for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
    for (const step of steps) {
      if (!Array.isArray(step)) {
        if ('file' in step) writeFileSync(step.file, step.latin1, 'latin1');
        else execFileSync('bash', ['-e', '-c', step.bash]);
        continue;
      }
      process.argv = [process.execPath, cli, ...step];
      process.exitCode = 0;
      delete require.cache[main];
      await require(main).ended;
      process.stdout.write('\\x1e' + process.exitCode + '\\x1e');
      process.stderr.write('\\x1e');
    }
    process.exitCode = 0;`;
}

/** Runs a line of bash in a workspace; `sallyport` is the built CLI. */
export function bash(place: Place, line: string, options: RunOptions = {}): Promise<Ended> {
  return run('bash', ['-c', `${asCommand}\n${line}`], place, options);
}

/** Runs a line of sh on a terminal of 120 columns; gives what the terminal got, line ends as plain newlines. */
export async function onTerminal(place: Place, line: string, env: Env = {}): Promise<string> {
  const inside = `${asCommand}\nstty cols 120 rows 40\n${line}`;
  const { stdout } = await run('script', ['-qec', inside, '/dev/null'], place, { env: { SHELL: '/bin/sh', ...env } });
  return stdout.replace(/\r+\n/g, '\n');
}

export const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux');

const asCommand = `sallyport() { "${process.execPath}" "${cliPath}" "$@"; }`;

export function run(file: string, args: readonly string[], place: Place, options: RunOptions = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { cwd = place.path, uid } = options;
    const env = { ...cleanEnv(place.env), ...options.env };
    const child = spawn(file, args, { cwd, env, ...(uid === undefined ? {} : { uid, gid: uid }) });
    const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    child.stdout.on('data', (chunk: Buffer) => written.stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => written.stderr.push(chunk));
    child.stdin.on('error', () => {}); // it may leave before it has read everything
    child.stdin.end(options.stdin ?? '');
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({
        code: signal ?? code,
        stdout: Buffer.concat(written.stdout).toString(),
        stderr: Buffer.concat(written.stderr).toString(),
      }),
    );
  });
}

/** The test runner sets variables that switch colours and other things; a user's shell has none of them. */
export function cleanEnv(env: Env): NodeJS.ProcessEnv {
  const theirs = /^(?:VITEST.*|TEST|NODE_ENV|NODE_OPTIONS|CI|NO_COLOR|FORCE_COLOR|DEBUG|npm_.*)$/;
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && !theirs.test(name));
  return { TERM: 'xterm-256color', ...Object.fromEntries(kept) };
}

/** Sends inputs to `terminal_exec` in one real process, the first at `start`, each a minute after the one before. */
export async function record(
  place: Place,
  inputs: readonly unknown[],
  start = Date.UTC(2026, 0, 1),
): Promise<TerminalExecOutput[]> {
  const script = `
    import { createSallyport } from ${JSON.stringify(join(dist, 'index.js'))};
    import { manualClock } from ${JSON.stringify(join(dist, 'testing/index.js'))};
    import { readFileSync } from 'node:fs';
    const { inputs, start } = JSON.parse(readFileSync(0, 'utf8'));
    const clock = manualClock(start);
    const sallyport = createSallyport({ clock, front: 'cli', session: 'session' });
    const replies = [];
    for (const input of inputs) {
      replies.push(await sallyport.call('terminal_exec', input));
      clock.advance(60_000);
    }
    await sallyport[Symbol.asyncDispose]();
    console.log(JSON.stringify(replies));`;
  const wired = inputs.map((input) => (typeof input === 'string' ? { command: input } : input));
  const stdin = JSON.stringify({ inputs: wired, start });
  const { code, stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], place, { stdin });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as TerminalExecOutput[];
}

/** The wire output on stdout; throws when it is not exactly one, or has a field that the contract has not. */
export function wireOf({ stdout }: Ended): TerminalExecOutput {
  return terminalExecOutputSchema.strict().parse(JSON.parse(stdout));
}

/** Every file below a folder with its content, links as what they point to. */
export function filesBelow(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

export const helloOutput = `#   #  #####  #      #       ###
#   #  #      #      #      #   #
#####  ####   #      #      #   #
#   #  #      #      #      #   #
#   #  #####  #####  #####   ###

            lemonhall
`;
