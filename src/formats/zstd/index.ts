export { decodeZstd } from './decode.ts';
export { canEncodeZstd, zstdFrame } from './native.ts';
