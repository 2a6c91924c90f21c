// npm run attacks: every way out of a box, as root and as another user; what got through, without one and in one.
import { dirname, join } from 'node:path';
import { printTable } from '../../../bench/measure.ts';
import { launcher, users, type Outcome } from './launch.ts';

const folder = dirname(process.argv[1] ?? '');
using program = await launcher(join(folder, 'main.ts'));
const outcomes = users.map((uid) => JSON.parse(program.run(uid)) as Outcome);
const columns: string[] = users.map((uid) => (uid === 0 ? 'root' : 'user'));
if (users.includes(0)) {
  using reduced = await launcher(join(folder, 'main.ts'), { isReduced: true });
  const outcome = JSON.parse(reduced.run(0)) as Outcome;
  if (outcome.backend !== 'reduced')
    throw new Error(`a whole box (${outcome.backend}) was tried in the place of a reduced one`);
  outcomes.push(outcome);
  columns.push('root without user namespaces');
}
const names = new Set(outcomes.flatMap(({ results }) => Object.keys(results)));
const shown = (got: boolean | undefined) => (got === undefined ? '' : got ? 'got through' : '·');
printTable(
  'Ways out of a box',
  ['attempt', ...columns.flatMap((who) => [`${who}, no box`, `${who}, box`])],
  [...names].map((name) => [
    name,
    ...outcomes.flatMap(({ results }) => [shown(results[name]?.raw), shown(results[name]?.box)]),
  ]),
);
using terminal = await launcher(join(folder, 'terminal.ts'));
for (const uid of users)
  console.log(`\ntyping into the terminal of the caller, user ${uid}: ${terminal.runOnTerminal(uid).trim()}`);
if (outcomes.some(({ results }) => Object.values(results).some(({ box }) => box))) process.exitCode = 1;
