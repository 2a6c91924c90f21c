// How long until the CLI has answered, against a Node that does nothing?
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { tempWorkspace } from '../src/testing/index.ts';
import { percentiles, printTable } from './measure.ts';

export function benchStart(): void {
  using workspace = tempWorkspace();
  const cli = resolve('dist/cli.cjs');
  const cases: [string, string[]][] = [
    ['node -e 0', ['-e', '0']],
    ['sallyport exec hello', [cli, 'exec', 'hello', '--root', workspace.path]],
    [
      "sallyport call terminal_exec '…'",
      [cli, 'call', 'terminal_exec', '{"command":"hello"}', '--root', workspace.path],
    ],
    ['sallyport runs', [cli, 'runs', '--root', workspace.path]],
  ];
  const times = new Map<string, number[]>();
  for (let round = 0; round < 15; round++) {
    for (const [name, args] of cases) {
      const start = performance.now();
      const { status } = spawnSync(process.execPath, args, {
        env: workspace.env,
        stdio: 'ignore',
      });
      if (status !== 0) throw new Error(`${name} ended with ${status}`);
      times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
    }
  }
  const base = percentiles(times.get('node -e 0') ?? []).p50;
  const rows = [...times].map(([name, all]) => [
    name,
    percentiles(all).p50.toFixed(0),
    `${(percentiles(all).p50 / base).toFixed(2)}×`,
  ]);
  printTable('Start-up, ms (median of 15 interleaved starts)', ['what', 'p50', 'of node -e 0'], rows);
}
