export { createBoxBackend } from './backend.ts';
export type { BoxBackendOptions } from './pool.ts';
