export { planBash } from './bash/index.ts';
export { parseLine } from './line.ts';
export { nearest } from './nearest.ts';
