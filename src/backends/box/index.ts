export { createBoxBackend, type BoxBackendOptions } from './backend.ts';
