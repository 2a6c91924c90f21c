import { HashChain, matchLength, type Effort, type MatchFinder } from './match-finder.ts';
import { MAX_MATCH } from './model.ts';
import { STEP, type Parser } from './parse.ts';

/** Takes the first match that is good enough, unless there is a better one a byte further on. */
export class FastParser implements Parser {
  at = 0;
  private readonly bytes: DataView;
  private readonly finder: MatchFinder;
  private readonly niceLength: number;
  private readonly reps = new Int32Array(4);
  /** How many matches the finder has found already for `at`; -1 when it was not asked. */
  private ahead = -1;
  /** What longestRep() found. */
  private repLength = 0;

  constructor(input: Uint8Array, effort: Effort) {
    this.bytes = new DataView(input.buffer, input.byteOffset, input.byteLength);
    this.finder = new HashChain(this.bytes, effort);
    this.niceLength = effort.niceLength;
  }

  next(steps: Int32Array): number {
    const { reps } = this;
    const size = this.bytes.byteLength;
    let written = 0;
    while (this.at < size && written + STEP <= steps.length) {
      const start = this.at;
      const length = this.choose();
      if (length === 1) {
        this.at++;
        continue;
      }
      steps[written] = start;
      steps[written + 1] = length;
      steps[written + 2] = reps[0]!;
      written += STEP;
      this.at = start + length;
    }
    return written;
  }

  /**
   * The length of the match to take at `at`, whose distance is then the first of `reps`; 1 for a literal.
   * The rules are those of the fast mode of liblzma (lzma_encoder_optimum_fast.c).
   */
  private choose(): number {
    const { bytes, finder, at, niceLength } = this;
    const { lengths, distances } = finder;
    let count = this.ahead < 0 ? finder.find(at) : this.ahead;
    this.ahead = -1;
    const available = Math.min(bytes.byteLength - at, MAX_MATCH);
    if (available < 2) return 1;

    const rep = this.longestRep(available);
    const repLength = this.repLength;
    if (repLength >= niceLength) return this.takeRep(rep, repLength, at + 1);
    let length = count > 0 ? lengths[count - 1]! : 0;
    let distance = count > 0 ? distances[count - 1]! : 0;
    if (length >= niceLength) return this.take(distance, length, at + 1);
    // A little shorter is better when it is much nearer.
    while (count > 1 && length === lengths[count - 2]! + 1 && isMuchNearer(distances[count - 2]!, distance)) {
      count--;
      length = lengths[count - 1]!;
      distance = distances[count - 1]!;
    }
    if (length === 2 && distance >= 0x80) length = 1;
    if (
      repLength >= 2 &&
      (repLength + 1 >= length ||
        (repLength + 2 >= length && distance >= 1 << 9) ||
        (repLength + 3 >= length && distance >= 1 << 15))
    )
      return this.takeRep(rep, repLength, at + 1);
    if (length < 2 || available <= 2) return 1;

    count = finder.find(at + 1);
    this.ahead = count;
    if (count > 0) {
      const nextLength = lengths[count - 1]!;
      const nextDistance = distances[count - 1]!;
      if (
        (nextLength >= length && nextDistance < distance) ||
        (nextLength === length + 1 && !isMuchNearer(distance, nextDistance)) ||
        nextLength > length + 1 ||
        (nextLength + 1 >= length && length >= 3 && isMuchNearer(nextDistance, distance))
      )
        return 1;
    }
    const limit = Math.max(2, length - 1);
    for (let index = 0; index < 4; index++) {
      const place = at - this.reps[index]!;
      if (place > 0 && matchLength(bytes, place, at + 1, 0, limit) === limit) return 1;
    }
    return this.take(distance, length, at + 2);
  }

  private longestRep(available: number): number {
    const { bytes, at, reps } = this;
    const pair = bytes.getInt16(at, true);
    let best = 0;
    let bestLength = 0;
    for (let index = 0; index < 4; index++) {
      const place = at - reps[index]! - 1;
      if (place < 0 || bytes.getInt16(place, true) !== pair) continue;
      const length = matchLength(bytes, place, at, 2, available);
      if (length > bestLength) {
        best = index;
        bestLength = length;
        if (length >= this.niceLength) break;
      }
    }
    this.repLength = bestLength;
    return best;
  }

  private takeRep(rep: number, length: number, unseen: number): number {
    this.bring(this.reps[rep]!, rep);
    this.finder.skip(unseen, this.at + length);
    return length;
  }

  private take(distance: number, length: number, unseen: number): number {
    this.bring(distance, 3);
    this.ahead = -1;
    this.finder.skip(unseen, this.at + length);
    return length;
  }

  /** Makes `distance` the first of the reps, in place of the one at `index`. */
  private bring(distance: number, index: number): void {
    const { reps } = this;
    for (let rep = index; rep > 0; rep--) reps[rep] = reps[rep - 1]!;
    reps[0] = distance;
  }
}

function isMuchNearer(near: number, far: number): boolean {
  return near < far >> 7;
}
