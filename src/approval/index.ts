export { askHuman, approvalTimeoutMs } from './ask.ts';
