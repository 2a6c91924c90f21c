/** The candidate that `word` was most likely meant to be, if any is near enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const meant = word.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(meant.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = candidate.startsWith(meant) && meant.length >= 2 ? 1 : editDistance(meant, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replace, at(row, j) + 1, at(next, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(before, j - 2) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] as number;
}
