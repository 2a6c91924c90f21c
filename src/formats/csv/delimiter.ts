import { csvRows } from './rows.ts';

const candidates = [',', ';', '\t', '|'];
const sampleRows = 50;

/** Which sign parts the fields: the one that gives most rows the same number of them, at least two. */
export function delimiterOf(text: string, usual: ',' | '\t'): string {
  const scored = candidates.map((delimiter) => ({ delimiter, score: score(text, delimiter) }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  const ofUsual = scored.find(({ delimiter }) => delimiter === usual)?.score ?? 0;
  return best.score > ofUsual ? best.delimiter : usual;
}

function score(text: string, delimiter: string): number {
  const counts = new Map<number, number>();
  let rows = 0;
  for (const row of csvRows([text], { delimiter, warn: () => {} })) {
    counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
    if (++rows >= sampleRows) break;
  }
  let best = 0;
  // More fields win only among those that fit equally well.
  for (const [fields, times] of counts)
    if (fields > 1) best = Math.max(best, times / rows + Math.min(fields, 99) / 10_000);
  return best;
}
