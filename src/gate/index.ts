export { actionLane, type InProcessAction } from './action-lane.ts';
export { pass, type GateParts, type Outcome, type PassOptions } from './gate.ts';
export type { Lane } from './lane.ts';
export { openLiveRuns, type Followed, type Known, type LiveRun, type LiveRuns } from './live.ts';
export { lineLane } from './line-lane.ts';
export type { ShellLaneOptions } from './shell-lane.ts';
export { undoLane } from './undo-lane.ts';
