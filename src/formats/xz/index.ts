export { decodeXz, type DecodeXzOptions } from './decode.ts';
export {
  createXzEncoder,
  encodeXzBlock,
  xzBlockSizes,
  xzStreamEnd,
  xzStreamHeader,
  type XzEncoder,
  type XzEncoderOptions,
} from './encode.ts';
export type { BlockSizes } from './records.ts';
