/// <reference lib="esnext.disposable" preserve="true" />
export { scriptedApprover } from './approver.ts';
export { manualClock, type ManualClock } from './clock.ts';
export { tempWorkspace, type TempWorkspace } from './workspace.ts';
