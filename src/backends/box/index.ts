export { createBoxBackend, type BoxBackend } from './backend.ts';
export type { BoxBackendOptions } from './pool.ts';
export { openView } from './view/index.ts';
