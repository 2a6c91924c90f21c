import { bitsAt, lastPlace } from './bits.ts';
import { CodeReader, literalLengths, matchLengths, offsets } from './codes.ts';
import { DamagedBlock } from './failure.ts';
import type { Literals } from './literals.ts';
import type { Window } from './window.ts';

/** The tables and the last offsets, which a block may take over from the one before it. */
export class Sequences {
  readonly literalLengths = new CodeReader(literalLengths);
  readonly matchLengths = new CodeReader(matchLengths);
  readonly offsets = new CodeReader(offsets);
  readonly repeats = new Int32Array(3);
  private hasTables = false;

  startFrame(): void {
    this.hasTables = false;
    this.repeats.set([1, 4, 8]);
  }

  /** Takes the sequences at from..to, the end of a block, and puts what they make, at most `maxSize` bytes, into the window. */
  run(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    to: number,
    literals: Literals,
    window: Window,
    maxSize: number,
  ) {
    let at = from;
    const take = () => {
      if (at >= to) throw new DamagedBlock('its sequences are cut off');
      return bytes[at++]!;
    };
    let count = take();
    if (count === 255) count = take() + take() * 256 + 0x7f00;
    else if (count > 127) count = (count - 128) * 256 + take();
    const limit = window.at + maxSize;
    if (count === 0) {
      if (at !== to) throw new DamagedBlock('something follows its literals');
      copyRest(literals, 0, window, limit);
      return;
    }
    const modes = take();
    if ((modes & 3) !== 0) throw new DamagedBlock('it is of a later version');
    const repeatsTable = (modes & (modes >> 1) & 0b01010100) !== 0;
    if (repeatsTable && !this.hasTables) throw new DamagedBlock('its sequences have no tables');
    at = this.literalLengths.read(modes >> 6, bytes, view, at, to);
    at = this.offsets.read((modes >> 4) & 3, bytes, view, at, to);
    at = this.matchLengths.read((modes >> 2) & 3, bytes, view, at, to);
    this.hasTables = true;
    const used = execute(this, view, lastPlace(bytes, at, to), at * 8, count, literals, window, limit);
    copyRest(literals, used, window, limit);
  }
}

function copyRest(literals: Literals, from: number, window: Window, limit: number): void {
  if (window.at + literals.size - from > limit) throw new DamagedBlock('it makes more than a block may hold');
  window.bytes.set(literals.bytes.subarray(from, literals.size), window.at);
  window.at += literals.size - from;
}

/** Below this many bytes a loop copies faster than a call. */
const NEAR = 64;

/** Returns how many literals were used. */
function execute(
  sequences: Sequences,
  view: DataView,
  start: number,
  end: number,
  count: number,
  literals: Literals,
  window: Window,
  limit: number,
): number {
  const { repeats } = sequences;
  const { fse: literalFse, bases: literalBases } = sequences.literalLengths.table;
  const { fse: matchFse, bases: matchBases } = sequences.matchLengths.table;
  const { fse: offsetFse, bases: offsetBases } = sequences.offsets.table;
  const [literalCells, matchCells, offsetCells] = [literalFse.cells, matchFse.cells, offsetFse.cells];
  const { bytes: from, view: fromView, size: literalSize } = literals;
  const { bytes: out, view: outView, size: windowSize, lapEnd } = window;
  let { at } = window;
  let used = 0;
  let [repeat0, repeat1, repeat2] = [repeats[0]!, repeats[1]!, repeats[2]!];
  let place = start - literalFse.log;
  let literalState = bitsAt(view, place, literalFse.log);
  place -= offsetFse.log;
  let offsetState = bitsAt(view, place, offsetFse.log);
  place -= matchFse.log;
  let matchState = bitsAt(view, place, matchFse.log);

  for (let left = count; ;) {
    const literalCell = literalCells[literalState]!;
    const matchCell = matchCells[matchState]!;
    const offsetCell = offsetCells[offsetState]!;
    let literalLength = literalBases[literalState]!;
    let matchLength = matchBases[matchState]!;

    const offsetBits = (offsetCell >> 8) & 0xff;
    let offset: number;
    if (offsetBits > 1) {
      offset = offsetBases[offsetState]!;
      if (offsetBits <= 25) {
        place -= offsetBits;
        offset += bitsAt(view, place, offsetBits);
      } else {
        place -= offsetBits;
        offset += bitsAt(view, place, 16) | (bitsAt(view, place + 16, offsetBits - 16) << 16);
      }
      repeat2 = repeat1;
      repeat1 = repeat0;
    } else {
      place -= offsetBits;
      const which = (offsetBits === 0 ? 0 : 1 + bitsAt(view, place, 1)) + (literalLength === 0 ? 1 : 0);
      offset = which === 0 ? repeat0 : which === 1 ? repeat1 : which === 2 ? repeat2 : repeat0 - 1;
      if (which > 1) repeat2 = repeat1;
      if (which > 0) repeat1 = repeat0;
    }
    repeat0 = offset;

    const matchBits = (matchCell >> 8) & 0xff;
    const literalBits = (literalCell >> 8) & 0xff;
    if (matchBits + literalBits > 0) {
      place -= matchBits;
      matchLength += bitsAt(view, place, matchBits);
      place -= literalBits;
      literalLength += bitsAt(view, place, literalBits);
    }
    if (place < end) throw new DamagedBlock('its sequences are cut off');

    const literalEnd = used + literalLength;
    let matchAt = at + literalLength;
    const nextAt = matchAt + matchLength;
    if (literalEnd > literalSize) throw new DamagedBlock('it uses more literals than it has');
    if (nextAt > limit) throw new DamagedBlock('it makes more than a block may hold');
    if (literalLength > NEAR) out.set(from.subarray(used, literalEnd), at);
    else for (; used < literalEnd; used += 4, at += 4) outView.setInt32(at, fromView.getInt32(used, true), true);
    used = literalEnd;

    if (offset > windowSize || offset < 1) throw new DamagedBlock('a match is too far away');
    let matchFrom = matchAt - offset;
    if (matchFrom < 0) {
      if (lapEnd === 0) throw new DamagedBlock('a match is too far away');
      // In the lap before this one, and perhaps on into this one.
      matchFrom += lapEnd;
      const there = Math.min(matchLength, lapEnd - matchFrom);
      out.copyWithin(matchAt, matchFrom, matchFrom + there);
      matchAt += there;
      matchFrom = matchAt - offset;
    }
    if (nextAt - matchAt > NEAR) copyLong(out, matchAt, matchFrom, nextAt);
    else if (offset > 3)
      for (; matchAt < nextAt; matchAt += 4, matchFrom += 4)
        outView.setInt32(matchAt, outView.getInt32(matchFrom, true), true);
    else for (; matchAt < nextAt; matchAt++, matchFrom++) out[matchAt] = out[matchFrom]!;
    at = nextAt;

    if (--left === 0) break;
    const offsetNext = offsetCell & 0xff;
    const matchNext = matchCell & 0xff;
    const literalNext = literalCell & 0xff;
    place -= literalNext;
    literalState = (literalCell >> 16) + bitsAt(view, place, literalNext);
    place -= matchNext + offsetNext;
    const word = view.getInt32(place >> 3, true) >>> (place & 7);
    matchState = (matchCell >> 16) + ((word >>> offsetNext) & ((1 << matchNext) - 1));
    offsetState = (offsetCell >> 16) + (word & ((1 << offsetNext) - 1));
  }
  if (place !== end) throw new DamagedBlock('its sequences do not end where they must');
  repeats[0] = repeat0;
  repeats[1] = repeat1;
  repeats[2] = repeat2;
  window.at = at;
  return used;
}

/** A match may overlap what it makes: then each copy doubles what the next one can take. */
function copyLong(bytes: Uint8Array, at: number, from: number, end: number): void {
  for (let next = at; next < end;) {
    const size = Math.min(end - next, next - from);
    bytes.copyWithin(next, from, from + size);
    next += size;
  }
}
