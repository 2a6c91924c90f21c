// Writes the attack corpus, each archive with its expected answer beside it, for use with other tools:
// node scripts/run.mjs test/attacks/archives/write-corpus.ts <folder>
import { writeCorpus } from './corpus.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('say where: write-corpus.ts <folder>');
const cases = writeCorpus(folder);
console.log(`${cases.length} archives of ${new Set(cases.map(({ id }) => id)).size} attacks in ${folder}`);
