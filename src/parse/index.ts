export { parseLine } from './line.ts';
export { nearest } from './nearest.ts';
