import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import * as surface from '../../src/index.ts';
import * as testing from '../../src/testing/index.ts';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import { cliPath, dist, run } from './cli.ts';

interface Loaded {
  /** Every module that was imported or required, as URLs. */
  readonly modules: string[];
  /** Libraries of the process that are native addons. */
  readonly addons: string[];
}

/** Runs lines of a module in a process that notes what it loads. */
async function loadedBy(workspace: TempWorkspace, lines: string): Promise<Loaded> {
  const hooks = `
    import { appendFileSync } from 'node:fs';
    let log;
    export const initialize = (file) => void (log = file);
    export async function resolve(specifier, context, next) {
      const resolved = await next(specifier, context);
      appendFileSync(log, resolved.url + '\\n');
      return resolved;
    }`;
  const log = join(workspace.path, '../loaded');
  const script = `
    import { appendFileSync } from 'node:fs';
    import { createRequire, register } from 'node:module';
    import { pathToFileURL } from 'node:url';
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)}, { data: ${JSON.stringify(log)} });
    process.on('exit', () => {
      const required = Object.keys(createRequire('/').cache).map((path) => pathToFileURL(path).href + '\\n');
      appendFileSync(${JSON.stringify(log)}, required.join(''));
      const { sharedObjects } = process.report.getReport();
      process.stderr.write(JSON.stringify(sharedObjects.filter((path) => path.endsWith('.node'))));
    });
    ${lines}`;
  const { code, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], workspace);
  expect(code).toBe(0);
  return { modules: readFileSync(log, 'utf8').trimEnd().split('\n'), addons: JSON.parse(stderr) as string[] };
}

test.each<[entry: string, source: object]>([
  ['index.js', surface],
  ['testing/index.js', testing],
])('the built %s exports the names of its source, and no other', async (entry, source) => {
  const built = (await import(pathToFileURL(join(dist, entry)).href)) as object;
  expect(Object.keys(built).sort()).toEqual(Object.keys(source).sort());
});

const root = JSON.stringify(pathToFileURL(join(dist, 'index.js')).href);
const packagesIn = ({ modules }: Loaded) =>
  [...new Set(modules.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []))].sort();

// `isDangerousCommand` answers at once, so the grammar of bash has to be there.
test('importing the package loads no native addon, and no other package but the grammar', async () => {
  using workspace = tempWorkspace();
  const loaded = await loadedBy(workspace, `await import(${root});`);
  expect(loaded.modules).toContain(JSON.parse(root));
  expect([packagesIn(loaded), loaded.addons]).toEqual([['unbash'], []]);
});

test('a run loads no more; a config file loads yaml, a tool call zod', async () => {
  using workspace = tempWorkspace();
  const running = (work: string) => `
    const { createSallyport } = await import(${root});
    const sallyport = createSallyport();
    ${work}
    await sallyport[Symbol.asyncDispose]();`;
  const exec = await loadedBy(
    workspace,
    running(`if ((await sallyport.exec('hello')).exit_code !== 0) process.exit(1);`),
  );
  expect([packagesIn(exec), exec.addons]).toEqual([['unbash'], []]);
  const call = await loadedBy(workspace, running(`await sallyport.call('terminal_exec', { command: 'hello' });`));
  expect(packagesIn(call)).toEqual(['unbash', 'zod']);
  workspace.write('sallyport.yaml', 'redact: { env: [X] }');
  const configured = await loadedBy(workspace, running(`await sallyport.exec('hello');`));
  expect(packagesIn(configured)).toEqual(['unbash', 'yaml', 'zod']);
});

test.each([
  ['ls -l', 'bash', 0],
  ["pwsh -c 'Get-ChildItem'", 'bash', 1],
])('judging %s of %s starts %i threads, which keep no process from its end', async (command, shell, threads) => {
  using workspace = tempWorkspace();
  // The lexer of the grammar must not be optimized: that would take seconds of CPU in the background, however long one waits.
  const script = `
    const { createSallyport } = await import(${root});
    const { setTimeout } = await import('node:timers/promises');
    const sallyport = createSallyport();
    const command = ${JSON.stringify(command)};
    for (let left = 50; left > 0; left--) {
      const { decision } = await sallyport.policy.check(command, { shell: ${JSON.stringify(shell)} });
      if (decision !== 'allow') process.exit(1);
    }
    await sallyport[Symbol.asyncDispose]();
    const before = process.cpuUsage();
    await setTimeout(1_000);
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify([process.report.getReport().workers.length, user + system < 500_000]));`;
  const { code, stdout } = await run(process.execPath, ['--input-type=module', '-e', script], workspace);
  expect([code, JSON.parse(stdout)]).toEqual([0, [threads, true]]);
});

test('exec on the command line reads neither zod nor yaml', async () => {
  using workspace = tempWorkspace();
  const command = (...args: string[]) =>
    `process.argv = ${JSON.stringify([process.execPath, cliPath, ...args])};
    await (await import(${JSON.stringify(pathToFileURL(cliPath).href)})).default.ended;`;
  const marks = { zod: '$ZodType', yaml: 'YAMLParseError' };
  const marksIn = ({ modules }: Loaded) => {
    const files = modules
      .filter((url) => url.startsWith('file:'))
      .map((url) => readFileSync(fileURLToPath(url), 'utf8'));
    return Object.entries(marks).flatMap(([name, mark]) => (files.some((text) => text.includes(mark)) ? [name] : []));
  };
  const plain = await loadedBy(workspace, command('exec', 'hello'));
  expect([packagesIn(plain), plain.addons, marksIn(plain)]).toEqual([[], [], []]);
  // The marks are still in use: otherwise the line above would say nothing.
  workspace.write('sallyport.yaml', 'redact: { env: [X] }');
  const call = command('call', 'terminal_exec', '{"command":"hello"}');
  expect(marksIn(await loadedBy(workspace, call))).toEqual(['zod', 'yaml']);
});
