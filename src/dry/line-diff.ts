/** Lines around a change that are shown with it. */
const around = 3;
/** More than these many differing lines are not worth reading, and finding the shortest way costs their square. */
const mostEdits = 1_000;

interface Edit {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

/**
 * What changed between two texts, in the unified form, without the names; undefined when too much did.
 *
 * @example unifiedDiff('a\nb\n', 'a\nc\n'); // '@@ -1,2 +1,2 @@\n a\n-b\n+c\n'
 */
export function unifiedDiff(before: string, after: string): string | undefined {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const middle = shortestEdits(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  if (!middle) return undefined;
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: ' ', line }));
  const edits = [...same(old.slice(0, head)), ...middle, ...same(old.slice(old.length - tail))];
  return hunksOf(edits)
    .map(({ start, end, oldAt, newAt }) => hunk(edits.slice(start, end), oldAt, newAt))
    .join('');
}

/** With their line ends, so that a missing one at the end of a file is a difference. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** Myers: the furthest that can be come on each diagonal with one edit more. */
function shortestEdits(old: readonly string[], now: readonly string[]): Edit[] | undefined {
  const most = Math.min(old.length + now.length, mostEdits);
  const reach = new Int32Array(2 * most + 3).fill(-1);
  const middle = most + 1;
  reach[middle + 1] = 0;
  const trace: Int32Array[] = [];
  for (let count = 0; count <= most; count++) {
    trace.push(reach.slice());
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let x = cameDown(reach, diagonal, count) ? get(reach, diagonal + 1) : get(reach, diagonal - 1) + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++;
      reach[middle + diagonal] = x;
      if (x >= old.length && x - diagonal >= now.length) return wayBack(trace, old, now);
    }
  }
  return undefined;
}

function cameDown(reach: Int32Array, diagonal: number, count: number): boolean {
  return diagonal === -count || (diagonal !== count && get(reach, diagonal - 1) < get(reach, diagonal + 1));
}

function get(reach: Int32Array, diagonal: number): number {
  return reach[(reach.length - 1) / 2 + diagonal] ?? -1;
}

function wayBack(trace: readonly Int32Array[], old: readonly string[], now: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [old.length, now.length];
  for (let count = trace.length - 1; count >= 0; count--) {
    const reach = trace[count] as Int32Array;
    const diagonal = x - y;
    const from = cameDown(reach, diagonal, count) ? diagonal + 1 : diagonal - 1;
    const fromX = count === 0 ? 0 : get(reach, from);
    const fromY = count === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      edits.push({ mark: ' ', line: old[--x] as string });
      y--;
    }
    if (count === 0) break;
    if (x === fromX) edits.push({ mark: '+', line: now[--y] as string });
    else edits.push({ mark: '-', line: old[--x] as string });
  }
  return edits.toReversed();
}

interface Hunk {
  readonly start: number;
  end: number;
  readonly oldAt: number;
  readonly newAt: number;
}

function hunksOf(edits: readonly Edit[]): Hunk[] {
  const hunks: Hunk[] = [];
  const counts = { old: 0, now: 0 };
  const at = edits.map(({ mark }) => {
    const place = { ...counts };
    if (mark !== '+') counts.old++;
    if (mark !== '-') counts.now++;
    return place;
  });
  for (const [index, { mark }] of edits.entries()) {
    if (mark === ' ') continue;
    const last = hunks.at(-1);
    const start = Math.max(0, index - around);
    const end = Math.min(edits.length, index + around + 1);
    if (last && start <= last.end) last.end = end;
    else hunks.push({ start, end, oldAt: at[start]?.old ?? 0, newAt: at[start]?.now ?? 0 });
  }
  return hunks;
}

function hunk(edits: readonly Edit[], oldAt: number, newAt: number): string {
  const [old, now] = [edits.filter(({ mark }) => mark !== '+').length, edits.filter(({ mark }) => mark !== '-').length];
  const lines = edits.map(({ mark, line }) =>
    line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`,
  );
  return `@@ -${range(oldAt, old)} +${range(newAt, now)} @@\n${lines.join('')}`;
}

/** As diff(1) writes it: the count only where it is not 1, and the line before where there is none. */
function range(at: number, count: number): string {
  return count === 1 ? String(at + 1) : `${count === 0 ? at : at + 1},${count}`;
}
