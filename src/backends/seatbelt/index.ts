export { createSeatbeltBackend } from './backend.ts';
