// npm run bench [-- name…]: every question as a table of ratios within one run.
import { benchGate } from './gate.ts';
import { benchStart } from './start.ts';

const benches: Record<string, () => void | Promise<void>> = { start: benchStart, gate: benchGate };
const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) if (wanted.length === 0 || wanted.includes(name)) await bench();
