export { decodeBzip2 } from './decode.ts';
export { encodeBzip2 } from './encode.ts';
