// npm run bench [-- name… [options]]: every question as a table of ratios within one run.
import { benchArchives } from './archives.ts';
import { benchBox } from './box.ts';
import { benchDocuments } from './documents.ts';
import { benchDocumentsPdf } from './documents-pdf.ts';
import { benchGate } from './gate.ts';
import { benchProcess } from './process.ts';
import { benchPolicy } from './policy.ts';
import { benchStart } from './start.ts';

const benches: Record<string, (options: readonly string[]) => void | Promise<void>> = {
  start: benchStart,
  gate: benchGate,
  archives: benchArchives,
  documents: benchDocuments,
  'documents-pdf': benchDocumentsPdf,
  policy: benchPolicy,
  process: benchProcess,
  box: benchBox,
};
const args = process.argv.slice(2);
const first = args.findIndex((arg) => arg.startsWith('--'));
const wanted = first === -1 ? args : args.slice(0, first);
const options = args.slice(wanted.length);
for (const [name, bench] of Object.entries(benches))
  if (wanted.length === 0 || wanted.includes(name)) await bench(options);
