import { encodeBzip2 } from '../bzip2/index.ts';
import { createDeflater, deflatePart } from '../deflate.ts';
import { encodeXzBlock } from '../xz/index.ts';
import { zstdFrame } from '../zstd/index.ts';
import { fields, type Slot } from './shared.ts';

/** What can be done with pieces of bytes, each on its own, whichever thread does it. */
export const codings = ['deflate', 'deflate-part', 'bzip2', 'xz', 'zstd'] as const;
export type Coding = (typeof codings)[number];

/**
 * Does the task of a slot. What is made of a piece of many lies where the piece lies in the input, and is -1 long when
 * it is not smaller; what is made of a single one may be larger, and begins at 0.
 */
export function encode(slot: Slot): void {
  const { words, input, output } = slot;
  const coding = codings[words[fields.coding] as number] as Coding;
  const level = words[fields.level] as number;
  const from = words[fields.dictionary] as number;
  if (coding === 'deflate') return deflateAll(slot, level);
  const piece = input.subarray(from, from + (words[fields.lengths] as number));
  if (coding === 'deflate-part') {
    const dictionary = input.subarray(0, from);
    words[fields.made] = deflatePart(piece, output, { level, dictionary, isLast: words[fields.isLast] === 1 });
    return;
  }
  const make = {
    bzip2: () => encodeBzip2(piece, Math.max(1, level)),
    xz: () => encodeXzBlock(piece, level),
    zstd: () => zstdFrame(piece, level),
  };
  const made = make[coding]();
  output.set(made);
  words[fields.made] = made.length;
}

/**
 * A deflater that was used before may give other bytes, as good but not the same: zlib looks at what earlier pieces
 * left behind. So every task begins with a new one, and all depends on the task alone.
 */
function deflateAll({ words, input, output }: Slot, level: number): void {
  const deflater = createDeflater(level);
  let at = 0;
  for (let piece = 0; piece < (words[fields.pieces] as number); piece++) {
    const end = at + (words[fields.lengths + piece] as number);
    const isEmpty = end === at || level === 0;
    words[fields.made + piece] = isEmpty ? -1 : deflater.deflate(input.subarray(at, end), output.subarray(at, end));
    at = end;
  }
  deflater.close();
}
