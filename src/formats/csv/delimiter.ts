import { csvRows } from './rows.ts';

const candidates = [',', ';', '\t', '|'];
const sampleRows = 50;
/** More fields win only among signs that fit equally well. */
const fieldsBonus = 0.01;

/** Which sign parts the fields: the one that gives most rows the same number of them, at least two, and ends those in quotes. */
export function delimiterOf(text: string, usual: ',' | '\t'): string {
  const scored = candidates.map((delimiter) => ({ delimiter, score: score(text, delimiter) }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  const ofUsual = scored.find(({ delimiter }) => delimiter === usual)?.score ?? 0;
  // A tsv says what it has; what is called csv has anything.
  const isBetter = usual === '\t' ? best.score - ofUsual > fieldsBonus : best.score > ofUsual;
  return isBetter ? best.delimiter : usual;
}

/** Whether quotes begin fields behind spaces too: `"a", "b, c"`. They do when all that begin so also end at a sign. */
export function isSpaced(text: string, delimiter: string): boolean {
  if (!text.includes(`${delimiter} "`)) return false;
  let [rows, fits] = [0, true];
  const misfit = () => void (fits = false);
  for (const _ of csvRows([text], { delimiter, spaced: true, warn: misfit, odd: misfit }))
    if (++rows >= sampleRows) break;
  return fits;
}

function score(text: string, delimiter: string): number {
  const counts = new Map<number, number>();
  let [rows, odd] = [0, 0];
  for (const row of csvRows([text], { delimiter, warn: () => {}, odd: () => void odd++ })) {
    counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
    if (++rows >= sampleRows) break;
  }
  let best = 0;
  for (const [fields, times] of counts)
    if (fields > 1) best = Math.max(best, times / rows + (Math.min(fields, 99) / 100) * fieldsBonus);
  return best - Math.min(1, odd / Math.max(1, rows));
}
