export { decodeXz, type DecodeXzOptions } from './decode.ts';
export { encodeXzBlock, xzBlockSizes, xzStreamEnd, xzStreamHeader } from './encode.ts';
export type { BlockSizes } from './records.ts';
