import { SallyportError } from '../../protocol/errors.ts';

/** "BZh", before the digit of the level. */
export const STREAM_MAGIC = 0x425a68;
/** 48 bits each: the digits of pi open a block, those of its square root end a stream. */
export const BLOCK_MAGIC = 0x314159265359;
export const END_MAGIC = 0x177245385090;

/** A level is the size of blocks in this unit. */
export const BLOCK_UNIT = 100_000;
/** Two for the digits of a run, one for the end of the block, and all bytes but the one at the front of the list. */
export const MAX_SYMBOLS = 258;
export const MAX_TABLES = 6;
/** Symbols in a row that share one table. */
export const GROUP_SYMBOLS = 50;
export const MAX_SELECTORS = Math.ceil((9 * BLOCK_UNIT + 1) / GROUP_SYMBOLS);

export function corrupt(reason: string): SallyportError {
  return new SallyportError('CorruptInput', { path: 'bzip2 data', reason });
}
