import { scoresOf, type Score } from '../fixtures/documents/known-score.ts';
import { knownSheets, pythonWithOpenpyxl } from '../fixtures/documents/known-sheets.ts';
import { pandocWriters } from '../fixtures/documents/pandoc.ts';
import { writers } from '../fixtures/documents/write-known.ts';

/** Lowest score of one document, for each way to write it. */
const goals: Readonly<Record<keyof Score, number>> = {
  recall: 0.995,
  precision: 0.95,
  headings: 0.95,
  items: 0.9,
  tables: 0.95,
};

/** Random documents of known content in every format, each held against the goals. */
export async function soakDocuments(seed: number): Promise<string> {
  const all = [
    ...Object.entries(writers).map(([name, writer]) => ({ name, writer, count: 500 })),
    ...pandocWriters.map((writer) => ({ name: `${writer.format} of pandoc`, writer, count: 50 })),
  ];
  const said: string[] = [];
  for (const { name, writer, count } of all) {
    const scores = await scoresOf(writer, count, seed);
    const least = Object.entries(goals).map(([what, goal]) => {
      const lowest = Math.min(...scores.map((score) => score[what as keyof Score]));
      if (lowest < goal)
        throw new Error(`${name}: ${what} ${lowest} in one of ${count} documents, the goal is ${goal}`);
      return lowest;
    });
    said.push(`${count} ${name} ${Math.min(...least).toFixed(3)}`);
  }
  if (pythonWithOpenpyxl !== undefined) said.push(soakSheets(pythonWithOpenpyxl, seed, 100));
  return `known documents, lowest of recall, precision, headings, items, tables: ${said.join(', ')}`;
}

function soakSheets(python: string, seed: number, count: number): string {
  let [cells, right] = [0, 0];
  for (let index = 0; index < count; index++) {
    const { known, found } = knownSheets(python, seed + index);
    for (const [sheet, texts] of Object.entries(known))
      for (const [place, text] of Object.entries(texts)) {
        cells++;
        if (found[sheet]?.[place] === text) right++;
      }
  }
  if (right < cells * 0.995) throw new Error(`${right} of ${cells} cells of workbooks are right, the goal is .995`);
  return `${right} of ${cells} cells of ${count} workbooks`;
}
