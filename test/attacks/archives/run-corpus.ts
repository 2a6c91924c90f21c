// Lists and unpacks every archive of a corpus in this process, and prints what went wrong and how much memory it took:
// run-corpus.ts <corpus> <empty folder on the same file system>, with --expose-gc. A process of its own, because the memory of who builds the archives is not meant.
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { extractOptions } from '../../../src/commands/archive/flags.ts';
import { jobs } from '../../fixtures/archive-jobs.ts';
import { openRoot } from '../../../src/files/index.ts';
import { toSallyportError } from '../../../src/protocol/errors.ts';
import { createSallyport, type Sallyport } from '../../../src/sallyport.ts';
import { problemsOf, type Outcome } from './check-case.ts';
import type { Case } from './corpus.ts';

const [corpus, place] = process.argv.slice(2) as [string, string];
const workspace = join(place, 'workspace');
const canary = join(place, 'canary/evil.txt');
for (const folder of [workspace, dirname(canary)]) mkdirSync(folder, { recursive: true });
writeFileSync(canary, 'untouched');
const outside = () => JSON.stringify([readdirSync(place), readdirSync(dirname(canary)), readFileSync(canary, 'utf8')]);

await using core = createSallyport({ root: workspace, env: { XDG_STATE_HOME: join(place, 'state'), HOME: place } });
using root = openRoot(workspace, { state: ['.agents'] });
const context = {
  root: root.limited({ read: true, write: true, readBytes: 1e12, writeBytes: 1e12 }),
  checkStopped() {},
  progress() {},
};
const seen = new Set<string>();
await core.exec('hello'); // makes what the audit needs, so that nothing new appears later
const before = outside();
for (const name of readdirSync(corpus).filter((name) => name.endsWith('.json'))) {
  const expected = JSON.parse(readFileSync(join(corpus, name), 'utf8')) as Case;
  linkSync(join(corpus, expected.file), join(workspace, 'archive'));
  prepare(join(workspace, 'dest'), expected.before ?? {});
  const input = commonInput(expected);
  const listed = await list(expected, input);
  // The first of each row and of each format goes all the way through the gate, which takes as long as ten others.
  const kinds = [`row ${expected.row}`, expected.format];
  const isKnown = kinds.every((kind) => seen.has(kind));
  const extracted = await (isKnown ? extract(expected, input) : extractByGate(core, expected));
  for (const kind of kinds) seen.add(kind);
  const problems = problemsOf(expected, listed, extracted, join(workspace, 'dest'));
  if (outside() !== before) problems.push('something outside the destination has changed');
  const beside = readdirSync(workspace).filter((name) => !['.agents', 'archive', 'dest'].includes(name));
  if (beside.length > 0) problems.push(`something is beside the destination: ${beside.join()}`);
  console.log(JSON.stringify({ file: expected.file, problems, megabytes: peak() }));
  rmSync(join(workspace, 'dest'), { recursive: true });
  rmSync(join(workspace, 'archive'));
  // What the archives before took is garbage now, and not meant.
  if (process.memoryUsage().arrayBuffers > 16 << 20) globalThis.gc?.();
}

/** The most memory that this process has had. Linux counts the memory of the parent, too, in `maxRSS`: it is kept over exec. */
function peak(): number {
  const [, kilobytes] =
    (process.platform === 'linux' && /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))) || [];
  return Math.round(Number(kilobytes ?? process.resourceUsage().maxRSS) / 1024);
}

function prepare(dest: string, files: NonNullable<Case['before']>): void {
  mkdirSync(dest);
  for (const [name, what] of Object.entries(files)) {
    mkdirSync(dirname(join(dest, name)), { recursive: true });
    if (typeof what === 'string') writeFileSync(join(dest, name), what);
    else if ('link' in what) symlinkSync(what.link, join(dest, name));
    else linkSync(join(dest, what.hardLink), join(dest, name));
  }
}

function commonInput({ format }: Case) {
  return { in: 'archive', encoding: 'auto' as const, ...(format === 'zip' ? {} : { format: 'auto' as const }) };
}

function list({ format }: Case, input: ReturnType<typeof commonInput>): Promise<Outcome> {
  const options = { ...input, max: 200, out: null, overwrite: false };
  const limits = { format: 'auto' as const, maxBytes: 64 * 1024 ** 3, maxEntries: 5_000_000 };
  return outcome(() =>
    format === 'zip' ? jobs['zip list'](options, context) : jobs['tar list']({ ...options, ...limits }, context),
  );
}

function extract({ format, flags }: Case, input: ReturnType<typeof commonInput>): Promise<Outcome> {
  const defaults = { 'max-files': 2000, 'max-bytes': 512 * 1024 ** 2, 'strip-components': 0 };
  const options = { ...extractOptions({ dest: 'dest', encoding: 'auto', ...defaults, ...flags }), ...input };
  const tar = { format: 'auto' as const, maxEntries: options.maxFiles * 10 + 10_000 };
  return outcome(() =>
    format === 'zip' ? jobs['zip extract'](options, context) : jobs['tar extract']({ ...options, ...tar }, context),
  );
}

type Result = Record<string, unknown>;

async function outcome(work: () => Result | Promise<Result>): Promise<Outcome> {
  try {
    return { result: await work() };
  } catch (error) {
    const { code, result } = toSallyportError(error);
    return { code, result };
  }
}

async function extractByGate(core: Sallyport, { format, flags = {} }: Case): Promise<Outcome> {
  const words = Object.entries(flags).map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value}`));
  const command = format === 'zip' ? 'zip' : 'tar';
  const {
    error_code: code,
    result,
    stdout,
  } = await core.exec(`${command} extract --in archive --dest dest --confirm ${words.join(' ')}`);
  return { ...(code === undefined ? {} : { code }), result: { ...result, lines: stdout.split('\n') } };
}
