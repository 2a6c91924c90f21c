export { pass, type GateParts, type Outcome, type PassOptions } from './gate.ts';
export type { Lane } from './lane.ts';
export { lineLane } from './line-lane.ts';
