// One line through the gate in a process that uses the built package; prints what the process felt of it as JSON, in seconds and
// (the delay of its event loop) milliseconds:
// node sdk-process.mjs <entry of the package> <workspace> <times> <line>
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const [entry, root, times, line] = process.argv.slice(2);
const { createSallyport } = await import(pathToFileURL(entry).href);
const steps = [];
let last = 0;
const trace = (step) => {
  if (step === 'run') steps.push((performance.now() - last) / 1000);
  last = performance.now();
};
const core = createSallyport({ root, trace });
await core.exec('hello');
steps.length = 0;

const resolution = 1; // the timer's own period is part of each sample
const delay = monitorEventLoopDelay({ resolution });
const runs = [];
const cpu = [];
for (let i = 0; i < Number(times); i++) {
  const before = process.cpuUsage();
  const start = performance.now();
  delay.enable();
  const { exit_code, error } = await core.exec(line);
  delay.disable();
  runs.push((performance.now() - start) / 1000);
  const { user, system } = process.cpuUsage(before);
  cpu.push((user + system) / 1e6);
  if (exit_code !== 0) throw new Error(`${line}: ${error?.message}`);
}
await core[Symbol.asyncDispose]();
const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
const loop = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) };
console.log(JSON.stringify({ runs, steps, cpu, loop }));
