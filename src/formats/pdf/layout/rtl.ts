import { isRightToLeft } from '../characters.ts';
import type { Glyphs } from '../glyphs.ts';

/** A gap of this many ems between two letters is a space. */
const spaceEms = 0.12;

/**
 * The glyphs of one line that has right-to-left text, in reading order; nothing when they are. Their order in a file is that of
 * the letters, that of the eye, or neither, and PDFium turns only some of it. Where their places say otherwise, the letters are
 * taken as they stand on the line and turned by the rules of the two directions.
 */
export function inReadingOrder(glyphs: Glyphs, from: number, to: number): Glyphs | undefined {
  if (runsLeft(glyphs, from, to)) return undefined;
  const clusters = clustersOf(glyphs, from, to);
  const isLeftward =
    clusters.filter(({ direction }) => direction < 0).length * 2 >=
    clusters.filter(({ direction }) => direction !== 0).length;
  const order = isLeftward ? turned(clusters.toReversed(), 1) : turned(clusters, -1);
  const indexes = order.flatMap((cluster) => cluster.glyphs);
  const before = indexes.map(() => 0);
  let at = 0;
  for (const [index, cluster] of order.entries()) {
    const last = order[index - 1];
    if (last && isApart(last, cluster, clusters)) before[at] = 1;
    at += cluster.glyphs.length;
  }
  return {
    ...glyphs,
    count: indexes.length,
    text: indexes.map((index) => glyphs.text[index]!),
    left: indexes.map((index) => glyphs.left[index]!),
    right: indexes.map((index) => glyphs.right[index]!),
    baseline: indexes.map((index) => glyphs.baseline[index]!),
    style: indexes.map((index) => glyphs.style[index]!),
    frame: indexes.map((index) => glyphs.frame[index]!),
    before,
  };
}

/** Whether the letters go to the left, as they are read. */
function runsLeft(glyphs: Glyphs, from: number, to: number): boolean {
  let [leftward, rightward, last] = [0, 0, -1];
  for (let index = from; index < to; index++) {
    if (directionOf(glyphs.text[index]!) !== -1) continue;
    if (last >= 0) {
      const step = glyphs.left[index]! + glyphs.right[index]! - glyphs.left[last]! - glyphs.right[last]!;
      if (step < 0) leftward++;
      else if (step > 0) rightward++;
    }
    last = index;
  }
  return rightward <= leftward * 0.25;
}

/** A letter with its marks. */
interface Cluster {
  readonly glyphs: number[];
  readonly left: number;
  readonly right: number;
  readonly size: number;
  /** -1 to the left, 1 to the right, 0 as its neighbours. */
  readonly direction: number;
  /** From left to right on the line. */
  place: number;
}

function clustersOf(glyphs: Glyphs, from: number, to: number): Cluster[] {
  const clusters: Cluster[] = [];
  const marks: number[] = [];
  for (let index = from; index < to; index++) {
    const text = glyphs.text[index]!;
    const [left, right] = [glyphs.left[index]!, glyphs.right[index]!];
    const last = clusters.at(-1);
    if (/^\p{M}/u.test(text)) marks.push(index);
    // One drawn form that stands for several letters.
    else if (last && last.left === left && last.right === right) last.glyphs.push(index);
    else
      clusters.push({
        glyphs: [index],
        left,
        right,
        size: glyphs.style[index]!.size,
        direction: directionOf(text),
        place: 0,
      });
  }
  clusters.sort((a, b) => a.left + a.right - b.left - b.right);
  for (const [place, cluster] of clusters.entries()) cluster.place = place;
  for (const mark of marks) nearest(clusters, (glyphs.left[mark]! + glyphs.right[mark]!) / 2)?.glyphs.push(mark);
  return clusters;
}

function nearest(clusters: readonly Cluster[], at: number): Cluster | undefined {
  let [low, high] = [0, clusters.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (clusters[middle]!.right < at) low = middle + 1;
    else high = middle;
  }
  return clusters[low];
}

function directionOf(text: string): number {
  if (/^\p{M}/u.test(text)) return 0;
  if (/^[\p{Nd}]/u.test(text)) return 2;
  return isRightToLeft(text) ? -1 : /^\p{L}/u.test(text) ? 1 : 0;
}

/** Turns the runs of the other direction; a number runs to the right within either. */
function turned(clusters: readonly Cluster[], other: number): Cluster[] {
  const isOther = ({ direction }: Cluster) => (other > 0 ? direction > 0 : direction < 0);
  const result: Cluster[] = [];
  for (let from = 0; from < clusters.length;) {
    if (!isOther(clusters[from]!)) {
      result.push(clusters[from++]!);
      continue;
    }
    let to = from + 1;
    for (let next = to; next < clusters.length; next++) {
      const { direction } = clusters[next]!;
      if (isOther(clusters[next]!) || (other < 0 && direction === 2)) to = next + 1;
      else if (direction !== 0) break;
    }
    const run = clusters.slice(from, to).reverse();
    result.push(...(other < 0 ? numbersTurned(run) : run));
    from = to;
  }
  return result;
}

function numbersTurned(run: Cluster[]): Cluster[] {
  for (let from = 0; from < run.length; from++) {
    if (run[from]!.direction !== 2) continue;
    let to = from + 1;
    while (to < run.length && run[to]!.direction === 2) to++;
    run.splice(from, to - from, ...run.slice(from, to).reverse());
    from = to;
  }
  return run;
}

/** Whether there is a space before `cluster` on the line, on the side of the one that is read before it. */
function isApart(last: Cluster, cluster: Cluster, line: readonly Cluster[]): boolean {
  const isAfter = cluster.place > last.place;
  // Where a run turns, the next letter is not the neighbour: its own edge decides.
  const neighbour = Math.abs(cluster.place - last.place) === 1 ? last : line[cluster.place + (isAfter ? -1 : 1)]!;
  const gap = Math.max(cluster.left - neighbour.right, neighbour.left - cluster.right);
  return gap > Math.max(cluster.size, neighbour.size) * spaceEms;
}
