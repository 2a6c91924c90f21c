import { BinaryTree, matchLength, type Effort, type MatchFinder } from './match-finder.ts';
import * as m from './model.ts';
import { STEP, type Parser } from './parse.ts';
import {
  distanceSlot,
  LENGTHS,
  literalPrice,
  matchedLiteralPrice,
  NEAR_DISTANCES,
  onePrice,
  Prices,
  zeroPrice,
} from './prices.ts';

/** How many places are weighed at most before the cheapest way to the last of them is taken. */
const NODES = 1024;
const NEVER = 0x3fffffff;
/** How a node was reached: by a literal, by one of the four reps (0 to 3), or by a match at the distance `how` - REPS. */
const LITERAL = -1;
const REPS = 4;

/** Cuts an input at the places that make it cheapest to encode, going by the probabilities that the encoder has come to. */
export class OptimalParser implements Parser {
  at = 0;
  private readonly bytes: DataView;
  private readonly finder: MatchFinder;
  private readonly niceLength: number;
  private readonly probabilities: Uint16Array;
  private readonly prices = new Prices();
  private readonly cost = new Int32Array(NODES + LENGTHS);
  private readonly from = new Int32Array(NODES + LENGTHS);
  private readonly how = new Int32Array(NODES + LENGTHS);
  private readonly states = new Int32Array(NODES + LENGTHS);
  /** The four distances used last, for each node. */
  private readonly reps = new Int32Array((NODES + LENGTHS) * REPS);
  /** How far each of them matches at the node that is looked at. */
  private readonly repMatches = new Int32Array(REPS);

  constructor(input: Uint8Array, effort: Effort, probabilities: Uint16Array) {
    this.bytes = new DataView(input.buffer, input.byteOffset, input.byteLength);
    this.finder = new BinaryTree(this.bytes, effort);
    this.niceLength = effort.niceLength;
    this.probabilities = probabilities;
  }

  next(steps: Int32Array): number {
    this.prices.update(this.probabilities);
    const size = this.bytes.byteLength;
    let written = 0;
    while (this.at < size && written + (NODES + 1) * STEP <= steps.length) written = this.segment(steps, written);
    return written;
  }

  /** Parses up to the next place that all ways worth taking go through. */
  private segment(steps: Int32Array, written: number): number {
    const { cost, from, how, finder, niceLength } = this;
    const start = this.at;
    const size = this.bytes.byteLength;
    cost[0] = 0;
    let end = 0;
    let node = 0;
    for (; node < NODES; node++) {
      const at = start + node;
      if (node > 0) {
        if (node === end) break;
        this.arrive(node);
      }
      const available = size - at < m.MAX_MATCH ? size - at : m.MAX_MATCH;
      const count = finder.find(at);
      const longest = count > 0 ? finder.lengths[count - 1]! : 1;
      const rep = this.matchReps(node, at, available);
      const repLength = this.repMatches[rep]!;
      if (repLength >= niceLength || longest >= niceLength) {
        const isRep = repLength >= niceLength;
        const length = isRep ? repLength : longest;
        finder.skip(at + 1, at + length);
        end = node + length;
        from[end] = node;
        how[end] = isRep ? rep : finder.distances[count - 1]! + REPS;
        return this.trace(steps, written, end);
      }
      const reach = node + Math.max(longest, repLength);
      while (end < reach || end === node) cost[++end] = NEVER;
      this.relax(node, at, available, count);
    }
    return this.trace(steps, written, node);
  }

  /** Fills repMatches, and gives which of them is the longest. */
  private matchReps(node: number, at: number, available: number): number {
    const { bytes, reps, repMatches } = this;
    let best = 0;
    for (let index = 0; index < REPS; index++) {
      const place = at - reps[node * REPS + index]! - 1;
      const length = place < 0 ? 0 : matchLength(bytes, place, at, 0, available);
      repMatches[index] = length;
      if (length > repMatches[best]!) best = index;
    }
    return best;
  }

  /** State and distances at a node, from those of the node before it. */
  private arrive(node: number): void {
    const { states, reps } = this;
    const before = this.from[node]!;
    const kind = this.how[node]!;
    const state = states[before]!;
    if (kind === LITERAL) states[node] = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    else if (kind >= REPS) states[node] = state < m.LITERAL_STATES ? 7 : 10;
    else states[node] = state >= m.LITERAL_STATES ? 11 : node - before === 1 ? 9 : 8;
    // Written out: copyWithin costs a call.
    const to = node * REPS;
    const source = before * REPS;
    const r0 = reps[source]!;
    const r1 = reps[source + 1]!;
    const r2 = reps[source + 2]!;
    const r3 = reps[source + 3]!;
    const isOld = kind === LITERAL || kind === 0;
    reps[to] = isOld ? r0 : kind >= REPS ? kind - REPS : kind === 1 ? r1 : kind === 2 ? r2 : r3;
    reps[to + 1] = isOld ? r1 : r0;
    reps[to + 2] = isOld || kind === 1 ? r2 : r1;
    reps[to + 3] = isOld || kind === 1 || kind === 2 ? r3 : r2;
  }

  /** Offers every way on from a node to the nodes it leads to. */
  private relax(node: number, at: number, available: number, count: number): void {
    const { bytes, cost, from, how, prices, probabilities: probs, reps, repMatches, finder } = this;
    const state = this.states[node]!;
    const position = at & 3;
    const isMatch = probs[m.IS_MATCH + (state << 4) + position]!;
    const isRep = probs[m.IS_REP + state]!;
    const rep0 = reps[node * REPS]!;
    const byte = bytes.getUint8(at);
    const previous = at > 0 ? bytes.getUint8(at - 1) : 0;
    const context = m.LITERAL + (previous >> 5) * m.LITERAL_SIZE;
    const matchedByte = rep0 < at ? bytes.getUint8(at - rep0 - 1) : -1;

    let price = cost[node]! + zeroPrice(isMatch);
    price +=
      state < m.LITERAL_STATES
        ? literalPrice(probs, context, byte)
        : matchedLiteralPrice(probs, context, byte, matchedByte);
    if (price < cost[node + 1]!) {
      cost[node + 1] = price;
      from[node + 1] = node;
      how[node + 1] = LITERAL;
    }

    const matchPrice = cost[node]! + onePrice(isMatch);
    const repPrice = matchPrice + onePrice(isRep);
    const isRep0 = probs[m.IS_REP0 + state]!;
    const isLong = probs[m.IS_REP0_LONG + (state << 4) + position]!;
    if (matchedByte === byte) {
      price = repPrice + zeroPrice(isRep0) + zeroPrice(isLong);
      if (price < cost[node + 1]!) {
        cost[node + 1] = price;
        from[node + 1] = node;
        how[node + 1] = 0;
      }
    }
    if (available < m.MIN_MATCH) return;

    const { repLengths, matchLengths, near, slots, align } = prices;
    const lengthsAt = position * LENGTHS;
    for (let index = 0; index < REPS; index++) {
      const longest = repMatches[index]!;
      if (longest < m.MIN_MATCH) continue;
      let base = repPrice;
      if (index === 0) base += zeroPrice(isRep0) + onePrice(isLong);
      else {
        const isRep1 = probs[m.IS_REP1 + state]!;
        const isRep2 = probs[m.IS_REP2 + state]!;
        base += onePrice(isRep0);
        if (index === 1) base += zeroPrice(isRep1);
        else base += onePrice(isRep1) + (index === 2 ? zeroPrice(isRep2) : onePrice(isRep2));
      }
      for (let length = longest; length >= m.MIN_MATCH; length--) {
        price = base + repLengths[lengthsAt + length]!;
        const target = node + length;
        if (price < cost[target]!) {
          cost[target] = price;
          from[target] = node;
          how[target] = index;
        }
      }
    }

    const newPrice = matchPrice + zeroPrice(isRep);
    let length = m.MIN_MATCH;
    for (let index = 0; index < count; index++) {
      const distance = finder.distances[index]!;
      const longest = finder.lengths[index]!;
      const slot = distanceSlot(distance);
      const isNear = distance < NEAR_DISTANCES;
      const low = isNear ? 0 : align[distance & 15]!;
      for (; length <= longest; length++) {
        const kind = length < 5 ? length - 2 : 3;
        const distancePrice = isNear ? near[kind * NEAR_DISTANCES + distance]! : slots[kind * 64 + slot]! + low;
        price = newPrice + matchLengths[lengthsAt + length]! + distancePrice;
        const target = node + length;
        if (price < cost[target]!) {
          cost[target] = price;
          from[target] = node;
          how[target] = distance + REPS;
        }
      }
    }
  }

  /** Writes the way to `end` and goes on from there. */
  private trace(steps: Int32Array, written: number, end: number): number {
    const { from, how, reps, states } = this;
    this.arrive(end);
    // Turned round first: the nodes know where they come from, not where they lead to.
    let next = 0;
    for (let node = end; node > 0;) {
      const before = from[node]!;
      from[node] = next;
      next = node;
      node = before;
    }
    let at = written;
    let before = 0;
    const start = this.at;
    for (let node = next; node > 0; node = from[node]!) {
      const kind = how[node]!;
      if (kind !== LITERAL) {
        steps[at] = start + before;
        steps[at + 1] = node - before;
        steps[at + 2] = kind >= REPS ? kind - REPS : reps[before * REPS + kind]!;
        at += STEP;
      }
      before = node;
    }
    states[0] = states[end]!;
    reps.copyWithin(0, end * REPS, (end + 1) * REPS);
    this.at = start + end;
    return at;
  }
}
