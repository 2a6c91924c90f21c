export { readOdp } from './presentation.ts';
export { readOdt } from './text.ts';
