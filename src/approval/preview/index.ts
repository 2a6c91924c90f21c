export { previewLine, type PreviewParts } from './preview.ts';
export { trackedIn, type Tracked } from './tracked.ts';
