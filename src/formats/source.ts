export type { ByteSource, RandomAccess } from '../protocol/bytes.ts';
export { corrupt } from './corrupt.ts';
