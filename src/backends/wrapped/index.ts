export { createWrappedBackend } from './backend.ts';
export { sandboxRuntime } from './sandbox-runtime.ts';
export { seatbelt } from './seatbelt.ts';
