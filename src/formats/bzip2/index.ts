export { decodeBzip2 } from './decode.ts';
export { createBzip2Encoder, encodeBzip2, type Bzip2Encoder } from './encode.ts';
