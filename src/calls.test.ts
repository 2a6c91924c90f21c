import { expect, test } from 'vitest';
import { createSallyport } from './sallyport.ts';
import { tempWorkspace } from './testing/index.ts';

test('thirty runs at once, and many on one signal, are no leak that Node warns of', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
  process.on('warning', onWarning);
  using workspace = tempWorkspace();
  const { signal } = new AbortController();
  const numbers = Array.from({ length: 30 }, (_, at) => at);
  const some = numbers.slice(0, 12);
  {
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
    const command = (at: number) => ({ command: `echo ${at}` });
    const outputs = await Promise.all([
      ...numbers.map((at) => sallyport.call('run_shell', command(at))),
      ...some.map((at) => sallyport.call('run_shell', command(at), { signal })),
    ]);
    expect(outputs).toEqual([...numbers, ...some].map((at) => `${at}\n`));
    await Promise.all(some.map(() => sallyport.call('Bash', { command: 'sleep 60', background: true }, { signal })));
  }
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

test('the end of the whole cancels what runs, in the background too, and lets nothing begin', async () => {
  using workspace = tempWorkspace();
  const sallyport = createSallyport({ root: workspace.path, env: workspace.env });
  let isRunning = () => {};
  const started = new Promise<void>((resolve) => (isRunning = resolve));
  await sallyport.call('Bash', { command: 'sleep 60; touch late', background: true });
  const running = sallyport.call('run_shell', { command: 'echo on; sleep 60' }, { onOutput: () => isRunning() });
  await started;
  await sallyport[Symbol.asyncDispose]();
  expect(await running).toBe('on\nError: Cancelled before it finished.');
  await expect(sallyport.call('run_shell', { command: 'true' })).rejects.toThrow('was disposed of');
  await using after = createSallyport({ root: workspace.path, env: workspace.env });
  const codes = (await after.runs.list()).map(({ tool, error_code: code }) => [tool, code]);
  expect(codes.sort(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([['Bash', 'Cancelled'], ['run_shell', 'Cancelled']]); // prettier-ignore
});
