export { openAudit, type Audit, type RunStart, type SpillPart } from './audit.ts';
export { stateSegments } from './state-folder.ts';
