export { openTrial, type TrialParts } from './trial.ts';
