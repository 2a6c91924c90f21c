export { createProcessBackend, type ProcessBackendOptions } from './backend.ts';
export { environmentFor, type Environment, type EnvironmentOptions } from './environment.ts';
export { findProgram, findTrusted } from './program.ts';
export { detectShell } from './shell.ts';
