export { createBoxBackend, type BoxBackend } from './backend.ts';
export type { BoxBackendOptions } from './opener.ts';
export { openView } from './view/index.ts';
